import fc from "fast-check";
import { unknownMarker } from "../../../provider/lifecycle/inputs";
import { received, sent } from "../../../provider/native/properties";
import { asSecret, isSecret } from "../../../provider/wire/special-values";

const signature = "4dabf18193072939515e22adb298388d";
const plain = fc.dictionary(fc.stringMatching(/^[a-z]{1,8}$/), fc.jsonValue({ maxDepth: 3 }));

test("what is sent with marks is received as it was, with the same names marked", () => {
  fc.assert(
    fc.property(plain, fc.uniqueArray(fc.stringMatching(/^[a-z]{1,8}$/)), (properties, names) => {
      const marked = names.filter((name) => properties[name] !== undefined && properties[name] !== null);
      const back = received(sent(properties, new Set(names)));
      expect(back.properties).toEqual(properties);
      expect([...back.secrets].sort()).toEqual([...marked].filter((name) => name in properties).sort());
    }),
  );
});

test("a secret anywhere inside a property marks it, at any depth", () => {
  const { properties, secrets } = received({
    rotation: { trigger: asSecret("x"), list: [{ deep: asSecret(1) }] },
    name: "n",
  });
  expect(properties).toEqual({ rotation: { trigger: "x", list: [{ deep: 1 }] }, name: "n" });
  expect([...secrets]).toEqual(["rotation"]);
});

test("whatever type an unknown value stands for, it becomes the one marker, in a secret too", () => {
  const unknown = "3eeb2bf0-c639-47a8-9e75-3b44932eb421";
  expect(received({ a: unknown, b: asSecret(unknown) }).properties).toEqual({ a: unknownMarker, b: unknownMarker });
});

test("a resource stands for its id, and for something unknown while it has none", () => {
  const reference = { [signature]: "5cf8f73096256a8f31e491e813e4eb8e", urn: "urn:x" };
  expect(received({ apiKeyId: { ...reference, id: "key_1" } }).properties).toEqual({ apiKeyId: "key_1" });
  expect(received({ apiKeyId: { ...reference, id: "" } }).properties).toEqual({ apiKeyId: unknownMarker });
});

test("an output value is its value, or unknown, and may be secret", () => {
  const output = { [signature]: "d0e6a833031e9bbcd3f4e8bde6ca49a4" };
  const { properties, secrets } = received({ a: { ...output, value: 7, secret: true }, b: output });
  expect(properties).toEqual({ a: 7, b: unknownMarker });
  expect([...secrets]).toEqual(["a"]);
});

test("nothing that is absent is marked", () => {
  expect(sent({ value: undefined, retiringValue: null }, new Set(["value", "retiringValue"]))).toEqual({
    value: undefined,
    retiringValue: null,
  });
  expect(isSecret(sent({ value: "" }, new Set(["value"])).value)).toBe(true);
});
