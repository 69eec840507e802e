import { classifyKeys } from "../../../cli/orphans/classify";
import { exitOf } from "../../../cli/orphans/report";
import type { StackState } from "../../../cli/stack-state";
import { tagsOf } from "../../../cli/stack-tags";
import type { ListedKey } from "../../../provider/api/listed-key";
import { generatedName, randomPart } from "../../../provider/lifecycle/generated-name";
import { type ResourceClassName, typeToken } from "../../../sdk/reference";
import { tagOf } from "../../../sdk/tag";

const organizations = ["organization"];
const urnOf = (stack: string, logical: string, className: ResourceClassName = "ApiKey") =>
  `urn:pulumi:${stack}::shop::${typeToken(className)}::${logical}`;
const key = (id: string, name: string): ListedKey => ({
  id,
  record: { id, name, type: "secret", scopes: ["accounts:read"] },
});
const made = (id: string, urn: string): ListedKey =>
  key(id, generatedName(urn, tagOf("organization", urn), randomPart()));
const resource = (urn: string, id?: string, inputs: object = {}) => ({
  urn,
  type: urn.split("::")[2]!,
  ...(id === undefined ? {} : { id }),
  inputs: { __resource: { tag: tagOf("organization", urn) }, ...inputs },
  outputs: {},
});
const stack = (name: string, resources: StackState["resources"] = [], pending: StackState["resources"] = []) => {
  const state: StackState = {
    name: { stack: name },
    resources,
    pending: pending.map((each) => ({ type: "creating", resource: each })),
  };
  return { state, tags: tagsOf(state, { stack: name, project: "shop", organizations }) };
};
const account = (...keys: ListedKey[]) => [
  { serviceUrl: "https://x.example.com", accountId: "acct_1", keys, nowMs: 0 },
];
const exit = (classification: ReturnType<typeof classifyKeys>) =>
  exitOf({ stacks: [], classification, undetermined: [], isObserved: true, removals: [] });

test("a key with this stack's tag that no state holds is an orphan; one that is held is none", () => {
  const urn = urnOf("dev", "ci");
  const classification = classifyKeys(account(made("key_1", urn), made("key_2", urn)), [
    stack("dev", [resource(urn, "key_1")]),
  ]);
  expect(classification.orphans).toMatchObject([{ id: "key_2", urn, stack: "stack dev", wasBeingMade: false }]);
  expect([classification.keys, classification.recorded, exit(classification)]).toEqual([2, 1, 2]);
});

test("a key whose creation never ended is reported as such", () => {
  const urn = urnOf("dev", "ci");
  expect(classifyKeys(account(made("key_1", urn)), [stack("dev", [], [resource(urn)])]).orphans).toMatchObject([
    { wasBeingMade: true },
  ]);
});

test("what another stack that was given holds is no orphan: it was moved there", () => {
  const urn = urnOf("dev", "ci");
  const classification = classifyKeys(account(made("key_1", urn)), [
    stack("dev"),
    stack("prod", [resource(urnOf("prod", "ci"), "key_1")]),
  ]);
  expect([classification.orphans, exit(classification)]).toEqual([[], 0]);
});

test("keys of other stacks and of nobody are left alone, and counted where they carry a tag", () => {
  const classification = classifyKeys(account(made("key_1", urnOf("prod", "ci")), key("key_2", "by hand")), [
    stack("dev"),
  ]);
  expect([classification.orphans, classification.unclear, classification.ofOthers, exit(classification)]).toEqual([
    [],
    [],
    1,
    0,
  ]);
});

test("a key of the name that a creation declares which never ended is unclear, and never an orphan", () => {
  const pending = resource(urnOf("dev", "ci"), undefined, { name: "billing" });
  const classification = classifyKeys(account(key("key_1", " billing "), key("key_2", "other")), [
    stack("dev", [], [pending]),
  ]);
  expect(classification.orphans).toEqual([]);
  expect(classification.unclear).toEqual([expect.stringMatching(/key_1 .*never ended.*adoptId: "key_1"/)]);
  expect(exit(classification)).toBe(3);
});

test("a twin of a key that state holds under a declared name is a possible duplicate, reported with the command that removes it", () => {
  const holder = resource(urnOf("dev", "ci"), "key_1", { name: "billing" });
  const classification = classifyKeys(account(key("key_1", "billing"), key("key 2", " billing")), [
    stack("dev", [holder]),
  ]);
  expect([classification.orphans, classification.recorded, exit(classification)]).toEqual([[], 1, 3]);
  expect(classification.unclear).toEqual([
    expect.stringMatching(
      /^possible duplicate: API key key 2 .*which holds key_1 .*npx pulumi-payments orphans --stack dev --delete 'key 2'$/,
    ),
  ]);
});

test("no duplicate is reported where allowDuplicateName accepts it, where the key lives in another account or service, or where a state holds both", () => {
  const twins = account(key("key_1", "billing"), key("key_2", "billing"));
  const holder = (more: object, outputs: Record<string, unknown> = {}) => ({
    ...resource(urnOf("dev", "ci"), "key_1", { name: "billing", ...more }),
    outputs,
  });
  const other = { ...resource(urnOf("dev", "other"), "key_2"), inputs: {} };
  for (const resources of [
    [holder({ allowDuplicateName: true })],
    [holder({}, { accountId: "acct_2" })],
    [holder({}, { accountId: "acct_1", serviceUrl: "https://y.example.com" })],
    [holder({}), other],
  ])
    expect(classifyKeys(twins, [stack("dev", resources)]).unclear).toEqual([]);
  expect(classifyKeys(twins, [stack("dev", [holder({}, { accountId: "acct_1" })])]).unclear).toHaveLength(1);
});

test("a key of another stack whose name only ends with the name of this stack's key is no orphan", () => {
  const urn = urnOf("dev", "ci");
  const name = generatedName(urn, tagOf("organization", urn), randomPart());
  const strangers = [`svc-${name}`, `Copy of ${name}`, `${name}-2`].map((each, index) => key(`key_${index + 2}`, each));
  for (const given of [stack("dev", [resource(urn, "key_1")]), stack("dev", [], [resource(urn)]), stack("dev")]) {
    const classification = classifyKeys(account(key("key_1", name), ...strangers), [given]);
    expect(classification.orphans.map(({ id }) => id).filter((id) => id !== "key_1")).toEqual([]);
  }
});

test("a key that can't be read is an orphan where its name says so, and unclear where nothing does", () => {
  const urn = urnOf("dev", "ci");
  const name = generatedName(urn, tagOf("organization", urn), randomPart());
  const classification = classifyKeys(
    account({ id: "key_1", name, problem: "type" }, { id: "key_2", problem: "name" }),
    [stack("dev")],
  );
  expect(classification.orphans).toMatchObject([{ id: "key_1" }]);
  expect(classification.orphans[0]).not.toHaveProperty("record");
  expect(classification.unclear).toEqual([expect.stringContaining("key_2")]);
});

test("a key of a rotation whose state hides its keys is unclear", () => {
  const urn = urnOf("dev", "billing", "RotatingApiKey");
  const hidden = { ...resource(urn, "rotation-1"), outputs: { current: { "4dabf18193072939515e22adb298388d": "x" } } };
  const classification = classifyKeys(account(made("key_1", urn)), [stack("dev", [hidden])]);
  expect([classification.orphans, exit(classification)]).toEqual([[], 3]);
  expect(classification.unclear[0]).toContain("encrypted");
});

test("while a rotation hides its keys, no orphan of its stack is proved: it may have adopted any", () => {
  const [urn, rotation] = [urnOf("dev", "ci"), urnOf("dev", "billing", "RotatingApiKey")];
  const hidden = {
    ...resource(rotation, "rotation-1"),
    outputs: { current: { "4dabf18193072939515e22adb298388d": "x" } },
  };
  const classification = classifyKeys(account(made("key_1", urn)), [stack("dev", [hidden, resource(urn, "key_2")])]);
  expect([classification.orphans, classification.unclear.length, exit(classification)]).toEqual([[], 1, 3]);
});
