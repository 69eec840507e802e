import { asDynamicUrn, classNameOfType, isNativeType } from "../../../provider/text/type-token";

test.each([
  ["pulumi-nodejs:dynamic/payments:ApiKey", "ApiKey"],
  ["payments:index:ApiKey", "ApiKey"],
  ["pulumi-nodejs:dynamic:Resource", undefined],
  ["pulumi:providers:payments", undefined],
  ["paymentsx:index:ApiKey", undefined],
])("%s is of the class %s", (type, className) => {
  expect(classNameOfType(type)).toBe(className);
});

test("the type of the plugin's form is told from the other's", () => {
  expect([isNativeType("payments:index:ApiKey"), isNativeType("pulumi-nodejs:dynamic/payments:ApiKey")]).toEqual([
    true,
    false,
  ]);
});

test("a urn of either form is the same one as the dynamic form's, with its parents and any name", () => {
  const dynamic =
    "urn:pulumi:dev::shop::acme:index:Team$pulumi-nodejs:dynamic/payments:ApiKey::a::payments:index:ApiKey";
  const native = "urn:pulumi:dev::shop::acme:index:Team$payments:index:ApiKey::a::payments:index:ApiKey";
  expect(asDynamicUrn(native)).toBe(dynamic);
  expect(asDynamicUrn(dynamic)).toBe(dynamic);
  const other = "urn:pulumi:dev::shop::aws:s3/bucket:Bucket::payments:index:ApiKey";
  expect(asDynamicUrn(other)).toBe(other);
});
