import { once } from "../../../policy/wire/once.js";

test("a value is made when it is first asked for, and never again, not even where it is undefined", () => {
  const make = jest.fn(() => undefined);
  const value = once(make);
  expect(make).not.toHaveBeenCalled();
  expect([value(), value()]).toEqual([undefined, undefined]);
  expect(make).toHaveBeenCalledTimes(1);
});
