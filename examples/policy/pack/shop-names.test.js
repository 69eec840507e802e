const { test } = require("node:test");
const { notYetKnown, testPolicy } = require("pulumi-payments/policy");
const { shopNames } = require("./shop-names.js");

test("a name that begins with shop- passes", () => {
  testPolicy(shopNames, { name: "shop-reports" }).expectNone();
});

test("another name, or none, does not", () => {
  testPolicy(shopNames, { name: "till 7" }).expectViolation(/named till 7/);
  testPolicy(shopNames, {}).expectViolation(/no name/);
});

test("a name that is not known yet is left for later", () => {
  testPolicy(shopNames, { name: notYetKnown }).expectUndetermined();
});
