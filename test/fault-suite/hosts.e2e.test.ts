import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../tools/set-up/places.js";
import { allCases } from "./cases";
import { type Lane, openLane } from "./lane";
import { historiesOf } from "./run-all";
import { verdictOn } from "./run-case";
import { type Scenario, scenarios } from "./scenarios";

const page = readFileSync(join(root, "docs", "decisions", "two-hosts.md"), "utf8");
const rowsUnder = (heading: string): string[] => {
  const [, ...rows] = page.split(`| ${heading} |\n`)[1]!.split("\n\n")[0]!.trim().split("\n");
  return rows.map((row) => row.slice(2, -2));
};

let lanes: Lane[] = [];
let dynamic: ReadonlyMap<Scenario, readonly string[]>;
let native: ReadonlyMap<Scenario, readonly string[]>;
beforeAll(async () => {
  lanes = await Promise.all([openLane("dynamic"), openLane("native")]);
  const histories = await Promise.all(lanes.map(historiesOf));
  [dynamic, native] = [histories[0]!, histories[1]!];
}, 300_000);
afterAll(() => Promise.all(lanes.map((lane) => lane.close())));

const inShort = (history: readonly string[]): string => history.map((call) => call.split(" ")[0]).join(", ");

test("the page about the two hosts has every scenario whose calls differ", () => {
  const rows = scenarios
    .map((each) => [each.name, inShort(dynamic.get(each)!), inShort(native.get(each)!)])
    .filter(([, one, other]) => one !== other);
  expect(rowsUnder("Scenario | Dynamic form | Plugin")).toEqual(rows.map((row) => row.join(" | ")));
});

test("the page about the two hosts has every case that may end otherwise on the plugin, and no other", () => {
  const faults = new Map<string, Set<string>>();
  for (const each of allCases(native)) {
    const { scenario, kind, duration, position, history } = each;
    const ends = [verdictOn("dynamic", each), verdictOn("native", each)];
    if (ends[0] === ends[1]) continue;
    const which = [`\`${history[position]}\``, duration, ...ends, `${scenario.name} (${position + 1})`].join(" | ");
    faults.set(which, (faults.get(which) ?? new Set()).add(kind.name));
  }
  const rows = new Map<string, string[]>();
  for (const [which, kinds] of faults) {
    const [call, duration, one, other, scenario = ""] = which.split(" | ");
    const row = [call, [...kinds].join(", "), duration, one, other].join(" | ");
    rows.set(row, [...(rows.get(row) ?? []), scenario]);
  }
  const listed = [...rows].map(([row, all]) => `${row} | ${all.join(", ")}`);
  expect(rowsUnder("Call | Faults | How often | Dynamic form | Plugin | Scenarios, and which of their calls")).toEqual(
    listed,
  );
});
