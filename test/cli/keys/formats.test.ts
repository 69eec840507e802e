import fc from "fast-check";
import { csv, csvCell, type Format, formats, type InventoryEnd } from "../../../cli/keys/formats";
import type { KeyRow } from "../../../cli/keys/row";

const row: KeyRow = {
  id: "key_1",
  name: "ci",
  type: "secret",
  scopes: ["accounts:read", "*"],
  createdAt: "2026-01-01T00:00:00Z",
  ageDays: 3,
  standing: "managed",
  by: "shop/dev ci",
  overWide: true,
};
const end: InventoryEnd = { keys: 1, counts: { managed: 1 }, overWide: 1, changes: 0 };
const inventory = { serviceUrl: "https://x.example.com", accountId: "acct_1" };
const printed = (format: Format, rows: KeyRow[], how: Partial<InventoryEnd> = {}): string =>
  format.begin(inventory, rows) +
  rows.map((each, index) => format.row(each, index)).join("") +
  format.end({ ...end, keys: rows.length, ...how });

test("the table shows each key on a line, with what it may do and who manages it, and counts at the end", () => {
  expect(printed(formats.table(), [row]).split("\n")).toEqual([
    "Account acct_1 at https://x.example.com",
    "",
    "id     name  type    scopes                       age  last used  standing  by",
    "key_1  ci    secret  accounts:read * (over-wide)  3 d  -          managed   shop/dev ci",
    "",
    "1 key: 1 managed; 1 over-wide.",
    "",
  ]);
});

test("a list that changed or did not come whole says so", () => {
  expect(printed(formats.table(), [row], { changes: 2 })).toContain(
    "changed 2 times while it was read; every key that was there throughout is shown",
  );
  expect(printed(formats.table(), [row], { incomplete: "a page was missing" })).toContain(
    "Not the whole list: a page was missing. Run it again.",
  );
  expect(JSON.parse(printed(formats.json(), [row], { incomplete: "x" }))).toMatchObject({
    complete: false,
    incomplete: "x",
  });
});

test("json is one value, whatever the names, with no key and with several", () => {
  for (const rows of [[], [row], [row, { ...row, name: '"\n\u2028,]}' }]]) {
    expect(JSON.parse(printed(formats.json(), rows))).toEqual({
      version: 1,
      ...inventory,
      keys: rows.map((each) => JSON.parse(JSON.stringify(each))),
      count: rows.length,
      counts: { managed: 1 },
      overWide: 1,
      changes: 0,
      complete: true,
    });
  }
});

test("no cell of a csv is a formula, and none breaks its line", () => {
  expect(csvCell("=HYPERLINK(1)")).toBe("'=HYPERLINK(1)");
  expect(csvCell(' +1,"a"')).toBe(`"' +1,""a"""`);
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: "binary" }),
        fc.string().map((text) => `=${text}`),
      ),
      (name) => {
        const line = csv().row({ ...row, name, id: name }, 0);
        expect(line).toMatch(/^[^\r\n]*\r\n$/);
        const cells = line.trimEnd().match(/"(?:[^"]|"")*"|[^,]+|(?<=,)(?=,|$)|^(?=,)/g)!;
        for (const cell of cells) expect(cell.replace(/^"/, "")).not.toMatch(/^\s*[=+\-@|]/);
      },
    ),
  );
});

test("nothing in the table is obeyed by a terminal", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      const hostile = { ...row, id: text, name: text, scopes: [text], by: text, problem: text, lastUsed: text };
      expect(printed(formats.table(), [hostile])).not.toMatch(/[^\P{Cc}\n]|\p{Cf}|\p{Cs}|\p{Zl}|\p{Zp}/u);
    }),
  );
});
