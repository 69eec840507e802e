import { realEdges } from "../../../provider/api/edges.js";

test("the real clock does not go back, and a wait ends", async () => {
  const before = realEdges.monotonicMs();
  await realEdges.sleep(2);
  expect(realEdges.monotonicMs()).toBeGreaterThan(before);
});

test("randomness stays within [0, 1)", () => {
  for (let count = 0; count < 100; count += 1) {
    const value = realEdges.random();
    expect(value >= 0 && value < 1).toBe(true);
  }
});

test("lines for a person go to standard error, one at a time", () => {
  const write = jest.spyOn(process.stderr, "write").mockReturnValue(true);
  realEdges.say("one line");
  expect(write.mock.calls).toEqual([["one line\n"]]);
  write.mockRestore();
});
