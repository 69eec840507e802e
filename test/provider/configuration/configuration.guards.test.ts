import { complete, configurationOf } from "./support.js";

test.each([
  [undefined, []],
  ["", []],
  ["key_1", ["key_1"]],
  [" key_1, ,key_2,", ["key_1", "key_2"]],
])("PAYMENTS_FORCE and PAYMENTS_ALLOW_SELF of %j name the keys %j, each for its own guard", (text, expected) => {
  const of = (name: string) => configurationOf(complete, text === undefined ? {} : { [name]: text });
  expect([...of("PAYMENTS_FORCE").force]).toEqual(expected);
  expect([...of("PAYMENTS_FORCE").allowSelf]).toEqual([]);
  expect([...of("PAYMENTS_ALLOW_SELF").allowSelf]).toEqual(expected);
  expect([...of("PAYMENTS_ALLOW_SELF").force]).toEqual([]);
});

test.each([
  ["off", "off"],
  ['{"unusedHours":48}', { unusedHours: 48 }],
])("payments:deletionGuard %s is the stack's guard", (text, expected) => {
  expect(configurationOf({ ...complete, "payments:deletionGuard": text }).deletionGuard).toEqual(expected);
});
