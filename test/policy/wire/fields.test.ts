import { Fields } from "../../../policy/wire/fields.js";

test("a field of any wire type is passed over, and the next one is found", () => {
  const bytes = [
    [8, 172, 2],
    [17, 1, 2, 3, 4, 5, 6, 7, 8],
    [26, 2, 65, 66],
    [37, 1, 2, 3, 4],
    [128, 1, 1],
  ].flat();
  const fields = new Fields(new Uint8Array(bytes));
  const found: number[] = [];
  while (fields.next()) {
    found.push(fields.field);
    fields.skip();
  }
  expect(found).toEqual([1, 2, 3, 4, 16]);
});

test("numbers, truths and texts are read from any part of a larger buffer", () => {
  const whole = new Uint8Array([255, 8, 172, 2, 16, 1, 26, 3, 226, 130, 172, 255]);
  const fields = new Fields(whole.subarray(1, 11));
  const read = [() => fields.varint(), () => fields.bool(), () => fields.text()];
  expect(read.map((one) => [fields.next(), one()])).toEqual([
    [true, 300],
    [true, true],
    [true, "€"],
  ]);
  expect(fields.next()).toBe(false);
});

test.each([
  ["a number", [8, 172]],
  ["a text", [10, 3, 65]],
  ["a double", [9, 1, 2]],
  ["a group, which nobody writes any more", [11]],
])("%s that ends too early is an error", (_, bytes) => {
  const fields = new Fields(new Uint8Array(bytes));
  fields.next();
  expect(() => fields.skip()).toThrow("the engine sent a message that ends before its last field does");
});
