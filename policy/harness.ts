import { type ResourceClassName, typeToken } from "../sdk/reference";
import { evaluateResource, evaluateStack } from "./evaluate";
import { classOf, type Facts, type ResourceFacts, type StackFacts } from "./facts";
import type { Finding } from "./finding";
import { textOf } from "./finding";
import type { Rule } from "./rule";
import { problemsOfRules } from "./rule-shape";
import { readSettings } from "./settings";

/** A resource for a test. */
export interface TestResource {
  /** Class of this package, or a type token. Default: the first that the rule checks, or ApiKey. */
  class?: ResourceClassName | (string & {});
  /** Logical name. Default: `test`, then `test-2` and so on. */
  name?: string;
  /** Inputs for a resource rule, outputs for a stack rule. May hold `notYetKnown` and `secretValue`. */
  props: Facts;
  protect?: boolean;
  parent?: string;
  dependencies?: Readonly<Record<string, readonly string[]>>;
  inClear?: ResourceFacts["inClear"];
  provider?: ResourceFacts["provider"];
}

/** What surrounds the resources of a test. */
export interface TestContext {
  /** The rule's configuration, as a user writes it. */
  config?: Readonly<Record<string, unknown>>;
  /** Default: stack `dev` of project `test` in a preview, with nothing configured. */
  stack?: Partial<StackFacts>;
  now?: Date;
}

/** What a rule found. Each expectation throws where it is not met, and can be chained. */
export interface TestedPolicy {
  readonly findings: readonly Finding[];
  /** At least one violation whose whole text, with its reason and fix, matches. */
  expectViolation(pattern?: RegExp): TestedPolicy;
  /** At least one undetermined finding whose text matches. */
  expectUndetermined(pattern?: RegExp): TestedPolicy;
  /** No violation, and nothing undetermined. */
  expectNone(): TestedPolicy;
}

/**
 * Checks arguments against one rule, without an engine.
 *
 * @throws Error if the form of the rule is wrong, PolicyConfigError if `config` is invalid, RuleBroken if the rule throws
 * @example
 * testPolicy(ourRule, { type: "secret", scopes: ["*"] }).expectViolation(/every scope/);
 */
export function testPolicy(
  rule: Rule,
  given: Facts | readonly TestResource[],
  { config = {}, stack: partial = {}, now = new Date() }: TestContext = {},
): TestedPolicy {
  const problems = problemsOfRules([rule]);
  if (problems.length > 0) throw new Error(problems.join("\n"));
  const entries = new Map([[rule.name, { level: "mandatory" as const, properties: config }]]);
  const stack: StackFacts = {
    name: "dev",
    project: "test",
    isPreview: true,
    config: {},
    environment: {},
    ...partial,
  };
  const context = {
    rules: [rule],
    settings: readSettings({ rules: [rule], entries }),
    stack,
    now,
  };
  const listed = Array.isArray(given) ? (given as readonly TestResource[]) : [{ props: given as Facts }];
  const fallback = rule.kind === "resource" ? (rule.looksAt[0] ?? "ApiKey") : "ApiKey";
  const resources = listed.map((one, index) => testResource(one, { fallback, index, stack }));
  const findings =
    rule.kind === "stack"
      ? evaluateStack(context, resources)
      : resources.flatMap((one) => evaluateResource(context, one));
  return tested(rule.name, findings);
}

/** A resource of a test as facts. */
export function testResource(
  given: TestResource,
  { fallback, index, stack }: { fallback: string; index: number; stack: Pick<StackFacts, "name" | "project"> },
): ResourceFacts {
  const { name = index === 0 ? "test" : `test-${index + 1}`, props, parent, provider } = given;
  const named = given.class ?? fallback;
  const type = named.includes(":") ? named : typeToken(named as ResourceClassName);
  const className = classOf(type);
  return {
    urn: `urn:pulumi:${stack.name}::${stack.project}::${type}::${name}`,
    name,
    type,
    ...(className === undefined ? {} : { className }),
    props,
    protect: given.protect ?? false,
    ignoreChanges: [],
    ...(parent === undefined ? {} : { parent }),
    dependencies: given.dependencies ?? {},
    ...(provider === undefined ? {} : { provider }),
    inClear: given.inClear ?? [],
  };
}

function tested(rule: string, findings: readonly Finding[]): TestedPolicy {
  const found = findings.map((finding) => `  ${finding.outcome}: ${textOf(finding)}`).join("\n") || "  nothing";
  const having = (outcome: Finding["outcome"], pattern: RegExp): readonly Finding[] =>
    findings.filter((finding) => finding.outcome === outcome && pattern.test(textOf(finding)));
  const fail = (expected: string): never => {
    throw new Error(`${rule} was expected to find ${expected}, and found:\n${found}`);
  };
  const self: TestedPolicy = {
    findings,
    expectViolation(pattern = /(?:)/) {
      return having("violation", pattern).length > 0 ? self : fail(`a violation that matches ${pattern}`);
    },
    expectUndetermined(pattern = /(?:)/) {
      return having("undetermined", pattern).length > 0
        ? self
        : fail(`an undetermined finding that matches ${pattern}`);
    },
    expectNone() {
      return findings.length === 0 ? self : fail("nothing");
    },
  };
  return self;
}
