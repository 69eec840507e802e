import { readSettings } from "../../../provider/configuration/read-settings";
import {
  configKey,
  metaOf,
  profileCredentialVariable,
  settingNames,
  settingSchemas,
} from "../../../provider/configuration/settings";
import { sources } from "./support";

test.each(settingNames)("%s says what it is and how it is set", (name) => {
  const meta = metaOf(name);
  expect(meta.description).toMatch(/^[A-Z].*\.$/s);
  expect(meta.example.length).toBeGreaterThan(0);
});

test.each(settingNames)("the example of %s is a value that it takes", (name) => {
  const { example, secret } = metaOf(name);
  const text = secret ? "anything" : example.replace(/^'(.*)'$/s, "$1");
  const { values, profiles, problems } = readSettings(sources({ [configKey(name)]: text }));
  expect(problems).toEqual([]);
  expect(name === "profiles" ? [...profiles.keys()] : values[name]).toEqual(
    name === "profiles" ? ["eu"] : expect.anything(),
  );
});

test("no two settings have one variable, and every variable says who wins", () => {
  const variables = settingNames.flatMap((name) => metaOf(name).environment ?? []);
  expect(new Set(variables).size).toBe(variables.length);
  for (const name of settingNames) {
    expect(metaOf(name).environment === undefined).toBe(metaOf(name).precedence === undefined);
  }
});

test("every time is in milliseconds by name", () => {
  const timed = settingNames.filter((name) => metaOf(name).unit === "ms" && name !== "timeouts");
  expect(timed.every((name) => name.endsWith("Ms"))).toBe(true);
  expect(Object.keys(settingSchemas.timeouts.parse({})).every((name) => name.endsWith("Ms"))).toBe(true);
});

test("only the credential is secret", () => {
  expect(settingNames.filter((name) => metaOf(name).secret)).toEqual(["apiKey"]);
});

test("a profile's variable is its name in capitals, dashes as underscores", () => {
  expect(profileCredentialVariable("eu-West")).toBe("PAYMENTS_PROFILE_EU_WEST_API_KEY");
});
