import { duplicateRefusal } from "../../../provider/guards/duplicate-name.js";
import { recoveryOptions } from "../../../provider/text/recovery-options.js";

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
    'If the key is this stack\'s own and only its resource has another name now, give the resource the option aliases: [{ name: "<the old one>" }]. allowDuplicateName: true creates one more of the same name.';
  const [one, two] = [{ id: "key_1" }, { id: "key_2" }];
  expect(duplicateRefusal("mine", [one], "acct_1")).toBe(
    `account acct_1 has a live key named "mine" already, and this stack is not seen to hold it; one may be left of a creation whose answer was lost:\n${recoveryOptions(one)}\n${last}`,
  );
  expect(duplicateRefusal("mine", [one, two], "acct_1")).toBe(
    `account acct_1 has 2 live keys named "mine" already, and this stack is not seen to hold them; one may be left of a creation whose answer was lost:\n${recoveryOptions(one)}\n${recoveryOptions(two)}\n${last}`,
  );
});
