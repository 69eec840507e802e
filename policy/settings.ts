import { z } from "zod";
import { issueWords } from "../provider/text/issue-words";
import { nearest } from "../provider/text/near";
import { ownCommand } from "../provider/text/own-command";
import { type Exemption, exemptionSchema } from "./exemptions";
import { type Level, levelIn, levelSchema, type Preset, presetSchema } from "./levels";
import { canRemediate, configSchemaOf, type Rule } from "./rule";

/** The entry `settings` of a configuration, beside the rules. */
export const packSettingsSchema = z.strictObject({
  preset: presetSchema.optional(),
  exemptions: z
    .array(exemptionSchema)
    .default([])
    .meta({ description: "Violations that are allowed: why, who is responsible, and until when." }),
});

/** Names in a configuration that are not rules: ours, and the engine's own. */
export const settingsEntry = "settings";
/** The engine's own: its level applies to every rule without a level of its own. */
export const allEntry = "all";
export const reservedNames = [settingsEntry, allEntry, "environments"];

/** The variable that sets the preset of a run. It takes precedence over the configuration. */
export const presetVariable = "PAYMENTS_POLICY_PRESET";

/** One entry of a configuration. Without a level the preset decides. */
export interface ConfigEntry {
  level?: Level;
  /** An invalid level, as JSON. */
  noLevel?: string;
  properties: Readonly<Record<string, unknown>>;
}

/** The settings of a pack in one run. */
export interface PackSettings {
  preset: Preset;
  /** By name of the rule, disabled ones included. */
  rules: ReadonlyMap<string, { level: Level; config: Readonly<Record<string, unknown>> }>;
  exemptions: readonly Exemption[];
}

export interface SettingsSources {
  rules: readonly Rule[];
  entries: ReadonlyMap<string, ConfigEntry>;
  /** Value of `PAYMENTS_POLICY_PRESET`. */
  environmentPreset?: string | undefined;
  /** The default of the pack itself. */
  packPreset?: Preset | undefined;
}

const exemptionProperties = Object.keys(exemptionSchema.shape);

/** Thrown where any part of a configuration is invalid: the run stops, because nothing may be ignored. */
export class PolicyConfigError extends Error {
  override readonly name = "PolicyConfigError";
  constructor(readonly problems: readonly string[]) {
    super(
      `the configuration of the policy pack has ${problems.length === 1 ? "a problem" : "problems"}:\n${problems.map((problem) => `  - ${problem}`).join("\n")}\nFix it, and check the file:\n    ${ownCommand} policy check-config FILE`,
    );
  }
}

/**
 * Reads a whole configuration. Pure.
 *
 * @throws PolicyConfigError with every problem at once, each with the closest valid name
 */
export function readSettings({ rules, entries, environmentPreset, packPreset }: SettingsSources): PackSettings {
  const problems: string[] = [];
  const names = rules.map(({ name }) => name);
  for (const [name, { noLevel }] of entries) {
    if (!names.includes(name) && !reservedNames.includes(name)) {
      problems.push(`unknown rule "${name}".${suggestion(name, [...names, settingsEntry])}`);
    } else if (noLevel !== undefined) {
      const near = noLevel.startsWith('"') ? suggestion(noLevel.slice(1, -1), levelSchema.options) : "";
      problems.push(`${name}: unknown level ${noLevel}.${near}`);
    }
  }
  const own = parse(packSettingsSchema, entries.get(settingsEntry)?.properties ?? {}, settingsEntry, problems);
  for (const [index, { rule }] of (own?.exemptions ?? []).entries()) {
    if (!names.includes(rule))
      problems.push(`settings.exemptions[${index}].rule: unknown rule "${rule}".${suggestion(rule, names)}`);
  }
  const all = entries.get(allEntry);
  for (const property of Object.keys(all?.properties ?? {}))
    problems.push(`${allEntry}: unknown property "${property}". It takes only a level`);
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

/** At `"all": "remediate"` a rule that can't remediate is mandatory, as in the engine. */
function levelForAll(rule: Rule, level: Level | undefined): Level | undefined {
  return level === "remediate" && !canRemediate(rule) ? "mandatory" : level;
}

function presetOf(value: string | undefined, problems: string[]): Preset | undefined {
  if (value === undefined || value === "") return undefined;
  const parsed = presetSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  problems.push(`${presetVariable}: unknown preset "${value}".${suggestion(value, presetSchema.options)}`);
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
    return issue.keys.map((key) => `${path}: unknown property "${key}".${suggestion(key, known)}`);
  }
  if (issue.code === "invalid_value" && typeof issue.input === "string") {
    return [
      `${path}: unknown ${String(issue.path.at(-1))} "${issue.input}".${suggestion(issue.input, issue.values.map(String))}`,
    ];
  }
  // The value may be a secret by mistake, so it is shown only where a few fixed words are valid.
  return [`${path}: ${issue.input === undefined ? "is required" : issue.message}`];
}

function suggestion(word: string, candidates: readonly string[]): string {
  const near = nearest(word, candidates);
  if (near !== undefined) return ` Did you mean "${near}"?`;
  return candidates.length === 0 ? "" : ` Valid names: ${candidates.join(", ")}`;
}

/**
 * A configuration as `--policy-pack-config` takes it: `{"rule": "level"}` or `{"rule": {"enforcementLevel": "level", …}}`.
 *
 * An invalid level is kept in `noLevel`, so that readSettings reports it with the other problems.
 *
 * @throws PolicyConfigError where it is not an object
 */
export function entriesOf(file: unknown): Map<string, ConfigEntry> {
  if (typeof file !== "object" || file === null || Array.isArray(file))
    throw new PolicyConfigError(["it is not an object of rules"]);
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
