import fc from "fast-check";
import { Memory } from "../../../../provider/lifecycle/memory.js";
import { duplicateRefusal, notHeld, waysOn } from "../../../../provider/resources/api-key/duplicate-name.js";

const account = { serviceUrl: "https://payments.example.com", accountId: "acct_1" };
const urn = "urn:1";
const ids = (keys: readonly { id: string }[]): string[] => keys.map(({ id }) => id);

test("the two ways on are exact lines, whatever the id is made of", () => {
  expect(waysOn({ id: "key_1", createdAt: "2026-01-01T00:00:00Z" })).toBe(
    [
      "  - key_1, created 2026-01-01T00:00:00Z",
      '      keep it: adoptId: "key_1"',
      "      delete it: pulumi-payments orphans --delete key_1",
    ].join("\n"),
  );
  expect(waysOn({ id: "key_1" })).toMatch(/^ {2}- key_1\n/);
  expect(waysOn({ id: 'a/b "c"' })).toContain('adoptId: "a/b \\"c\\""');
  expect(waysOn({ id: 'a/b "c"' })).toContain(`orphans --delete 'a/b "c"'`);
});

test("no other key is no refusal; each that there is gets its lines", () => {
  expect(duplicateRefusal("mine", [], account)).toBeUndefined();
  const last =
    'If the key is this stack\'s own and only its resource has another name now, give the resource the option aliases: [{ name: "<the old one>" }]. allowDuplicateName: true creates one more of the same name.';
  const [one, two] = [{ id: "key_1" }, { id: "key_2" }];
  expect(duplicateRefusal("mine", [one], account)).toBe(
    `account acct_1 has a live key named "mine" already, and this stack is not seen to hold it; one may be left of a creation whose answer was lost:\n${waysOn(one)}\n${last}`,
  );
  expect(duplicateRefusal("mine", [one, two], account)).toBe(
    `account acct_1 has 2 live keys named "mine" already, and this stack is not seen to hold them; one may be left of a creation whose answer was lost:\n${waysOn(one)}\n${waysOn(two)}\n${last}`,
  );
});

describe("of the keys of a name those are not held", () => {
  const keys = [{ id: "key_3" }, { id: "key_2" }, { id: "key_1" }];

  test("that this run has seen in nobody's state", () => {
    const memory = new Memory();
    memory.hold({ account, className: "ApiKey", id: "key_1" }, urn);
    memory.hold({ account, className: "ApiKey", id: "key_2" }, "");
    memory.hold({ account, className: "ApplePayDomainScopes", id: "key_3" }, "urn:2");
    expect(ids(notHeld(keys, { urn: "urn:3" }, "mine", { account, memory }))).toEqual(["key_3"]);
  });

  test("but one, the oldest, where the resource itself has the name in state and no diff told its id", () => {
    const memory = new Memory();
    memory.nameInState(urn, "mine");
    expect(ids(notHeld(keys, { urn }, "mine", { account, memory }))).toEqual(["key_3", "key_2"]);
    expect(ids(notHeld(keys, { urn }, "other", { account, memory }))).toHaveLength(3);
    expect(ids(notHeld(keys, { urn: "urn:2" }, "mine", { account, memory }))).toHaveLength(3);
    memory.hold({ account, className: "ApiKey", id: "key_9" }, urn);
    expect(ids(notHeld(keys, { urn }, "mine", { account, memory }))).toHaveLength(3);
  });

  test("whatever was seen: never one that is held, and at most one of the others is let pass", () => {
    const id = fc.constantFrom("key_1", "key_2", "key_3", "key_4");
    fc.assert(
      fc.property(fc.uniqueArray(id), fc.uniqueArray(id), fc.boolean(), (live, held, isNamed) => {
        const memory = new Memory();
        for (const each of held) memory.hold({ account, className: "ApiKey", id: each }, "urn:of another");
        if (isNamed) memory.nameInState(urn, "mine");
        const strangers = live.filter((each) => !held.includes(each));
        const named = live.map((each) => ({ id: each }));
        const found = ids(notHeld(named, { urn }, "mine", { account, memory }));
        expect(strangers.slice(0, found.length)).toEqual(found);
        expect(found).toHaveLength(Math.max(0, strangers.length - (isNamed ? 1 : 0)));
      }),
    );
  });
});
