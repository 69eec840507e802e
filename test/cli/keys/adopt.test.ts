import { runInNewContext } from "node:vm";
import fc from "fast-check";
import { adoptCode, adoptRefusal, logicalName } from "../../../cli/keys/adopt";
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
  expect(adoptCode(row, { logical: "Billing-EU", profile: "eu" })).toBe(`new ApiKey("Billing-EU", {
  adoptId: "key_1",
  type: "secret",
  name: "Billing (EU)",
  scopes: ["accounts:read"],
  profile: "eu",
});
`);
  expect(adoptCode({ ...row, type: "publishable", scopes: [] }, { logical: "web" })).not.toContain("scopes");
  expect(adoptCode({ ...row, scopes: ["*"], overWide: true }, { logical: "all" })).toContain(
    'scopes: ["*"], // every scope: narrow it',
  );
});

test("whatever a key is called, the lines are that key's and nothing else", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), fc.array(fc.string({ unit: "binary" })), (text, scopes) => {
      const made: unknown[] = [];
      const code = adoptCode(
        { ...row, id: text, name: text, scopes },
        { logical: logicalName({ id: text, name: text }, new Set()) },
      );
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
