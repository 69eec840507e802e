import { deletionGuardKept } from "../../policy/rules/deletion-guard-kept";
import { maxKeysPerStack } from "../../policy/rules/max-keys-per-stack";
import { noWildcardScope } from "../../policy/rules/no-wildcard-scope";
import {
  type ConfigEntry,
  entriesOf,
  PolicyConfigError,
  readSettings,
  type SettingsSources,
} from "../../policy/settings";

const rules = [
  noWildcardScope,
  maxKeysPerStack,
  deletionGuardKept,
  { ...maxKeysPerStack, name: "guess", strictLevel: "advisory" as const },
  { ...maxKeysPerStack, name: "sleeper", level: "disabled" as const },
];
const read = (file: Record<string, unknown>, more: Partial<SettingsSources> = {}) =>
  readSettings({ rules, entries: entriesOf(file), ...more });
const levelsOf = (file: Record<string, unknown>, more: Partial<SettingsSources> = {}) =>
  Object.fromEntries([...read(file, more).rules].map(([name, { level }]) => [name, level]));
const problemsOf = (file: Record<string, unknown>, more: Partial<SettingsSources> = {}): readonly string[] => {
  try {
    read(file, more);
  } catch (error) {
    if (error instanceof PolicyConfigError) return error.problems;
    throw error;
  }
  return [];
};

const recommended = {
  "no-wildcard-scope": "mandatory",
  "max-keys-per-stack": "advisory",
  "deletion-guard-kept": "advisory",
  guess: "advisory",
  sleeper: "disabled",
};
const strict = { ...recommended, "max-keys-per-stack": "mandatory", "deletion-guard-kept": "mandatory" };
const audit = { ...recommended, "no-wildcard-scope": "advisory" };

test("without a configuration every rule has its own level and defaults", () => {
  expect(levelsOf({})).toEqual(recommended);
  expect(read({}).rules.get("max-keys-per-stack")?.config).toEqual({ most: 50 });
});

test("strict makes all rules mandatory except those that guess, audit makes none fail, and neither enables a disabled rule", () => {
  expect(levelsOf({ settings: { preset: "strict" } })).toEqual(strict);
  expect(levelsOf({ settings: { preset: "audit" } })).toEqual(audit);
});

test("a rule's level takes precedence over the environment's preset, then the file's, then the pack's", () => {
  expect(levelsOf({}, { packPreset: "strict" })).toEqual(strict);
  expect(levelsOf({ settings: { preset: "audit" } }, { packPreset: "strict" })).toEqual(audit);
  const environmentPreset = "strict";
  expect(levelsOf({ settings: { preset: "audit" } }, { environmentPreset })).toEqual(strict);
  expect(levelsOf({ sleeper: "advisory" }, { environmentPreset })).toEqual({ ...strict, sleeper: "advisory" });
  expect(levelsOf({ "no-wildcard-scope": { enforcementLevel: "disabled" } }, { environmentPreset: "" })).toEqual({
    ...recommended,
    "no-wildcard-scope": "disabled",
  });
});

test("all sets the level of every rule without one of its own, with any preset, as in the engine", () => {
  const byName = (level: string) => Object.fromEntries(rules.map(({ name }) => [name, level]));
  expect(levelsOf({ all: "advisory" })).toEqual(byName("advisory"));
  expect(levelsOf({ all: { enforcementLevel: "mandatory" } }, { environmentPreset: "audit" })).toEqual(
    byName("mandatory"),
  );
  expect(levelsOf({ all: "disabled", sleeper: "mandatory", settings: { preset: "strict" } })).toEqual({
    ...byName("disabled"),
    sleeper: "mandatory",
  });
  expect(levelsOf({ all: "remediate" })).toEqual({ ...byName("mandatory"), "deletion-guard-kept": "remediate" });
});

test("all takes only a level", () => {
  expect(problemsOf({ all: { enforcementLevel: "advisory", most: 3 } })).toEqual([
    'all: unknown property "most". It takes only a level',
  ]);
  expect(problemsOf({ all: "advisry" })).toEqual(['all: unknown level "advisry". Did you mean "advisory"?']);
});

test("a rule may be configured without a level", () => {
  expect(read({ "max-keys-per-stack": { most: 3 } }).rules.get("max-keys-per-stack")).toEqual({
    level: "advisory",
    config: { most: 3 },
  });
});

test("all problems are reported at once, each with the closest name", () => {
  const exemption = { rule: "no-wildcard-scop", name: "a", reason: "r", owner: "o", expires: "2027-01-31" };
  expect(
    problemsOf(
      {
        "no-wildcard-scop": "advisory",
        "max-keys-per-stack": { mots: 3 },
        "deletion-guard-kept": { stacks: "prod" },
        setings: {},
        settings: { preset: "strct", exemptions: [exemption, { ...exemption, rule: "guess", exipres: 1 }] },
      },
      { environmentPreset: "audti" },
    ),
  ).toEqual([
    'unknown rule "no-wildcard-scop". Did you mean "no-wildcard-scope"?',
    'unknown rule "setings". Did you mean "settings"?',
    'settings.preset: unknown preset "strct". Did you mean "strict"?',
    'settings.exemptions[1]: unknown property "exipres". Did you mean "expires"?',
    'PAYMENTS_POLICY_PRESET: unknown preset "audti". Did you mean "audit"?',
    'max-keys-per-stack: unknown property "mots". Did you mean "most"?',
    "deletion-guard-kept.stacks: must be a list",
  ]);
});

test("the rule of an exemption must exist, and its reason, owner and last day are required", () => {
  const exemption = { rule: "no-wildcard-scop", name: "a", reason: "r", owner: "o", expires: "2027-01-31" };
  expect(problemsOf({ settings: { exemptions: [exemption] } })).toEqual([
    'settings.exemptions[0].rule: unknown rule "no-wildcard-scop". Did you mean "no-wildcard-scope"?',
  ]);
  expect(problemsOf({ settings: { exemptions: [{ rule: "guess", name: "a" }] } })).toEqual([
    "settings.exemptions[0].reason: is required",
    "settings.exemptions[0].owner: is required",
    "settings.exemptions[0].expires: is required",
  ]);
});

test("the engine's reserved names are not misspelled rules", () => {
  expect(problemsOf({ all: "advisory", environments: ["dev"] })).toEqual([]);
});

test("a name without a close match is reported with all valid names", () => {
  expect(problemsOf({ "max-keys-per-stack": { zzzzzzzzz: 1 } })).toEqual([
    'max-keys-per-stack: unknown property "zzzzzzzzz". Valid names: most',
  ]);
});

test("an invalid level is reported with the other problems, unless the rule itself is unknown", () => {
  const file = { "no-wildcard-scope": "mandatry", guess: 5, "max-keys-per-stack": { mots: 1 }, gess: "stritc" };
  expect(problemsOf(file)).toEqual([
    'no-wildcard-scope: unknown level "mandatry". Did you mean "mandatory"?',
    "guess: unknown level 5.",
    'unknown rule "gess". Did you mean "guess"?',
    'max-keys-per-stack: unknown property "mots". Did you mean "most"?',
  ]);
});

test("a file that is not an object is refused", () => {
  expect(() => entriesOf([])).toThrow(/not an object of rules/);
  const entries: ReadonlyMap<string, ConfigEntry> = entriesOf({ guess: { enforcementLevel: "remediate", most: 1 } });
  expect([...entries]).toEqual([["guess", { level: "remediate", properties: { most: 1 } }]]);
});
