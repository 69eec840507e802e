import { exemptionSchema, isExpired, isFor } from "../../policy/exemptions";

const exemption = {
  rule: "no-wildcard-scope",
  name: "legacy-*",
  reason: "moving",
  owner: "ann",
  expires: "2027-01-31",
};
const found = { rule: "no-wildcard-scope", urn: "urn:pulumi:dev::shop::t::legacy-web", name: "legacy-web" };

test("an exemption with rule, name, reason, owner and last day is valid", () => {
  expect(exemptionSchema.parse(exemption)).toEqual(exemption);
});

test.each(["rule", "reason", "owner", "expires"])("an exemption without %s is refused", (field) => {
  expect(exemptionSchema.safeParse({ ...exemption, [field]: undefined }).success).toBe(false);
  expect(exemptionSchema.safeParse({ ...exemption, [field]: " " }).success).toBe(field === "rule");
});

test("an exemption needs either a name or a URN", () => {
  const { name, ...rest } = exemption;
  expect(exemptionSchema.safeParse(rest).success).toBe(false);
  expect(exemptionSchema.safeParse({ ...exemption, urn: "*" }).success).toBe(false);
  expect(exemptionSchema.safeParse({ ...rest, urn: "urn:*" }).success).toBe(true);
});

test("an invalid day is refused", () => {
  for (const expires of ["2027-02-30", "2027-1-1", "never", "2027-01-31T00:00:00Z"]) {
    expect(exemptionSchema.safeParse({ ...exemption, expires }).success).toBe(false);
  }
});

test("an exemption matches one rule and the resources of its name or URN", () => {
  expect(isFor(exemption, found)).toBe(true);
  expect(isFor(exemption, { ...found, rule: "name-convention" })).toBe(false);
  expect(isFor(exemption, { ...found, name: "web" })).toBe(false);
  const { name, ...rest } = exemption;
  expect(isFor({ ...rest, urn: "urn:pulumi:dev::*" }, found)).toBe(true);
  expect(isFor({ ...rest, urn: "urn:pulumi:prod::*" }, found)).toBe(false);
});

test("an exemption lasts to the end of its last day, UTC", () => {
  expect(isExpired(exemption, new Date("2027-01-31T23:59:59.999Z"))).toBe(false);
  expect(isExpired(exemption, new Date("2027-02-01T00:00:00.000Z"))).toBe(true);
});
