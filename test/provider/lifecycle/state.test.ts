import fc from "fast-check";
import { z } from "zod";
import { isRecorded, type Placement, readStored, unknownOutputs, writeStored } from "../../../provider/lifecycle/state";
import { resources } from "../../../provider/resources/registry";
import { knownSecrets } from "../../../provider/text/secrets";
import { carried } from "../../stand-in-engine/in-process-host";
import { complete, configurationOf } from "../configuration/support";

const configuration = configurationOf({
  ...complete,
  "payments:environment": "sandbox",
  "payments:profiles": '{"eu":{"accountId":"acct_eu"}}',
});
const main: Placement = { connection: configuration.main!, accountId: "acct_main", accountNamed: false };
const eu: Placement = { connection: configuration.profiles.get("eu")!, accountId: "acct_9", accountNamed: true };
const privateState = z.object({ found: z.array(z.string()) }).partial();
type Private = z.infer<typeof privateState>;
const secretNames = new Set(["value"]);

test("what is written is read back: outputs, what is kept, and where it lives", () => {
  const state = writeStored({ name: "n" }, { found: ["a"] }, eu, secretNames);
  const { outputs, privateState: read, origin } = readStored(privateState, { ...state, __provider: "code" });
  expect(outputs).toMatchObject({ name: "n" });
  expect(outputs).not.toHaveProperty("__provider");
  expect(read).toEqual({ found: ["a"] });
  expect(origin).toEqual({
    serviceUrl: "https://payments.example.com",
    environment: "sandbox",
    accountId: "acct_9",
    profile: "eu",
    accountNamed: true,
  });
});

test("a resource that left its profile is recorded without it", () => {
  const before = writeStored({}, {}, eu, secretNames);
  const { outputs } = readStored(privateState, before);
  expect(writeStored({ ...outputs }, {}, main, secretNames)).not.toHaveProperty("profile");
});

test("an environment that the configuration no longer names stays recorded", () => {
  const { environment: _, ...connection } = configuration.main!;
  expect(writeStored({ environment: "sandbox" }, {}, { ...main, connection }, secretNames)).toMatchObject({
    environment: "sandbox",
  });
});

test("no credential is ever written", () => {
  expect(JSON.stringify([writeStored({}, {}, main, secretNames), writeStored({}, {}, eu, secretNames)])).not.toContain(
    "PLANTED",
  );
});

describe("a secret that a service shows in another field", () => {
  const value = "sk_live_a1b2c3d4e5f6g7h8i9j0";
  beforeAll(() => knownSecrets.learn(value));

  test("is in the secret outputs alone", () => {
    const names = { name: value, current: { name: `key ${value}` }, scopes: ["a:read", value] };
    const state = writeStored({ ...names, value }, { shownAs: { name: value } }, main, secretNames);
    const { value: secret, ...others } = state;
    expect(secret).toBe(value);
    expect(JSON.stringify(others)).not.toContain("a1b2c3d4e5f6");
  });

  test("leaves ids as they are, also one that the value was built from", () => {
    const id = "key_0123456789abcdef";
    knownSecrets.learn(`sk_live_${id}_Zz9Yy8Xx7Ww6`);
    const state = writeStored(
      { current: { id, name: `named ${id}` }, apiKeyId: id },
      { current: { id } },
      main,
      secretNames,
    );
    expect(state).toMatchObject({ current: { id }, apiKeyId: id, __kept: { current: { id } } });
  });

  test("is no difference from what state holds in its place, and another text is one", () => {
    expect(isRecorded(value, "[redacted]")).toBe(true);
    expect(isRecorded(`key ${value}!`, "key [redacted]!")).toBe(true);
    expect(isRecorded("key (x)", "key ([redacted])")).toBe(true);
    expect(isRecorded(["a:read", value], ["[redacted]", "a:read"])).toBe(true);
    expect(isRecorded(`lock ${value}!`, "key [redacted]!")).toBe(false);
    expect(isRecorded(["b:read", value], ["[redacted]x", "a:read"])).toBe(false);
    expect(isRecorded(["a:read"], ["[redacted]", "a:read"])).toBe(false);
    expect(isRecorded("x", "y")).toBe(false);
    expect(isRecorded(7, "[redacted]")).toBe(false);
  });

  test("whatever the text, what is written of it is recorded", () => {
    const odd = fc.array(fc.oneof(fc.constant(value), fc.string({ unit: "binary" }))).map((parts) => parts.join(""));
    fc.assert(
      fc.property(odd, fc.array(odd), (name, scopes) => {
        const state = writeStored({ name, scopes }, {}, main, secretNames);
        expect(JSON.stringify(state)).not.toContain("a1b2c3d4e5f6");
        expect(isRecorded(name, state.name)).toBe(true);
        expect(isRecorded(scopes, state.scopes)).toBe(true);
      }),
    );
  });
});

test("state that another version wrote is read for what it has, and nothing throws", () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.jsonValue(), (properties, odd) => {
      const read = readStored<Private>(privateState, { ...properties, __kept: odd, serviceUrl: odd });
      if (typeof odd !== "string") expect(read.origin).not.toHaveProperty("serviceUrl");
      expect(Array.isArray(read.privateState.found) || read.privateState.found === undefined).toBe(true);
    }),
  );
});

test("a kept field that cannot be read takes no other with it", () => {
  const adopting = z.object({ found: z.array(z.string()), adopted: z.literal(true) }).partial();
  const { privateState: read } = readStored<z.infer<typeof adopting>>(adopting, {
    __kept: { found: "odd", adopted: true },
  });
  expect(read).toEqual({ adopted: true });
});

test("of what this version writes no output is unknown to it, and of what it does not write each is", () => {
  for (const { args, outputs } of Object.values(resources)) {
    const everywhere = { ...args.shape, ...outputs.shape, accountId: 1, serviceUrl: 1, environment: 1, profile: 1 };
    expect(unknownOutputs({ args, outputs }, { ...everywhere, __kept: {}, __provider: "", __resource: {} })).toEqual(
      [],
    );
    expect(unknownOutputs({ args, outputs }, { ...everywhere, addedLater: 1, another: 2 })).toEqual([
      "addedLater",
      "another",
    ]);
  }
});

test("what is written is what the engine can carry: no undefined, no Date, the same on the other side", () => {
  const value = fc.oneof(fc.jsonValue(), fc.constant(undefined), fc.date({ noInvalidDate: true }));
  const outputs = fc.dictionary(
    fc.string({ minLength: 1 }),
    fc.oneof(value, fc.array(value), fc.object({ values: [value] })),
  );
  fc.assert(
    fc.property(outputs, (each) => {
      // No property of ours, and one that every assignment loses.
      fc.pre(!JSON.stringify(each).includes("__proto__"));
      const state = writeStored(each, { found: ["a"], other: undefined }, main, secretNames);
      expect(holdsOnlyJson(state)).toBe(true);
      expect(JSON.stringify(sorted(carried(state)))).toBe(JSON.stringify(sorted(state)));
    }),
  );
});

function holdsOnlyJson(value: unknown): boolean {
  if (value === null || ["string", "number", "boolean"].includes(typeof value)) return true;
  if (Array.isArray(value)) return value.every(holdsOnlyJson);
  const isPlain = typeof value === "object" && Object.getPrototypeOf(value) === Object.prototype;
  return isPlain && Object.values(value as object).every(holdsOnlyJson);
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  return Object.entries(value)
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([name, inner]) => [name, sorted(inner)]);
}
