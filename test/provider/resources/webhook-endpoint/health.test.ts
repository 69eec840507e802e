import fc from "fast-check";
import {
  type EndpointStatus,
  judgeEndpoint,
  mayReenable,
  reenablePolicies,
} from "../../../../provider/resources/webhook-endpoint/health.js";

const rules = { requireEndpointRead: false };
const policy = fc.option(fc.constantFrom(...reenablePolicies), { nil: undefined });
const status = fc.constantFrom<EndpointStatus>("active", "pending", "inactive", "disabled", "unknown");

test("only inactive and disabled are differences; repairable exactly where the policy lets up repair them", () => {
  fc.assert(
    fc.property(policy, status, fc.boolean(), (chosen, live, requireEndpointRead) => {
      const { differences } = judgeEndpoint("we_1", chosen, live, { requireEndpointRead });
      const isUnhealthy = live === "inactive" || live === "disabled";
      expect(differences.map(({ repairable }) => repairable)).toEqual(isUnhealthy ? [mayReenable(chosen, live)] : []);
    }),
  );
});

test("without a policy both may be repaired, and what is healthy or unknown never is", () => {
  expect(mayReenable(undefined, "inactive")).toBe(true);
  expect(mayReenable(undefined, "disabled")).toBe(true);
  fc.assert(
    fc.property(policy, fc.constantFrom<EndpointStatus>("active", "pending", "unknown"), (chosen, live) => {
      expect(mayReenable(chosen, live)).toBe(false);
    }),
  );
});

test("what re-enabling will do is told by where the endpoint comes from", () => {
  const advice = (live: EndpointStatus) => judgeEndpoint("we_1", "always", live, rules).differences[0]!.advice;
  expect(advice("inactive")).toMatch(/replays .* since the outage, oldest first, at about two a second/);
  expect(advice("disabled")).toContain("not replayed");
});

test("what is not ours to repair names the policy that says so", () => {
  const [difference] = judgeEndpoint("we_1", "whenInactive", "disabled", rules).differences;
  expect(difference).toMatchObject({ repairable: false, advice: expect.stringContaining('reenable: "whenInactive"') });
});

test("an unknown status is neither clean nor drift: warned about once a run, or refused where a read is required", () => {
  const judged = judgeEndpoint("we_1", "always", "unknown", rules);
  expect(judged).toEqual({
    differences: [],
    runWarnings: [expect.stringContaining("neither clean nor drift")],
    unseen: true,
  });
  expect(judgeEndpoint("we_2", "always", "unknown", rules).runWarnings).toEqual(judged.runWarnings);
  const required = judgeEndpoint("we_1", "always", "unknown", { requireEndpointRead: true });
  expect(required.refusals).toEqual([expect.stringContaining("payments:requireEndpointRead")]);
});

test("pending is said and is no difference", () => {
  expect(judgeEndpoint("we_1", "never", "pending", rules)).toEqual({
    differences: [],
    notes: [expect.stringContaining("we_1 is pending")],
  });
});
