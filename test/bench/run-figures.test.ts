import type { Bench, Figure, Limit } from "../../bench/figure";
import { NotMeasured } from "../../bench/not-measured";
import { judge, resultOf, runFigures } from "../../bench/run-figures";

const bench = { keys: 10 } as Bench;

const figure = (name: string, limit?: Limit): Figure => ({
  name,
  about: "what",
  unit: "ratio",
  estimateMs: 1,
  ...(limit === undefined ? {} : { limit }),
  measure: async ({ keys }) => ({ value: keys, from: "all of them" }),
});

test("a result has just the five fields of the report, in their order", async () => {
  const [measured] = await runFigures([figure("a", { atMost: 10 })], bench, (_, work) => work());
  expect(JSON.stringify(measured && resultOf(measured))).toBe(
    '{"name":"a","value":10,"unit":"ratio","limit":10,"holds":true}',
  );
});

test("figures are measured one after the other, in their order", async () => {
  const log: string[] = [];
  await runFigures([figure("a"), figure("b")], bench, async ({ name }, work) => {
    log.push(`${name} begins`);
    const made = await work();
    log.push(`${name} ends`);
    return made;
  });
  expect(log).toEqual(["a begins", "a ends", "b begins", "b ends"]);
});

test.each<[number, Limit, boolean]>([
  [1.05, { atMost: 1.05 }, true],
  [1.051, { atMost: 1.05 }, false],
  [0.2, { atMost: 1.05 }, true],
  [11, { exactly: 11 }, true],
  [10, { exactly: 11 }, false],
  [12, { exactly: 11 }, false],
  [1, { atLeast: 1 }, true],
  [3.2, { atLeast: 1 }, true],
  [0.999, { atLeast: 1 }, false],
])("a value of %d under the limit %j holds: %s", (value, limit, holds) => {
  expect(judge(figure("a", limit), value, "").holds).toBe(holds);
});

test("what is judged is what is shown: digits that are cut off decide nothing", () => {
  expect(judge(figure("a", { atMost: 1.05 }), 1.0504, "")).toMatchObject({ value: 1.05, holds: true });
});

test("a figure that the machine cannot measure has no number and does not hold, and the others go on", async () => {
  const missing: Figure = {
    ...figure("missing"),
    measure: async () => {
      throw new NotMeasured("there is no go on PATH");
    },
  };
  const measured = await runFigures([missing, figure("a")], bench, (_, work) => work());
  expect(measured.map(resultOf)).toMatchObject([
    { name: "missing", value: null, limit: null, holds: false },
    { name: "a", value: 10, holds: true },
  ]);
  expect(measured[0]?.from).toBe("not measured: there is no go on PATH");
});

test("a figure that fails for another reason fails the run", async () => {
  const failing: Figure = { ...figure("failing"), measure: () => Promise.reject(new Error("answered 500")) };
  await expect(runFigures([failing], bench, (_, work) => work())).rejects.toThrow("answered 500");
});

test("a figure without a limit holds, and says that it has none", () => {
  expect(judge(figure("a"), 99, "")).toMatchObject({ limit: null, holds: true });
});
