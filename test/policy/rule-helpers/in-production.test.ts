import { notYetKnown, secretValue } from "../../../policy/facts";
import { testResource } from "../../../policy/harness";
import { inProduction, productionStacks } from "../../../policy/rule-helpers/in-production";

const usual = productionStacks.parse(undefined);
const facts = { project: "shop", environment: {} };
function where(name: string, config: Record<string, unknown>, props: Record<string, unknown> = {}, stacks = usual) {
  const stack = { ...facts, name, config };
  return inProduction(testResource({ name: "web", props }, { fallback: "ApiKey", index: 0, stack }), stack, stacks);
}

test("payments:environment takes precedence over the stack's name", () => {
  expect(where("dev", { "payments:environment": "production" })).toBe(true);
  expect(where("prod", { "payments:environment": "sandbox" })).toBe(false);
});

test("without payments:environment, the stack's name decides", () => {
  expect(["prod", "prod-eu", "production", "production-eu"].map((name) => where(name, {}))).toEqual([
    true,
    true,
    true,
    true,
  ]);
  expect(["dev", "product", "preprod", "reproduction"].map((name) => where(name, {}))).toEqual([
    false,
    false,
    false,
    false,
  ]);
  expect(where("live", {}, {}, ["live"])).toBe(true);
});

test("an unknown or secret profile is undetermined", () => {
  const config = { "payments:environment": "sandbox" };
  expect(where("prod", config, { profile: notYetKnown })).toMatchObject({
    outcome: "undetermined",
    untilUp: true,
    path: "profile",
    urn: expect.stringMatching(/::web$/),
  });
  const hidden = where("prod", { ...config, "payments:profiles": secretValue }, { profile: "eu" });
  expect(hidden).toMatchObject({
    outcome: "undetermined",
    path: "profile",
    urn: expect.stringMatching(/::web$/),
    message: "The environment of web is unknown, because payments:environment or payments:profiles is a secret.",
  });
  expect(hidden).not.toHaveProperty("untilUp");
});
