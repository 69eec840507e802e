import fc from "fast-check";
import { type ApiKeyRecord, apiKeySchema } from "../../../../provider/api/contract/api-key";
import { apiKeyLiveOf, apiKeyOutputsOf } from "../../../../provider/resources/api-key/fields";

const at = "2026-02-01T00:00:00.000Z";
const live: ApiKeyRecord = { id: "key_1", name: "n", type: "secret", scopes: ["b:read", "a:read"] };

test("a secret key's value is what state holds, whatever a later answer looks like", () => {
  const shown = fc.oneof(fc.constantFrom(undefined, null, "", "****", "sk_****last"), fc.string());
  const record = fc.record(
    {
      id: fc.constant("key_1"),
      name: fc.string(),
      type: fc.constant("secret"),
      scopes: fc.array(fc.string()),
      value: shown,
      last_used: fc.constantFrom(null, undefined, "2026-01-01T00:00:00Z"),
      created_at: fc.constantFrom(null, undefined, "2026-01-01T00:00:00Z"),
    },
    { requiredKeys: ["id", "name", "type", "scopes"] },
  );
  fc.assert(
    fc.property(record, fc.constantFrom("sk_whole", undefined), (answer, value) => {
      const parsed = apiKeySchema.parse(answer);
      const outputs = apiKeyOutputsOf(parsed, { outputs: { value }, privateState: {} }, at);
      expect(outputs.value).toBe(value);
    }),
  );
});

test("an answer that calls a secret key publishable costs neither its type nor its value", () => {
  const recorded = { outputs: { type: "secret", value: "sk_whole" }, privateState: {} };
  const outputs = apiKeyOutputsOf({ ...live, type: "publishable", value: "sk_****" }, recorded, at);
  expect(outputs).toMatchObject({ type: "secret", value: "sk_whole" });
});

test("a publishable key's value is refreshed, and kept where the answer leaves it out", () => {
  const web: ApiKeyRecord = { ...live, type: "publishable", value: "pk_new" };
  const recorded = { outputs: { value: "pk_old" }, privateState: {} };
  expect(apiKeyOutputsOf(web, recorded, at).value).toBe("pk_new");
  const { value: _, ...without } = web;
  expect(apiKeyOutputsOf(without, recorded, at).value).toBe("pk_old");
});

test("what no answer tells stays: the environment, and what a newer version may have kept", () => {
  const recorded = { outputs: { environment: "sandbox", ofTomorrow: 1 }, privateState: {} };
  expect(apiKeyOutputsOf(live, recorded, at)).toMatchObject({ environment: "sandbox", ofTomorrow: 1 });
});

test("times that an answer leaves out stay as they were, and the reading has its own", () => {
  const recorded = {
    outputs: { createdAt: "c", updatedAt: "u", lastUsed: "l", lastUsedObservedAt: "before" },
    privateState: {},
  };
  expect(apiKeyOutputsOf(live, recorded, at)).toMatchObject({
    createdAt: "c",
    updatedAt: "u",
    lastUsed: "l",
    lastUsedObservedAt: at,
    scopes: ["a:read", "b:read"],
  });
});

test("what state holds stands in for the live key, of any version", () => {
  expect(
    apiKeyLiveOf({ outputs: { name: "n", type: "publishable", scopes: ["a"] }, privateState: {} }, "key_1"),
  ).toEqual({
    id: "key_1",
    name: "n",
    type: "publishable",
    scopes: ["a"],
  });
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom("name", "type", "scopes"), fc.jsonValue()), (outputs) => {
      const stood = apiKeyLiveOf({ outputs, privateState: {} }, "key_1");
      expect(stood.scopes.every((scope) => typeof scope === "string")).toBe(true);
      expect(["secret", "publishable"]).toContain(stood.type);
      expect(typeof stood.name).toBe("string");
    }),
  );
});
