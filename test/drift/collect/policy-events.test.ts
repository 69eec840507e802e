import type { EngineEvent } from "@pulumi/pulumi/automation";
import { PolicyEvents } from "../../../drift/collect/policy-events";
import type { PolicyRecord } from "../../../provider/report/policy-record";
import { urnOf } from "../looks";

const urn = urnOf("ApiKey", "ci");
const violated = (pack: string, level = "mandatory"): Partial<EngineEvent> => ({
  policyEvent: {
    resourceUrn: urn,
    message: "This key has the scope *.\n",
    color: "never",
    policyName: "no-wildcard-scope",
    policyPackName: pack,
    policyPackVersion: "1.0.0",
    policyPackVersionTag: "1.0.0",
    enforcementLevel: level as "mandatory",
  },
});
const error = (message: string): Partial<EngineEvent> => ({
  diagnosticEvent: { message: `${message}\n`, color: "never", severity: "error" },
});
function told(...events: Partial<EngineEvent>[]): PolicyEvents {
  const all = new PolicyEvents();
  for (const [sequence, event] of events.entries()) all.take({ sequence, timestamp: 0, ...event });
  return all;
}
const failed = error("preview failed");

test.each<[string, boolean, Partial<EngineEvent>[]]>([
  ["a mandatory rule was broken and the engine went through to its end", true, [violated("ours"), failed]],
  ["only advisory rules were broken", false, [violated("ours", "advisory"), failed]],
  ["the engine was ended before it said that the preview failed", false, [violated("ours")]],
  ["the program broke too", false, [violated("ours"), error("Running program failed"), failed]],
  ["a pack broke", false, [violated("ours"), error("failed to run policy: oops")]],
  ["nothing was found", false, [failed]],
])("where %s, that the preview failed is because of the violation alone: %s", (_, expected, events) => {
  expect(told(...events).onlyViolated).toBe(expected);
});

test("a pack that leaves records is reported by them, once each; any other by what the engine reports", () => {
  const finding = { record: "policy", pack: "ours", rule: "stale-key", level: "advisory", text: "Old." } as const;
  const records: PolicyRecord[] = [
    { record: "pack", version: 1, pack: "ours", packVersion: "1.0.0" },
    { ...finding, outcome: "undetermined" },
    { ...finding, outcome: "undetermined" },
  ];
  const found = told(violated("ours"), violated("theirs"), failed).withRecords(records);
  expect(found).toEqual([
    records[1],
    {
      record: "policy",
      pack: "theirs",
      rule: "no-wildcard-scope",
      outcome: "violation",
      level: "mandatory",
      urn,
      text: "This key has the scope *.",
    },
  ]);
});

test("what the engine would delete is known", () => {
  const metadata = { op: "delete", urn } as never;
  expect([...told({ resourcePreEvent: { metadata } as never }).deletions]).toEqual([urn]);
});
