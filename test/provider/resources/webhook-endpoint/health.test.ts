import fc from "fast-check";
import {
  type EndpointStatus,
  judgeEndpoint,
  mayReenable,
  type ReenablePolicy,
  reenablePolicies,
} from "../../../../provider/resources/webhook-endpoint/health";

const rules = { requireEndpointRead: false };
const policy = fc.option(fc.constantFrom(...reenablePolicies), { nil: undefined });
const status = fc.constantFrom<EndpointStatus>("active", "pending", "inactive", "disabled", "unknown");

test("only inactive and disabled are differences; repairable exactly where the policy lets up repair them", () => {
  fc.assert(
    fc.property(policy, status, fc.boolean(), (chosen, live, requireEndpointRead) => {
      const { differences } = judgeEndpoint("we_1", chosen, { status: live }, { requireEndpointRead });
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

test.each<[ReenablePolicy, boolean, boolean]>([
  ["always", true, true],
  ["whenInactive", true, false],
  ["whenDisabled", false, true],
  ["never", false, false],
])("the policy %s lets up repair an inactive endpoint: %s, a disabled one: %s", (chosen, inactive, disabled) => {
  expect(mayReenable(chosen, "inactive")).toBe(inactive);
  expect(mayReenable(chosen, "disabled")).toBe(disabled);
});

test("an active endpoint is as wanted, and one that is not differs in its status", () => {
  expect(judgeEndpoint("we_1", "never", { status: "active" }, rules)).toEqual({ differences: [] });
  expect(judgeEndpoint("we_1", "always", { status: "disabled" }, rules)).toEqual({
    differences: [
      {
        field: "status",
        desired: "active",
        live: "disabled",
        advice: "Events from the time it was disabled were not kept and are not replayed.",
        repairable: true,
        cause: "unhealthy",
      },
    ],
  });
});

test("what re-enabling will do is told by where the endpoint comes from", () => {
  const advice = (live: EndpointStatus) =>
    judgeEndpoint("we_1", "always", { status: live }, rules).differences[0]!.advice;
  expect(advice("inactive")).toMatch(/replays .* since the outage, oldest first, at about two a second/);
  expect(advice("disabled")).toContain("not replayed");
});

test("what is not ours to repair names the policy that says so", () => {
  const [difference] = judgeEndpoint("we_1", "whenInactive", { status: "disabled" }, rules).differences;
  expect(difference).toMatchObject({ repairable: false, advice: expect.stringContaining('reenable: "whenInactive"') });
});

test("an unknown status is neither clean nor drift: warned about once a run, or refused where a read is required", () => {
  const judged = judgeEndpoint("we_1", "always", { status: "unknown" }, rules);
  expect(judged).toEqual({
    differences: [],
    runWarnings: [
      "the service offers no read of webhook endpoints, so their status is unknown: neither clean nor drift",
    ],
    unobservable: true,
  });
  expect(judgeEndpoint("we_2", "always", { status: "unknown" }, rules).runWarnings).toEqual(judged.runWarnings);
  const required = judgeEndpoint("we_1", "always", { status: "unknown" }, { requireEndpointRead: true });
  expect(required).toEqual({
    differences: [],
    refusals: [
      "webhook endpoint we_1: the service offers no read of webhook endpoints, so their status is unknown, and payments:requireEndpointRead is set. To go on without the status, run 'pulumi config set payments:requireEndpointRead false'.",
    ],
    unobservable: true,
  });
});

test("where the read was answered with 404, it is not said that there is no read: the id may be wrong", () => {
  const judged = judgeEndpoint("we_1", "always", { status: "unknown", mayBeMissing: true }, rules);
  expect(judged.runWarnings).toEqual([
    expect.stringMatching(/has returned 404 .* or the endpointId is wrong.* unknown/),
  ]);
  expect(judged.unobservable).toBe(true);
});

test("an endpoint that nothing confirmed is asked for exactly where the policy allows every status", () => {
  fc.assert(
    fc.property(policy, fc.boolean(), (chosen, isUnconfirmed) => {
      const live = { status: "unknown" as const, isUnconfirmed: isUnconfirmed ? (true as const) : undefined };
      const { differences, unobservable: unseen } = judgeEndpoint("we_1", chosen, live, rules);
      const isAsked = isUnconfirmed && (chosen === undefined || chosen === "always");
      expect(differences.map(({ field, repairable }) => [field, repairable])).toEqual(
        isAsked ? [["status", true]] : [],
      );
      expect(unseen).toBe(true);
    }),
  );
});

test("an endpoint that is asked for without a reading comes with what that means", () => {
  expect(judgeEndpoint("we_1", undefined, { status: "unknown", isUnconfirmed: true }, rules).differences).toEqual([
    {
      field: "status",
      desired: "active",
      live: "unknown",
      advice:
        "The status can't be read, and it was never confirmed that webhook endpoint we_1 exists: up asks the service to make it active, and fails if the service does not know it.",
      repairable: true,
    },
  ]);
});

test("pending is said and is no difference", () => {
  expect(judgeEndpoint("we_1", "never", { status: "pending" }, rules)).toEqual({
    differences: [],
    notes: [expect.stringContaining("we_1 is pending")],
  });
});
