import { realDependencies } from "../../../provider/api/dependencies";

test("the real clock does not go back, and a wait ends", async () => {
  const before = realDependencies.monotonicMs();
  await realDependencies.sleep(2);
  expect(realDependencies.monotonicMs()).toBeGreaterThan(before);
});

test("randomness stays within [0, 1)", () => {
  for (let count = 0; count < 100; count += 1) {
    const value = realDependencies.random();
    expect(value >= 0 && value < 1).toBe(true);
  }
});

test("lines for a person go to standard error, one at a time", () => {
  const write = jest.spyOn(process.stderr, "write").mockReturnValue(true);
  realDependencies.say("one line");
  expect(write.mock.calls).toEqual([["one line\n"]]);
  write.mockRestore();
});
