import { once } from "../../../policy/wire/once";

test("a value is computed on first use and only once, even if it is undefined", () => {
  const make = jest.fn(() => undefined);
  const value = once(make);
  expect(make).not.toHaveBeenCalled();
  expect([value(), value()]).toEqual([undefined, undefined]);
  expect(make).toHaveBeenCalledTimes(1);
});
