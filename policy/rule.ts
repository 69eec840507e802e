/**
 * The form of a rule. A rule is a plain object made by `resourceRule` or `stackRule`. A rule of this package is a file of its own,
 * `policy/rules/<name>.ts`, exported under its name in camel case, and a line in `policy/rules/list.ts`.
 *
 * - `check` is pure. It gets facts, its own configuration and the stack, and returns a list: empty where nothing is wrong,
 *   `violation(…)` for what is wrong, `undetermined(…)` for what can't be checked yet. One list may hold both, so an unknown
 *   value never hides a violation elsewhere.
 * - Facts are plain values. At any depth, `notYetKnown` marks a value that is not known before `up`, and `secretValue` one that
 *   must not be seen. A resource rule gets the inputs of one resource, in a preview and again in `up` right before the resource is
 *   created or updated: for ApiKey `type`, `name`, `scopes`, `delegatedScopes`, `adoptId`, `adoptValue` (always secret),
 *   `deleteAdopted`, `plainValue`, `accountId`, `profile`; for WebhookEndpoint `endpointId`, `status`, `reenable`, …; for
 *   ApplePayDomainScopes `apiKeyId`, `access`; no property whose name starts with `__`. A stack rule gets every resource with its
 *   outputs: the same, and `value` (always secret), `createdAt`, `lastUsed`, `lastUsedObservedAt`, `serviceUrl`, `environment`.
 *   Outputs are absent in the preview of a resource that is new or changes.
 * - `stack` holds the names of the stack and the project and the stack's configuration. `settingFor(stack, "driftCheck",
 *   resource)` reads a setting as the provider will.
 * - `remediate` returns the properties to change, or undefined. It runs only at the level `remediate`.
 */
import { z } from "zod";
import type { ResourceClassName } from "../sdk/reference";
import type { Facts, ResourceFacts, StackFacts } from "./facts";

/** `mandatory` fails the run, `advisory` only reports, `disabled` skips the rule. */
export type RuleLevel = "mandatory" | "advisory" | "disabled";

/** What a check found. */
export type Found =
  | {
      readonly outcome: "violation";
      readonly message: string;
      readonly path?: string;
      readonly urn?: string;
      readonly fix?: string;
    }
  | {
      readonly outcome: "undetermined";
      /** Whether `up` will know. */
      readonly untilUp?: boolean;
      readonly message: string;
      readonly path?: string;
      readonly urn?: string;
    };

/** Where a finding is, and its own fix where the rule's is too general. */
export interface FoundPlace {
  /** The property, such as `scopes`. */
  path?: string;
  /** The URN of the resource. Needed in stack rules, which see many. */
  urn?: string;
  /** The smallest change that passes, in place of the rule's `fix`. One sentence or more. */
  fix?: string;
}

/** Something is wrong. The message is whole sentences and names the value, such as the scope. */
export const violation = (message: string, place: FoundPlace = {}): Found => ({
  outcome: "violation",
  message,
  ...place,
});

/** The rule can't be checked: because `path` is not known before `up`, or for the reason `why`. */
export const undetermined = (path: string, { urn, why }: { urn?: string; why?: string } = {}): Found => ({
  outcome: "undetermined",
  message: why ?? `${path} is not known before up.`,
  path,
  ...(why === undefined ? { untilUp: true } : {}),
  ...(urn === undefined ? {} : { urn }),
});

/** What a check gets besides the resource. */
export interface RuleContext<Config> {
  /** The rule's own configuration, validated and with defaults. */
  readonly config: Config;
  readonly stack: StackFacts;
  /** The start of the run. */
  readonly now: Date;
}

/** The program of an example, and the stack that it runs in. */
export interface ExampleProgram {
  /** The body of a TypeScript program, without its imports: the classes and `pulumi` are in scope. */
  readonly program: string;
  /** Default: `dev`. */
  readonly stackName?: string;
  /** The stack's configuration, such as `{ "payments:driftCheck": "off" }`. */
  readonly stackConfig?: Readonly<Record<string, string>>;
  /** The start of the run, ISO 8601. Default: now. */
  readonly now?: string;
  /** Outputs that the service sets, by logical name, such as `lastUsed`. */
  readonly outputs?: Readonly<Record<string, Facts>>;
}

/** An example of a rule: shown in the docs, and run by the tests. */
export interface RuleExample {
  /** Violates the rule. */
  readonly failing: string | ExampleProgram;
  /** The same program after the fix. */
  readonly passing: string | ExampleProgram;
  /** The rule's configuration for both programs. Default: none. */
  readonly config?: Readonly<Record<string, unknown>>;
}

interface RuleBase {
  /** The key of the rule in a configuration. Kebab case, unique in a pack. */
  readonly name: string;
  /** What must hold, in one sentence. */
  readonly title: string;
  /** Why it matters, in one sentence. */
  readonly why: string;
  /** The smallest change that passes. */
  readonly fix: string;
  /** Level in the preset `recommended`. A rule that can remediate is never mandatory there. */
  readonly level: RuleLevel;
  /** Level in the preset `strict`. Default: `mandatory`, or `disabled` for a rule that is disabled in `recommended`. */
  readonly strictLevel?: RuleLevel;
  /** Every property has a description, and is optional or has a default. */
  readonly config?: z.ZodObject;
  /** Shown in the docs. Every rule of this package has one. */
  readonly example?: RuleExample;
  /** More for the docs page, in Markdown: limits of the rule, and alternatives. */
  readonly notes?: string;
}

/** A rule about one resource at a time. */
export interface ResourceRule<Config = Record<string, unknown>> extends RuleBase {
  readonly kind: "resource";
  /** The classes of this package, or type tokens of others, that the rule checks. It never reads any other resource. */
  readonly looksAt: readonly (ResourceClassName | (string & {}))[];
  /** Pure. */
  check(resource: ResourceFacts, context: RuleContext<Config>): Found[];
  /** Pure. The properties that fix what `check` found. A secret property stays secret; other properties stay as they are. */
  remediate?(resource: ResourceFacts, context: RuleContext<Config>): Facts | undefined;
}

/** A rule about the stack as a whole, at the end of a preview or an `up`. */
export interface StackRule<Config = Record<string, unknown>> extends RuleBase {
  readonly kind: "stack";
  /** Pure. */
  check(resources: readonly ResourceFacts[], context: RuleContext<Config>): Found[];
}

export type Rule = ResourceRule | StackRule;

type ConfigOf<Schema> = Schema extends z.ZodObject ? z.output<Schema> : Record<string, never>;

/**
 * A resource rule with its configuration's type.
 *
 * @param rule `mend` is an older name of `remediate`
 */
export function resourceRule<Schema extends z.ZodObject | undefined = undefined>(
  rule: Omit<ResourceRule<ConfigOf<Schema>>, "kind" | "config"> & {
    config?: Schema;
    /** @deprecated Write `remediate`. */
    mend?: ResourceRule<ConfigOf<Schema>>["remediate"];
  },
): ResourceRule {
  const { mend, ...rest } = rule;
  return { ...(mend && { remediate: mend }), ...rest, kind: "resource" } as unknown as ResourceRule;
}

/** A stack rule with its configuration's type. */
export function stackRule<Schema extends z.ZodObject | undefined = undefined>(
  rule: Omit<StackRule<ConfigOf<Schema>>, "kind" | "config"> & { config?: Schema },
): StackRule {
  return { ...rule, kind: "stack" } as unknown as StackRule;
}

/** The schema of a rule's configuration. An unknown property is an error. */
export function configSchemaOf(rule: Rule): z.ZodObject {
  return (rule.config ?? z.object({})).strict();
}

/** Whether the level `remediate` has an effect. */
export const canRemediate = (rule: Rule): boolean => rule.kind === "resource" && rule.remediate !== undefined;
