import fc from "fast-check";
import { readSettings } from "../../../provider/configuration/read-settings";
import { settingNames } from "../../../provider/configuration/settings";
import { complete, planted, sources } from "./support";

const read = (config: Record<string, string>, environment: Record<string, string> = {}) =>
  readSettings(sources(config, environment));

describe("defaults", () => {
  test("are those that the documentation promises", () => {
    expect(read({}).values).toEqual({
      endpointAccount: "merchant",
      driftCheck: "strict",
      dueRotations: "apply",
      refreshBeforeUpdate: true,
      updateMethod: "auto",
      requireEndpointRead: false,
      failOnUnhealthy: false,
      deletionGuard: { unusedHours: 24 },
      allowInsecureHttp: false,
      timeouts: { connectMs: 5_000, headersMs: 15_000, bodyMs: 15_000, totalMs: 60_000 },
      maxConcurrency: 8,
      snapshotMaxAgeMs: 30_000,
      absenceConfirmMs: 5_000,
      newKeyGraceMs: 15_000,
    });
  });

  test("fill what a part of the timeouts leaves out", () => {
    expect(read({ "payments:timeouts": '{"totalMs":1000}' }).values.timeouts).toEqual({
      connectMs: 5_000,
      headersMs: 15_000,
      bodyMs: 15_000,
      totalMs: 1_000,
    });
  });
});

/** What zod says by itself; nobody who sets up a stack knows the word of a schema library. */
const wordsOfZod =
  /invalid (?:input|option|string|key|element)|expected|received|too (?:small|big)|unrecognized|pattern/i;
const wrongValues = [
  "",
  " ",
  "5",
  "-1",
  "0",
  "1.5",
  "1e400",
  "9007199254740993",
  "true",
  "null",
  "nonsense",
  "strct",
  '"text"',
  "[]",
  "[1]",
  "{}",
  '{"a":1}',
  '{"connectMs":-1,"headersMs":"x","bodyMs":1.5,"totalMs":null}',
  '{"unusedHours":0}',
  '{"unusedHours":"x"}',
  '{"unusedHours":24,"more":1}',
];

describe("what is wrong with a value", () => {
  test.each(settingNames)("of %s is said in our words, in the stack's configuration and in a profile", (name) => {
    const messages = wrongValues.flatMap((text) => {
      const value = /^[[{"\d-]|^true$|^null$/.test(text) && text !== "1e400" ? text : JSON.stringify(text);
      const profiles = [`{"eu":{${JSON.stringify(name)}:${value}}}`, `{"eu":${value}}`, value];
      return [
        read({ [`payments:${name}`]: text }),
        ...profiles.map((each) => read({ "payments:profiles": each })),
      ].flatMap(({ problems }) => problems.map(({ message }) => message));
    });
    expect(messages.length).toBeGreaterThan(0);
    expect(messages.filter((message) => wordsOfZod.test(message))).toEqual([]);
  });

  test.each([
    ["driftCheck", "strct", 'must be one of strict, warn, off, collect. Did you mean "strict"?'],
    ["maxConcurrency", "many", "must be a number"],
    ["maxConcurrency", "1.5", "must be a whole number"],
    ["maxConcurrency", "65", "must be at most 64"],
    ["snapshotMaxAgeMs", "-1", "must be at least 0"],
    ["requireEndpointRead", "yes", "must be true or false"],
    ["accountId", "", "must not be empty"],
    ["timeouts", '{"connectMs":0}', "must be above 0"],
    ["timeouts", "fast", "must be an object"],
    ["deletionGuard", '{"hours":1}', 'must be "off" or { unusedHours: 24 }, a number of hours above 0'],
  ])("of %s, %s: %s", (name, text, message) => {
    expect(read({ [`payments:${name}`]: text }).problems.map((problem) => problem.message)).toEqual([message]);
  });
});

describe("the environment", () => {
  test("wins for the credential, which is said once where they differ, never the value", () => {
    const { values, notes, problems } = read(complete, { PAYMENTS_API_KEY: `${planted}_rotated` });
    expect(values.apiKey).toBe(`${planted}_rotated`);
    expect(problems).toEqual([]);
    expect(notes).toHaveLength(1);
    expect(notes[0]).toContain("PAYMENTS_API_KEY");
    expect(notes[0]).not.toContain(planted);
  });

  test("says nothing where it agrees, or is empty", () => {
    expect(read(complete, { PAYMENTS_API_KEY: complete["payments:apiKey"] }).notes).toEqual([]);
    const { values, notes } = read(complete, { PAYMENTS_API_KEY: "" });
    expect(notes).toEqual([]);
    expect(values.apiKey).toBe(complete["payments:apiKey"]);
  });

  test.each([
    ["PAYMENTS_BASE_URL", "baseUrl", "https://other.example.com"],
    ["PAYMENTS_ACCOUNT_ID", "accountId", "acct_other"],
    ["PAYMENTS_PARTNER_ACCOUNT_ID", "partnerAccountId", "acct_other"],
    ["PAYMENTS_ENVIRONMENT", "environment", "production"],
  ] as const)("%s only fills what configuration leaves out; a difference is refused", (variable, name, value) => {
    expect(read({}, { [variable]: value }).values[name]).toBe(value);
    const configured = { baseUrl: "https://p.example.com", environment: "sandbox" }[name as string] ?? "acct_1";
    const both = read({ [`payments:${name}`]: configured }, { [variable]: value });
    expect(both.problems).toEqual([expect.objectContaining({ path: variable, fix: `unset ${variable}` })]);
    expect(read({ [`payments:${name}`]: value }, { [variable]: value }).problems).toEqual([]);
  });

  test("may spell the configured address in another way", () => {
    const config = { "payments:baseUrl": "https://payments.example.com" };
    expect(read(config, { PAYMENTS_BASE_URL: "https://payments.example.com/v1/" }).problems).toEqual([]);
  });

  test("that is ill-formed is fixed where it stands, since the stack's configuration would not win over it", () => {
    const [problem] = read({}, { PAYMENTS_DRIFT_CHECK: "sometimes" }).problems;
    expect(problem).toMatchObject({ path: "PAYMENTS_DRIFT_CHECK", fix: "export PAYMENTS_DRIFT_CHECK=strict" });
  });
});

describe("text", () => {
  test("of an id or a key that looks like a number stays text", () => {
    const { values } = read({ "payments:accountId": "12345", "payments:apiKey": "true" });
    expect(values).toMatchObject({ accountId: "12345", apiKey: "true" });
  });

  test("of a number or a flag is read as such", () => {
    const { values } = read({ "payments:maxConcurrency": "3", "payments:failOnUnhealthy": "true" });
    expect(values).toMatchObject({ maxConcurrency: 3, failOnUnhealthy: true });
  });

  test.each([
    ["maxConcurrency", "0"],
    ["maxConcurrency", "many"],
    ["timeouts", '{"totalMs":-1}'],
    ["timeouts", '{"totalMS":1}'],
    ["driftCheck", "sometimes"],
    ["updateMethod", "DELETE"],
    ["snapshotMaxAgeMs", "-1"],
    ["failOnUnhealthy", "yes"],
    ["environment", "staging"],
    ["baseUrl", "ftp://x"],
    ["apiKey", ""],
  ])("%s %s is refused with the line that fixes it", (name, value) => {
    const { problems, given } = read({ [`payments:${name}`]: value });
    expect(problems).toHaveLength(1);
    expect(problems[0]!.path.startsWith(`payments:${name}`)).toBe(true);
    expect(problems[0]!.fix).toMatch(new RegExp(`^pulumi config set (--secret )?payments:${name}( |$)`));
    expect(given.has(name as never)).toBe(true);
  });
});

describe("a key that is no setting", () => {
  test.each([
    ["payments:apikey", "payments:apiKey"],
    ["payments:baseURL", "payments:baseUrl"],
    ["payments:acountId", "payments:accountId"],
    ["payments:driftcheck", "payments:driftCheck"],
    ["payments:profile", "payments:profiles"],
  ])("%s is an error that names %s", (key, near) => {
    const [problem] = read({ [key]: "x" }).problems;
    expect(problem).toMatchObject({ path: key, fix: `pulumi config rm ${key}` });
    expect(problem!.message).toContain(`Did you mean "${near}"?`);
  });

  test("without a near match is an error that lists the settings", () => {
    expect(read({ "payments:wholly-other": "x" }).problems[0]!.message).toContain("payments:snapshotMaxAgeMs");
  });

  test("of another namespace is nobody's concern here", () => {
    expect(read({ "aws:region": "x", "payments2:x": "y", region: "z" }).problems).toEqual([]);
  });
});

test("every problem is told at once, one a setting", () => {
  const bad = { driftCheck: "x", maxConcurrency: "x", environment: "x", endpointAccount: "x", timeouts: "x" };
  const config = Object.fromEntries(Object.entries(bad).map(([name, value]) => [`payments:${name}`, value]));
  expect(
    read(config)
      .problems.map(({ path }) => path)
      .sort(),
  ).toEqual(Object.keys(config).sort());
});

test("whatever the text, nothing is thrown, and each setting that is given is read or has its own problem", () => {
  const text = fc.oneof(fc.string(), fc.json());
  const given = fc.dictionary(fc.constantFrom(...settingNames), text, { noNullPrototype: true });
  fc.assert(
    fc.property(given, (texts) => {
      const config = Object.fromEntries(Object.entries(texts).map(([name, each]) => [`payments:${name}`, each]));
      const { problems, values, profiles } = read(config);
      const hasProblem = (path: string): boolean => problems.some((each) => each.path.startsWith(path));
      const { profiles: declared, ...plain } = texts;
      for (const name of Object.keys(plain))
        expect(Object.hasOwn(values, name) || hasProblem(`payments:${name}`)).toBe(true);
      if (declared === undefined) return;
      for (const name of namesIn(declared) ?? [undefined])
        expect((name !== undefined && profiles.has(name)) || hasProblem("payments:profiles")).toBe(true);
    }),
    {
      examples: [
        [{ profiles: "{}" }],
        [{ profiles: "[]" }],
        [{ profiles: '{"__proto__":{}}' }],
        [{ profiles: '{"live":{"accountId":"acct_1"},"No":{}}' }],
      ],
    },
  );
});

/** The names of the profiles in such a text. Undefined: it is no object of profiles. */
function namesIn(text: string): string[] | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? Object.keys(value) : undefined;
  } catch {
    return undefined;
  }
}
