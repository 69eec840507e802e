import { duplicateName, duplicateRefusal, namesakeLine } from "../../../provider/guards/duplicate-name";
import type { Evidence, KeyWrite, Namesakes } from "../../../provider/guards/guard";
import { recoveryOptions } from "../../../provider/text/recovery-options";

test("the two ways on are exact lines, whatever the id is made of", () => {
  expect(recoveryOptions({ id: "key_1", createdAt: "2026-01-01T00:00:00Z" })).toBe(
    [
      "  - key_1, created 2026-01-01T00:00:00Z",
      '      keep it: adoptId: "key_1"',
      "      delete it: npx pulumi-payments orphans --delete key_1",
    ].join("\n"),
  );
  expect(recoveryOptions({ id: "key_1" })).toMatch(/^ {2}- key_1\n/);
  expect(recoveryOptions({ id: 'a/b "c"' })).toContain('adoptId: "a/b \\"c\\""');
  expect(recoveryOptions({ id: 'a/b "c"' })).toContain(`orphans --delete 'a/b "c"'`);
});

test("no other key is no refusal; each that there is gets its lines", () => {
  expect(duplicateRefusal("mine", [], "acct_1")).toBeUndefined();
  const last =
    'If the key belongs to this stack and only its resource was renamed, give the resource the option aliases: [{ name: "<the old one>" }]. To create one more of the same name, declare allowDuplicateName: true.';
  const [one, two] = [{ id: "key_1" }, { id: "key_2" }];
  expect(duplicateRefusal("mine", [one], "acct_1")).toBe(
    `account acct_1 has a live key named "mine" already, and this stack's state does not record it. One may come from a create whose response was lost:\n${recoveryOptions(one)}\n${last}`,
  );
  expect(duplicateRefusal("mine", [one, two], "acct_1")).toBe(
    `account acct_1 has 2 live keys named "mine" already, and this stack's state does not record them. One may come from a create whose response was lost:\n${recoveryOptions(one)}\n${recoveryOptions(two)}\n${last}`,
  );
});

describe("the guard of names", () => {
  const evidence: Evidence = { accountId: "acct_1", connection: { credentialKey: "payments:apiKey" } };
  const creation: KeyWrite = { write: "create", uniqueName: "mine" };
  const update: KeyWrite = {
    write: "update",
    id: "key_1",
    known: { isGiven: false },
    path: "scopes",
    merge: () => undefined,
  };
  const deletion: KeyWrite = { write: "delete", id: "key_1", known: { isGiven: false }, deletionGuard: "off" };
  const findings = (write: KeyWrite, namesakes: Namesakes) => duplicateName.check(write, { ...evidence, namesakes });

  test("refuses a name that another resource declares, to a creation and to an update", () => {
    for (const write of [creation, { ...update, uniqueName: "mine" }])
      expect(findings(write, { declaredBy: "urn:1", keys: [{ id: "key_2" }] })).toEqual([
        { path: "name", why: namesakeLine("urn:1", "mine") },
      ]);
    expect(namesakeLine("urn:1", "mine")).toBe(
      'urn:1 of this program also declares the name "mine". Give each key its own name, or set allowDuplicateName: true on this one.',
    );
  });

  test("refuses a name that a live key has, and says how to delete that key by its resource", () => {
    const namesakes = { keys: [{ id: "key_2" }], urn: "urn:2" };
    expect(findings(creation, namesakes)).toEqual([
      { path: "name", why: duplicateRefusal("mine", namesakes.keys, "acct_1", "urn:2") },
    ]);
  });

  test("lets a name pass that nobody has, and one that nobody looked for", () => {
    expect(findings(creation, { keys: [] })).toEqual([]);
    expect(duplicateName.check(creation, evidence)).toEqual([]);
  });

  test("has nothing to say of a write that gives no declared name", () => {
    const namesakes = { declaredBy: "urn:1", keys: [{ id: "key_2" }] };
    for (const write of [
      { write: "create" as const },
      { write: "create" as const, uniqueName: undefined },
      update,
      deletion,
    ])
      expect(findings(write, namesakes)).toEqual([]);
  });
});

test("the guard of names asks for no reading of a key that goes", () => {
  expect(
    duplicateName.needsLive({ write: "delete", id: "key_1", known: { isGiven: false }, deletionGuard: "off" }, "other"),
  ).toBe(false);
});
