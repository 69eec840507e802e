import type { z } from "zod";
import { issueWords } from "../text/issue-words";
import { nearest } from "../text/near";
import { correctingLine, exportLine } from "./lines";
import { type ChosenValue, chosenValue } from "./precedence";
import type { Problem } from "./problem";
import { type ReadProfile, readProfiles } from "./read-profiles";
import { configKey, metaOf, type SettingName, type Settings, settingNames, settingSchemas } from "./settings";
import type { Sources } from "./sources";

/** `profiles` is read field by field, apart from the others. */
type PlainName = Exclude<SettingName, "profiles">;
const plainNames = settingNames.filter((name) => name !== "profiles");

export interface ReadSettings {
  /** Settings that were given and are well-formed, and the defaults of the rest. */
  values: Partial<Pick<Settings, PlainName>>;
  profiles: ReadonlyMap<string, ReadProfile>;
  /** The names that somebody gave, in configuration or in the environment, well-formed or not. */
  given: ReadonlySet<PlainName>;
  problems: Problem[];
  /** Lines to say once. Never a value. */
  notes: string[];
}

/** Reads every setting from its sources. All problems at once; nothing is thrown and nothing is asked of the service. */
export function readSettings(sources: Sources): ReadSettings {
  const problems = misspeltKeys(sources);
  const notes: string[] = [];
  const given = new Set<PlainName>();
  const values: Record<string, unknown> = {};
  for (const name of plainNames) {
    const chosen = choose(name, sources, problems, notes);
    if (chosen === undefined) {
      const fallback = settingSchemas[name].safeParse(undefined);
      if (fallback.success && fallback.data !== undefined) values[name] = fallback.data;
      continue;
    }
    given.add(name);
    // Text first: an account id or a key may look like a number.
    const asText = settingSchemas[name].safeParse(chosen.value);
    const parsed = asText.success
      ? asText
      : settingSchemas[name].safeParse(decode(chosen.value), { error: issueWords });
    if (parsed.success) values[name] = parsed.data;
    else problems.push(...parsed.error.issues.map((issue) => problemOf(name, chosen, issue)));
    // An id that only the stack's configuration gives is that of the credential there.
    if (name === "apiKeyId" && credentialIsReplaced(sources) && chosen.from === configKey(name)) delete values[name];
  }
  const declared = choose("profiles", sources, problems, notes);
  const { profiles, problems: profileProblems } = readProfiles(declared === undefined ? {} : decode(declared.value));
  problems.push(...profileProblems);
  return { values: values as ReadSettings["values"], profiles, given, problems, notes };
}

/** Configuration is text; booleans, numbers and structures are the JSON that they look like. */
function decode(text: string): unknown {
  if (!/^(true|false|-?\d+(\.\d+)?|[[{"].*)$/s.test(text.trim())) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

type Chosen = Pick<ChosenValue<string>, "value" | "from">;

function choose(name: SettingName, sources: Sources, problems: Problem[], notes: string[]): Chosen | undefined {
  const chosen = chosenValue(name, sources);
  if (!chosen?.conflicts) return chosen;
  const { environment, precedence } = metaOf(name);
  if (precedence === "must-agree") {
    problems.push({
      path: environment!,
      message: `differs from ${configKey(name)}. For this setting, the environment only supplies what the configuration leaves out`,
      fix: `unset ${environment}`,
    });
  } else notes.push(`${environment} is used in place of the ${configKey(name)} of the stack's configuration`);
  return chosen;
}

function credentialIsReplaced({ configured, environment }: Sources): boolean {
  const override = environment[metaOf("apiKey").environment!];
  return Boolean(override) && override !== configured(configKey("apiKey"));
}

function problemOf(name: SettingName, { value, from }: Chosen, issue: z.core.$ZodIssue): Problem {
  const meta = metaOf(name);
  const inner = issue.path.map(String).join(".");
  const path = inner === "" ? from : `${from}.${inner}`;
  const unknown = issue.code === "unrecognized_keys" ? `unknown: ${issue.keys.join(", ")}` : undefined;
  const fix = from === meta.environment ? exportLine(name, value) : correctingLine(name, value);
  return { path, message: unknown ?? issue.message, fix };
}

function misspeltKeys(sources: Sources): Problem[] {
  const prefix = configKey("");
  return sources.configuredKeys
    .filter((key) => key.startsWith(prefix) && !settingNames.includes(key.slice(prefix.length) as SettingName))
    .map((key) => {
      const near = nearest(key.slice(prefix.length), settingNames);
      const message = near
        ? `unknown setting. Did you mean "${configKey(near)}"?`
        : `unknown setting. The settings are ${settingNames.map(configKey).join(", ")}`;
      return { path: key, message, fix: `pulumi config rm ${key}` };
    });
}
