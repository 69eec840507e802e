import type { Machine } from "../../bench/machine";
import type { Measurement } from "../../bench/run-figures";
import { writeTable } from "../../bench/table";

const machine: Machine = {
  platform: "linux x64",
  cores: 2,
  memoryGib: 8,
  node: "24.9.0",
  engine: "3.259.0",
  sdk: "3.270.0",
  loadBefore: 0.1,
  isPreferred: false,
};
const measurement: Measurement = {
  name: "up-ratio",
  value: 0.6,
  unit: "ratio",
  limit: 0.55,
  holds: false,
  about: "Up against something",
  from: "6 s against 10 s, 3 pairs",
  sense: "≤",
};

test("a limit that is not kept stands out in the table", () => {
  expect(writeTable([measurement], machine)).toContain("| `up-ratio` | 0.6 × | ≤ 0.55 × | **no** |");
  expect(writeTable([{ ...measurement, holds: true }], machine)).toContain("| yes |");
});

test("a lead shows that it must not be below its limit", () => {
  expect(writeTable([{ ...measurement, limit: 1, sense: "≥" }], machine)).toContain("| 0.6 × | ≥ 1 × | **no** |");
});

test("what was not measured has no number, does not hold, and says why", () => {
  const missing: Measurement = { ...measurement, value: null, from: "not measured: there is no go on PATH" };
  const table = writeTable([missing], machine);
  expect(table).toContain("| `up-ratio` |  | ≤ 0.55 × | **no** |");
  expect(table).toContain("| not measured: there is no go on PATH |");
});

test("a count shows that it must be met exactly, and a figure without limit shows none", () => {
  const count: Measurement = { ...measurement, value: 11, unit: "requests", limit: 11, sense: "exactly", holds: true };
  expect(writeTable([count], machine)).toContain("| 11 | exactly 11 | yes |");
  expect(writeTable([{ ...measurement, unit: "KB", limit: null }], machine)).toContain("| 0.6 KB |  |  |");
});

test("the table names the machine by what counts", () => {
  expect(writeTable([measurement], machine)).toContain(
    "2 cores, 8 GB of memory, linux x64, Node 24.9.0, Pulumi engine 3.259.0, @pulumi/pulumi 3.270.0",
  );
});

test("a machine that was busy with other work is called so", () => {
  expect(writeTable([measurement], { ...machine, loadBefore: 3 })).toContain("busy with other work too (load 3.0");
  expect(writeTable([measurement], machine)).not.toContain("busy");
});
