import { definePack } from "../../policy/pack";
import { maxKeysPerStack } from "../../policy/rules/max-keys-per-stack";
import { rules } from "../../policy/rules/registry";

test("two rules with the same name are refused", () => {
  expect(() => definePack({ name: "ours", rules: [...rules, maxKeysPerStack] })).toThrow(
    "the policy pack ours can't be served:\n  - two rules are named max-keys-per-stack. Rename one of them",
  );
});

test("a malformed rule is refused with every problem, before a server starts", () => {
  const odd = { kind: "stack", name: "Odd_name", title: "x", why: "Y.", fix: "Z.", level: "must" } as never;
  expect(() => definePack({ name: "our rules", rules: [odd] })).toThrow(
    /its name must have at most 100 letters.*\n.*Odd_name: name must be in kebab case\n.*title must be a sentence\n.*level .*\n.*check must be a function/,
  );
});

test("a reserved name is refused", () => {
  expect(() => definePack({ name: "ours", rules: [{ ...maxKeysPerStack, name: "all" }] })).toThrow(
    "the rule all: name is reserved for the pack itself. Choose another name",
  );
});

test("a rule that can remediate must not be mandatory by default, because the user has to ask for a remediation", () => {
  const remediating = rules.find(({ name }) => name === "deletion-guard-kept") as (typeof rules)[number];
  expect(() => definePack({ name: "ours", rules: [{ ...remediating, level: "mandatory" }] })).toThrow(
    /can remediate, so its level must be advisory/,
  );
});
