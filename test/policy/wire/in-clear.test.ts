import { findInClear } from "../../../policy/wire/in-clear";
import { asSecret, type Raw } from "../../../provider/wire/special-values";

const key = (urn: string, value: unknown) => ({ urn, isOurs: true, raw: (): Raw => ({ value }) });
const other = (urn: string, raw: Raw) => ({ urn, isOurs: false, raw: () => raw });
const ci = key("ci", asSecret("sk_live_0123456789"));
const web = key("web", asSecret("sk_live_0123456abc"));

test("a value is found as a whole text or a part, with its path and its key, even if two values begin alike", () => {
  const found = findInClear([ci, web, other("job", { env: { A: "sk_live_0123456789", B: "x sk_live_0123456abc y" } })]);
  expect([...found]).toEqual([
    [
      "job",
      [
        { path: "env.A", keyUrn: "ci" },
        { path: "env.B", keyUrn: "web" },
      ],
    ],
  ]);
});

test("a value inside a secret is not found", () => {
  expect(findInClear([ci, other("job", { env: asSecret("sk_live_0123456789") })]).size).toBe(0);
});

test("the beginning of a value alone is not found", () => {
  expect(findInClear([ci, other("job", { env: "sk_live_012345678" })]).size).toBe(0);
});

test("a plain, unknown or short value is not searched for", () => {
  const keys = [key("pub", "pk_live_0123456789"), key("new", undefined), key("odd", asSecret("short"))];
  expect(findInClear([...keys, other("job", { env: "pk_live_0123456789 short" })]).size).toBe(0);
});

test("the retiring value of a rotating key is searched for too", () => {
  const rotating = { urn: "r", isOurs: true, raw: (): Raw => ({ retiringValue: asSecret("sk_old_0123456789") }) };
  expect([...findInClear([rotating, other("job", { env: "sk_old_0123456789" })]).keys()]).toEqual(["job"]);
});
