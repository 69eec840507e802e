import { engineAgeMs } from "../../../provider/dynamic/engine-age";

test("the engine is looked for once, and is the older the later one asks", () => {
  let asked = 0;
  const find = () => {
    asked++;
    return { pid: 1, parentPid: 0, command: "pulumi", args: [], ageMs: 60_000 };
  };
  const first = engineAgeMs(find);
  let second = engineAgeMs(find);
  while (second === first) second = engineAgeMs(find);
  expect(first).toBeGreaterThanOrEqual(60_000);
  expect(second).toBeGreaterThan(first);
  expect(asked).toBe(1);
});
