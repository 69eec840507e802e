import { type ResourceClassName, typeToken } from "../sdk/reference.js";
import { classOf, type Facts, type ResourceFacts, type StackFacts } from "./facts.js";
import type { Finding } from "./finding.js";
import { textOf } from "./finding.js";
import { judgeResource, judgeStack } from "./judge.js";
import type { Rule } from "./rule.js";
import { problemsOfRules } from "./rule-shape.js";
import { readSettings } from "./settings.js";

/** A resource for a test; what is left out is as for a fresh one. */
export interface TestResource {
  /** Class of this package, or a type token. Default: the first that the rule looks at, or ApiKey. */
  class?: ResourceClassName | (string & {});
  /** Logical name. Default: `test`, and `test-2` and so on for more. */
  name?: string;
  /** Inputs for a resource rule, outputs for a stack rule; `notYetKnown` and `secretValue` where wanted. */
  props: Facts;
  protect?: boolean;
  parent?: string;
  dependencies?: Readonly<Record<string, readonly string[]>>;
  inClear?: ResourceFacts["inClear"];
  provider?: ResourceFacts["provider"];
}

export interface TestScene {
  /** The rule's configuration, as a user writes it. */
  config?: Readonly<Record<string, unknown>>;
  /** Default: stack `dev` of project `test` in a preview, with nothing configured. */
  stack?: Partial<StackFacts>;
  now?: Date;
}

/** What a rule found, and what it was expected to find. Each expectation throws where it is not met, and may be chained. */
export interface TestedPolicy {
  readonly findings: readonly Finding[];
  /** One violation at least, whose whole text (why and fix included) matches. */
  expectViolation(pattern?: RegExp): TestedPolicy;
  /** Something that can't be judged yet, whose text matches. */
  expectUndetermined(pattern?: RegExp): TestedPolicy;
  /** Neither a violation nor anything undetermined. */
  expectNone(): TestedPolicy;
}

/**
 * Judges arguments by one rule, without an engine.
 *
 * @throws Error if the form of the rule is wrong, PolicyConfigError if `config` is, RuleBroken if the rule throws
 * @example
 * testPolicy(ourRule, { type: "secret", scopes: ["*"] }).expectViolation(/every scope/);
 */
export function testPolicy(rule: Rule, given: Facts | readonly TestResource[], scene: TestScene = {}): TestedPolicy {
  const problems = problemsOfRules([rule]);
  if (problems.length > 0) throw new Error(problems.join("\n"));
  const entries = new Map([[rule.name, { level: "mandatory" as const, properties: scene.config ?? {} }]]);
  const stack: StackFacts = {
    name: "dev",
    project: "test",
    isPreview: true,
    config: {},
    environment: {},
    ...scene.stack,
  };
  const court = {
    rules: [rule],
    settings: readSettings({ rules: [rule], entries }),
    stack,
    now: scene.now ?? new Date(),
  };
  const listed = Array.isArray(given) ? (given as readonly TestResource[]) : [{ props: given as Facts }];
  const fallback = rule.kind === "resource" ? (rule.looksAt[0] ?? "ApiKey") : "ApiKey";
  const resources = listed.map((one, index) => testResource(one, { fallback, index, stack }));
  const findings =
    rule.kind === "stack" ? judgeStack(court, resources) : resources.flatMap((one) => judgeResource(court, one));
  return tested(rule.name, findings);
}

/** A resource as a rule sees it. */
export function testResource(
  given: TestResource,
  { fallback, index, stack }: { fallback: string; index: number; stack: Pick<StackFacts, "name" | "project"> },
): ResourceFacts {
  const { name = index === 0 ? "test" : `test-${index + 1}`, props, parent, provider } = given;
  const wanted = given.class ?? fallback;
  const type = wanted.includes(":") ? wanted : typeToken(wanted as ResourceClassName);
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
  const said = findings.map((finding) => `  ${finding.outcome}: ${textOf(finding)}`).join("\n") || "  nothing";
  const having = (outcome: Finding["outcome"], pattern: RegExp): readonly Finding[] =>
    findings.filter((finding) => finding.outcome === outcome && pattern.test(textOf(finding)));
  const fail = (expected: string): never => {
    throw new Error(`${rule} was expected to find ${expected}, and found:\n${said}`);
  };
  const self: TestedPolicy = {
    findings,
    expectViolation(pattern = /(?:)/) {
      return having("violation", pattern).length > 0 ? self : fail(`a violation that matches ${pattern}`);
    },
    expectUndetermined(pattern = /(?:)/) {
      return having("undetermined", pattern).length > 0 ? self : fail(`something undetermined that matches ${pattern}`);
    },
    expectNone() {
      return findings.length === 0 ? self : fail("nothing");
    },
  };
  return self;
}
