import { type Declared, unknownNames } from "../../sdk/asked-to-rotate";
import { typeToken } from "../../sdk/reference";

const of = (className: Declared["className"], name: string, stack = "dev"): Declared => ({
  className,
  urn: `urn:pulumi:${stack}::shop::${typeToken(className)}::${name}`,
});
const billing = of("RotatingApiKey", "billing");
const program = [billing, of("RotatingApiKey", "payouts"), of("ApiKey", "ci")];
const told = (names: string, declared = program) => unknownNames({ PAYMENTS_REVOKE_NOW: names }, declared).join("\n");

test.each(["billing", `payouts, ${billing.urn}`, ""])("nothing is wrong with %j", (names) => {
  expect(told(names)).toBe("");
  expect(unknownNames({ PAYMENTS_ROTATE_NOW: names }, program)).toEqual([]);
});

test.each([
  ["biling", 'Did you mean "billing"?'],
  [of("RotatingApiKey", "billing", "prod").urn, `Did you mean "${billing.urn}"?`],
  ["stock", 'Name one of "billing", "payouts".'],
  ["ci", "a resource of class ApiKey, which does not rotate"],
])("a name that no rotation has is told with what may have been meant: %s", (name, expected) => {
  expect(told(`billing,${name}`)).toBe(
    `PAYMENTS_REVOKE_NOW names "${name}", and no RotatingApiKey of this program has that logical name or URN: nothing was rotated for it. ${told(name).split("for it. ")[1]}`,
  );
  expect(told(name)).toContain(expected);
});

test("each name of each variable is told, in a program without any rotation too", () => {
  const lines = unknownNames({ PAYMENTS_ROTATE_NOW: "a,b", PAYMENTS_REVOKE_NOW: "a" }, []);
  expect(lines).toHaveLength(3);
  for (const line of lines) expect(line).toContain("The program has no RotatingApiKey.");
});

test("what looks like the value of a key is not repeated", () => {
  expect(told("sk_live_0123456789")).toContain("names what looks like the value of a key, and no");
  expect(told("sk_live_0123456789")).not.toContain("0123");
});
