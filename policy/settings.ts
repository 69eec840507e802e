import { z } from "zod";
import { issueWords } from "../provider/text/issue-words.js";
import { nearest } from "../provider/text/near.js";
import { type Exemption, exemptionSchema } from "./exemptions.js";
import { type Level, levelIn, levelSchema, type Preset, presetSchema } from "./levels.js";
import { canMend, configSchemaOf, type Rule } from "./rule.js";

/** What stands under `settings` in a configuration, beside the rules. */
export const packSettingsSchema = z.strictObject({
  preset: presetSchema.optional(),
  exemptions: z
    .array(exemptionSchema)
    .default([])
    .meta({ description: "What is let pass, why, whose it is and until when." }),
});

/** Names in a configuration that are no rules: ours, and the engine's own. */
export const settingsEntry = "settings";
/** The engine's own: its level is that of every rule that has none of its own. */
export const allEntry = "all";
export const reservedNames = [settingsEntry, allEntry, "environments"];

/** The variable that names the preset of a run; it wins over the configuration. */
export const presetVariable = "PAYMENTS_POLICY_PRESET";

/** One entry of a configuration. Without a level the preset decides. */
export interface ConfigEntry {
  level?: Level;
  /** What stands there in place of a level, as JSON. */
  noLevel?: string;
  properties: Readonly<Record<string, unknown>>;
}

/** What a pack goes by in one run. */
export interface PackSettings {
  preset: Preset;
  /** By name of the rule; what is disabled is in here as such. */
  rules: ReadonlyMap<string, { level: Level; config: Readonly<Record<string, unknown>> }>;
  exemptions: readonly Exemption[];
}

export interface SettingsSources {
  rules: readonly Rule[];
  entries: ReadonlyMap<string, ConfigEntry>;
  /** Value of `PAYMENTS_POLICY_PRESET`. */
  environmentPreset?: string | undefined;
  /** What the pack itself says. */
  packPreset?: Preset | undefined;
}

const exemptionProperties = Object.keys(exemptionSchema.shape);

/** Thrown where a configuration can't be followed to the letter: the run stops, nothing is passed over. */
export class PolicyConfigError extends Error {
  override readonly name = "PolicyConfigError";
  constructor(readonly problems: readonly string[]) {
    super(
      `the configuration of the policy pack has ${problems.length === 1 ? "a problem" : "problems"}:\n${problems.map((problem) => `  - ${problem}`).join("\n")}`,
    );
  }
}

/**
 * Reads a whole configuration. Pure.
 *
 * @throws PolicyConfigError with every problem at once, the near names of misspelt ones among them
 */
export function readSettings({ rules, entries, environmentPreset, packPreset }: SettingsSources): PackSettings {
  const problems: string[] = [];
  const names = rules.map(({ name }) => name);
  for (const [name, { noLevel }] of entries) {
    if (!names.includes(name) && !reservedNames.includes(name)) {
      problems.push(`there is no rule ${name}${meant(name, [...names, settingsEntry])}`);
    } else if (noLevel !== undefined) {
      const near = noLevel.startsWith('"') ? meant(noLevel.slice(1, -1), levelSchema.options) : "";
      problems.push(`${name}: there is no level ${noLevel}${near}`);
    }
  }
  const own = parse(packSettingsSchema, entries.get(settingsEntry)?.properties ?? {}, settingsEntry, problems);
  for (const [index, { rule }] of (own?.exemptions ?? []).entries()) {
    if (!names.includes(rule))
      problems.push(`settings.exemptions[${index}].rule: there is no rule ${rule}${meant(rule, names)}`);
  }
  const all = entries.get(allEntry);
  for (const property of Object.keys(all?.properties ?? {}))
    problems.push(`${allEntry}: there is no property ${property}; it takes a level and nothing else`);
  const preset = presetOf(environmentPreset, problems) ?? own?.preset ?? packPreset ?? "recommended";
  const settings = rules.map((rule) => {
    const entry = entries.get(rule.name);
    const config = parse(configSchemaOf(rule), entry?.properties ?? {}, rule.name, problems) ?? {};
    return [
      rule.name,
      { level: entry?.level ?? levelForAll(rule, all?.level) ?? levelIn(preset, rule), config },
    ] as const;
  });
  if (problems.length > 0) throw new PolicyConfigError(problems);
  return { preset, rules: new Map(settings), exemptions: own?.exemptions ?? [] };
}

/** A rule that can't mend anything is mandatory where all are to mend, as the engine has it. */
function levelForAll(rule: Rule, level: Level | undefined): Level | undefined {
  return level === "remediate" && !canMend(rule) ? "mandatory" : level;
}

function presetOf(value: string | undefined, problems: string[]): Preset | undefined {
  if (value === undefined || value === "") return undefined;
  const parsed = presetSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  problems.push(`${presetVariable}: there is no preset ${value}${meant(value, presetSchema.options)}`);
  return undefined;
}

function parse<Schema extends z.ZodObject>(
  schema: Schema,
  value: unknown,
  at: string,
  problems: string[],
): z.output<Schema> | undefined {
  const parsed = schema.safeParse(value, { reportInput: true, error: issueWords });
  if (parsed.success) return parsed.data;
  for (const issue of parsed.error.issues) problems.push(...problemsOf(schema, issue, at));
  return undefined;
}

function problemsOf(schema: z.ZodObject, issue: z.core.$ZodIssue, at: string): string[] {
  const path = issue.path.reduce<string>(
    (text, part) => (typeof part === "number" ? `${text}[${part}]` : `${text}.${String(part)}`),
    at,
  );
  if (issue.code === "unrecognized_keys") {
    const inExemption = path.startsWith(`${settingsEntry}.exemptions[`);
    const known = issue.path.length === 0 ? Object.keys(schema.shape) : inExemption ? exemptionProperties : [];
    return issue.keys.map((key) => `${path}: there is no property ${key}${meant(key, known)}`);
  }
  if (issue.code === "invalid_value" && typeof issue.input === "string") {
    return [
      `${path}: there is no ${String(issue.path.at(-1))} ${issue.input}${meant(issue.input, issue.values.map(String))}`,
    ];
  }
  // What stands there may be a secret by mistake, so a value is shown only where it is one of a few words.
  return [`${path}: ${issue.input === undefined ? "is required" : issue.message}`];
}

function meant(word: string, candidates: readonly string[]): string {
  const near = nearest(word, candidates);
  if (near !== undefined) return `; ${near} may be meant`;
  return candidates.length === 0 ? "" : ` (there are ${candidates.join(", ")})`;
}

/**
 * A configuration as `--policy-pack-config` takes it: `{"rule": "level"}` or `{"rule": {"enforcementLevel": "level", …}}`.
 *
 * A level that is none is kept in `noLevel`, for readSettings to tell with the other problems.
 *
 * @throws PolicyConfigError where it is no object
 */
export function entriesOf(file: unknown): Map<string, ConfigEntry> {
  if (typeof file !== "object" || file === null || Array.isArray(file))
    throw new PolicyConfigError(["it is no object of rules"]);
  const entries = new Map<string, ConfigEntry>();
  for (const [name, value] of Object.entries(file as Record<string, unknown>)) {
    if (name === "environments") continue;
    const { enforcementLevel, ...properties } =
      typeof value === "object" && value !== null ? (value as Record<string, unknown>) : { enforcementLevel: value };
    const level = levelSchema.optional().safeParse(enforcementLevel);
    if (level.success) entries.set(name, { properties, ...(level.data === undefined ? {} : { level: level.data }) });
    else entries.set(name, { properties, noLevel: JSON.stringify(enforcementLevel) });
  }
  return entries;
}
