import fc from "fast-check";
import { Struct } from "google-protobuf/google/protobuf/struct_pb.js";
import { structIn } from "../../../policy/wire/struct.js";

const values = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: "small" },
    fc.constant(null),
    fc.boolean(),
    fc.double({ noNaN: true }),
    fc.string({ unit: "grapheme" }),
    fc.array(tie("value"), { maxLength: 5 }),
    fc.dictionary(fc.string({ unit: "grapheme" }), tie("value"), { maxKeys: 5, noNullPrototype: true }),
  ),
})).value as fc.Arbitrary<never>;

test("whatever properties the SDK's own message writes are read as they were", () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), values, { noNullPrototype: true }), (properties) => {
      fc.pre(!JSON.stringify(properties).includes("__proto__"));
      expect(structIn(Struct.fromJavaScript(properties).serializeBinary())).toEqual(properties);
    }),
  );
});

test("a property with any name is a property of its own, and a value of no kind is null", () => {
  const named = Buffer.concat([Buffer.from([10, 13, 10, 9]), Buffer.from("__proto__"), Buffer.from([18, 0])]);
  expect(Object.entries(structIn(named))).toEqual([["__proto__", null]]);
});

test("properties that end too early are an error", () => {
  const whole = Buffer.from(Struct.fromJavaScript({ size: 3, name: "logs", more: [1] }).serializeBinary());
  const readable = Array.from(whole.keys()).filter((length) => {
    try {
      structIn(whole.subarray(0, length));
      return true;
    } catch {
      return false;
    }
  });
  // Only where one property ends and the next has not begun.
  expect(readable).toEqual([0, 23, 39]);
});
