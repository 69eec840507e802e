import type { Figure, Limit } from "../../bench/figure";
import { writePage } from "../../bench/page";
import { judge, notMeasured } from "../../bench/run-figures";

const figure = (name: string, limit?: Limit): Figure => ({
  name,
  about: `About ${name}`,
  unit: "s",
  estimateMs: 1,
  ...(limit === undefined ? {} : { limit }),
  measure: async () => ({ value: 1, from: "" }),
});
const [one, two, three] = [figure("one", { atMost: 2 }), figure("two"), figure("three")];

const first = writePage(
  [one, two],
  { label: "2026-01-01: 2 cores", measurements: [judge(one, 1.5, "3 pairs"), notMeasured(two, "no go")] },
  "",
);

test("a whole run writes a line for each figure, all of that run", () => {
  expect(first).toContain("1. 2026-01-01: 2 cores.\n");
  expect(first).toContain("| `one` | 1.5 s | ≤ 2 s | yes | About one | 3 pairs | 1 |");
  expect(first).toContain("| `two` |  |  |  | About two | not measured: no go | 1 |");
});

test("a part of the figures keeps the other lines, and each says of which run it is", () => {
  const page = writePage([one, two], { label: "2026-02-02: 8 cores", measurements: [judge(two, 4, "quick")] }, first);
  expect(page).toContain("1. 2026-01-01: 2 cores.\n2. 2026-02-02: 8 cores.\n");
  expect(page).toContain("| `one` | 1.5 s | ≤ 2 s | yes | About one | 3 pairs | 1 |");
  expect(page).toContain("| `two` | 4 s |  |  | About two | quick | 2 |");
});

test("lines that were not measured are kept with their reason, said once", () => {
  const page = writePage([one, two], { label: "2026-02-02: 8 cores", measurements: [judge(one, 1, "")] }, first);
  expect(page).toContain("| About two | not measured: no go | 1 |");
});

test("a run that no line is of any more is not named", () => {
  const measurements = [judge(one, 1, ""), judge(two, 2, "")];
  const page = writePage([one, two], { label: "2026-03-03: 4 cores", measurements }, first);
  expect(page).toContain("1. 2026-03-03: 4 cores.\n");
  expect(page).not.toContain("2026-01-01");
});

test("two parts measured on one day on the same machine are one run", () => {
  const label = "2026-01-01: 2 cores";
  expect(writePage([one, two], { label, measurements: [judge(two, 4, "quick")] }, first)).not.toContain("\n2. ");
});

test("a kept line is judged by the limit of today", () => {
  const stricter = figure("one", { atMost: 1 });
  const page = writePage([stricter, two], { label: "2026-02-02: x", measurements: [judge(two, 4, "")] }, first);
  expect(page).toContain("| `one` | 1.5 s | ≤ 1 s | **no** |");
});

test("a figure that is new is there without a value, and one that is no more is gone", () => {
  const page = writePage([two, three], { label: "2026-02-02: x", measurements: [judge(two, 4, "")] }, first);
  expect(page).toContain("| `three` |  |  |  | About three | not measured: new since the last run |  |");
  expect(page).not.toContain("`one`");
});

test("a page that is written again with nothing new stays as it is, to the byte", () => {
  expect(writePage([one, two], { label: "2026-02-02: x", measurements: [] }, first)).toBe(first);
});
