import { definePack } from "../../policy/pack.js";
import { maxKeysPerStack } from "../../policy/rules/max-keys-per-stack.js";
import { rules } from "../../policy/rules/registry.js";

test("two rules with one name are refused, and named", () => {
  expect(() => definePack({ name: "ours", rules: [...rules, maxKeysPerStack] })).toThrow(
    "the policy pack ours can't be served:\n  - two rules are named max-keys-per-stack; rename one of them",
  );
});

test("a rule that is no rule is refused with everything that it lacks, before a server starts", () => {
  const odd = { kind: "stack", name: "Odd_name", title: "x", why: "Y.", fix: "Z.", level: "must" } as never;
  expect(() => definePack({ name: "our rules", rules: [odd] })).toThrow(
    /its name must have at most 100 letters.*\n.*Odd_name: name must be in kebab case\n.*title must be a sentence\n.*level .*\n.*check must be a function/,
  );
});

test("a name that the configuration needs for itself is refused", () => {
  expect(() => definePack({ name: "ours", rules: [{ ...maxKeysPerStack, name: "all" }] })).toThrow(
    "the rule all: name is reserved for the pack itself",
  );
});

test("a rule that can mend and is mandatory from the start is refused: mending is asked for, never assumed", () => {
  const mending = rules.find(({ name }) => name === "deletion-guard-kept") as (typeof rules)[number];
  expect(() => definePack({ name: "ours", rules: [{ ...mending, level: "mandatory" }] })).toThrow(
    /can remediate, so its level must be advisory/,
  );
});
