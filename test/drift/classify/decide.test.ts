import { type Applied, decideTier } from "../../../drift/classify/decide";
import type { ResourceRecord } from "../../../provider/report/record";
import { record } from "../looks";

const applied = (known: Record<string, unknown>, hidden: string[] = []): Applied => ({
  known,
  hidden: new Set(hidden),
});
const read = ["accounts:read"];
const write = ["accounts:write"];
const both = ["accounts:read", "accounts:write"];

/** A key whose scopes the program declares as `wanted`, last applied as `before`, with these in state and live. */
function judge(wanted: string[], before: string[], stored: string[], live: string[], hidden: string[] = []) {
  const same = [...wanted].sort().join() === [...live].sort().join();
  const differences = same ? [] : [{ field: "scopes", wanted, stored, live, repairable: true }];
  const sides = { scopes: { wanted, stored, live, set: true as const } };
  return decideTier(record("ci", { differences, sides }), applied(hidden.length > 0 ? {} : { scopes: before }, hidden));
}

test.each([
  ["all agree", read, read, read, read, undefined],
  ["somebody changed it live", read, read, read, both, "changed"],
  ["somebody changed it live, and a refresh took that into state", read, read, both, both, "changed"],
  ["the program changed, and nobody else did", both, read, read, read, "pending-program"],
  ["the program changed, after a refresh of what was applied", both, read, read, read, "pending-program"],
  ["the program changed, and somebody changed it live too", both, read, read, write, "changed"],
  ["the program changed to what somebody made live already", both, read, read, both, undefined],
  ["the order of what was applied is another", ["b:r", "a:r"], ["a:r", "b:r"], ["a:r"], ["a:r"], "changed"],
])("where %s", (_, wanted, before, stored, live, tier) => {
  expect(judge(wanted, before, stored, live)?.tier).toBe(tier);
});

test("where state does not tell what was applied, what is live is not excused by it", () => {
  expect(judge(both, [], read, read, ["scopes"])?.tier).toBe("changed");
});

test("an argument that was never declared before is the program's, and no drift", () => {
  const difference = { field: "name", wanted: "new", stored: "old", live: "old", repairable: true };
  const sides = { name: { wanted: "new", stored: "old", live: "old" } };
  expect(decideTier(record("ci", { differences: [difference], sides }), applied({}))?.tier).toBe("pending-program");
});

test("a made name that somebody changed is drift, though no argument declares it", () => {
  const difference = { field: "name", wanted: "ci-0a1b2c3d-abcdefgh", live: "mine", repairable: true };
  const sides = { name: { stored: "ci-0a1b2c3d-abcdefgh", live: "mine" } };
  const judgement = decideTier(record("ci", { differences: [difference], sides }), applied({}));
  expect(judgement).toMatchObject({ tier: "changed", fields: [{ field: "name", live: "mine" }] });
});

test("a difference that only the program's change made is pending, though the argument of its field is as it was applied", () => {
  const dropped = { field: "scopes", wanted: read, stored: both, live: both, repairable: true };
  const sides = { scopes: { wanted: read, stored: read, live: both } };
  const judged = (difference: ResourceRecord["differences"][number]) =>
    decideTier(record("ci", { differences: [difference], sides }), applied({ scopes: read }))?.tier;
  expect(judged({ ...dropped, byProgram: true })).toBe("pending-program");
  expect(judged(dropped)).toBe("changed");
});

test("only the fields that drifted are told with a drift, not those that the program changed besides", () => {
  const differences = [
    { field: "scopes", wanted: read, stored: read, live: both, repairable: true },
    { field: "name", wanted: "new", stored: "old", live: "old", repairable: true },
  ];
  const sides = {
    name: { wanted: "new", stored: "old", live: "old" },
    scopes: { wanted: read, stored: read, live: both },
  };
  const judgement = decideTier(record("ci", { differences, sides }), applied({ name: "old", scopes: read }));
  expect(judgement).toMatchObject({ tier: "changed", fields: [{ field: "scopes", applied: read }] });
  expect(judgement?.fields).toHaveLength(1);
});

const apple = (wanted: string, before: string, live: string[]) => {
  const scopes = { field: "scopes", argument: "access", wanted: ["apple_pay_domains:read"], live, repairable: true };
  const sides = { access: { wanted }, scopes: { live } };
  return decideTier(
    record("apple", { className: "ApplePayDomainScopes", differences: [scopes], sides }),
    applied({ access: before }),
  );
};

test("an access that the program changed is pending while the scopes are those of the access before, else drift", () => {
  expect(apple("read", "write", ["apple_pay_domains:write"])?.tier).toBe("pending-program");
  expect(apple("read", "write", [])?.tier).toBe("changed");
  expect(apple("read", "read", [])?.tier).toBe("changed");
});

test.each<[string, Partial<ResourceRecord>, string | undefined]>([
  ["could not be read", { sight: "unknown", why: "time-out" }, "undetermined"],
  ["is gone", { sight: "absent", why: "two readings" }, "gone"],
  ["can't be seen at this service", { unseen: true }, "undetermined"],
  ["has a status that is not known", { sides: { status: { live: "unknown" } }, refusals: ["no read"] }, "undetermined"],
  ["is in a state that forbids what is declared", { refusals: ["it holds *"] }, "changed"],
  [
    "is to be replaced by the program",
    { replacing: [{ field: "type", wanted: "secret", stored: "publishable" }] },
    "pending-program",
  ],
  ["depends on what is not applied yet", { unknownArguments: ["name"] }, "consequence"],
  ["ignores what is not applied yet", { unknownArguments: ["name"], ignored: ["name"] }, undefined],
  ["is behind in state alone", { outdated: ["scopes is as wanted, state says []"] }, "pending-program"],
])("a resource that %s", (_, parts, tier) => {
  expect(decideTier(record("ci", parts), applied({}))?.tier).toBe(tier);
});

test("an endpoint that is not active is unhealthy, whoever is to repair it", () => {
  for (const repairable of [true, false]) {
    const differences = [{ field: "status", wanted: "active", stored: "active", live: "inactive", repairable }];
    const judgement = decideTier(
      record("orders", { className: "WebhookEndpoint", differences }),
      applied({ status: "active" }),
    );
    expect(judgement).toMatchObject({ tier: "unhealthy", fields: [{ field: "status", live: "inactive" }] });
  }
});

test("a rotation whose time has come is due, and no drift", () => {
  const differences = [{ field: "current", wanted: 1, live: 0, repairable: true, due: "due since yesterday" }];
  const judgement = decideTier(record("ci", { differences, sides: {} }), applied({}));
  expect(judgement).toMatchObject({ tier: "due", why: "due since yesterday" });
});

test("a rotation whose current key was deleted is gone, though the rotation itself and its retiring key are there", () => {
  const current = { field: "current", wanted: "key_2", live: "gone (two readings)", repairable: true };
  const scopes = {
    field: "scopes of the retiring key",
    argument: "scopes",
    wanted: read,
    live: both,
    repairable: true,
  };
  const sides = { scopes: { wanted: read, stored: read, live: both } };
  const rotation = record("billing", { className: "RotatingApiKey", differences: [scopes, current], sides });
  expect(decideTier(rotation, applied({ scopes: read }))).toMatchObject({
    tier: "gone",
    fields: [{ field: "current" }, { field: "scopes of the retiring key" }],
    why: expect.stringContaining("current key key_2 of"),
  });
});
