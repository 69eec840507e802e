import { runInNewContext } from "node:vm";
import fc from "fast-check";
import { adoptRefusal, codeForm, importForm, logicalName } from "../../../cli/keys/adopt";
import { type KeyRow, type Standing, standings } from "../../../cli/keys/row";

const row: KeyRow = {
  id: "key_1",
  name: "Billing (EU)",
  type: "secret",
  scopes: ["accounts:read"],
  standing: "unmanaged",
  overWide: false,
};

test("the lines adopt the key as it is", () => {
  expect(codeForm("eu").key(row, "Billing-EU")).toBe(`new ApiKey("Billing-EU", {
  adoptId: "key_1",
  type: "secret",
  name: "Billing (EU)",
  scopes: ["accounts:read"],
  profile: "eu",
});
`);
  expect(codeForm(undefined).key({ ...row, type: "publishable", scopes: [] }, "web")).not.toContain("scopes");
  expect(codeForm(undefined).key({ ...row, scopes: ["*"], overWide: true }, "all")).toContain(
    'scopes: ["*"], // every scope: narrow it',
  );
});

test("whatever a key is called, the lines are that key's and nothing else", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), fc.array(fc.string({ unit: "binary" })), (text, scopes) => {
      const made: unknown[] = [];
      const logical = logicalName({ id: text, name: text }, new Set());
      const code = codeForm(undefined).key({ ...row, id: text, name: text, scopes }, logical);
      expect(JSON.parse(importForm.key({ ...row, id: text, name: text, scopes }, logical))).toEqual({
        type: "payments:index:ApiKey",
        name: logical,
        id: text,
      });
      expect(code).not.toMatch(/[^\P{Cc}\n]|\p{Cf}/u);
      runInNewContext(code, {
        ApiKey: class {
          constructor(...given: unknown[]) {
            made.push(given);
          }
        },
      });
      expect(JSON.parse(JSON.stringify(made))).toEqual([
        [expect.any(String), { adoptId: text, type: "secret", name: text, scopes }],
      ]);
    }),
  );
});

test("only what nobody is known to manage is adopted, and each refusal says what to do", () => {
  const refused = Object.keys(standings).filter(
    (standing) => adoptRefusal({ ...row, standing: standing as Standing }) !== undefined,
  );
  expect(refused).toEqual(["managed", "orphan", "elsewhere"]);
  expect(adoptRefusal({ ...row, standing: "elsewhere", by: "tag 0a1b2c3d" })).toContain(
    "carries the tag 0a1b2c3d of another stack",
  );
  expect(adoptRefusal({ ...row, problem: "type" })).toContain("can't be read");
});

test("logical names tell what a key is, and are each another", () => {
  const taken = new Set(["Billing-EU"]);
  expect([row, row, { id: "key_9", name: "東京" }].map((each) => logicalName(each, taken))).toEqual([
    "Billing-EU-2",
    "Billing-EU-3",
    "key-key-9",
  ]);
});
