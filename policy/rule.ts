/**
 * The form of a rule. A rule is a plain object in a folder of its own, `policy/rules/<name>/index.ts`, exported under its
 * name in camel case and made by `resourceRule` or `stackRule`; the registry finds it by itself.
 *
 * - `check` is pure. It gets facts, its own configuration and the stack, and answers a list: nothing where all is well,
 *   `violation(…)` for what is wrong, `undetermined(…)` for what can't be judged yet. Both may stand side by side, so an
 *   unknown value never hides a violation elsewhere.
 * - Facts are plain values. `notYetKnown` stands for what is not known before `up`, `secretValue` for what nobody may see,
 *   each at any depth. A resource rule gets the inputs of one resource, in preview and again in `up` right before it is
 *   made: of ApiKey `type`, `name`, `scopes`, `delegatedScopes`, `adoptId`, `adoptValue` (always secret), `deleteAdopted`,
 *   `plainValue`, `accountId`, `profile`; of WebhookEndpoint `endpointId`, `status`, `reenable`, …; of ApplePayDomainScopes
 *   `apiKeyId`, `access`; nothing that starts with `__`. A stack rule gets every resource with its outputs: the same, and
 *   `value` (always secret), `createdAt`, `lastUsed`, `lastUsedObservedAt`, `serviceUrl`, `environment`, absent in the
 *   preview of a resource that is new or changes.
 * - `stack` tells the stack's and the project's name and its configuration; `settingFor(stack, "driftCheck", resource)`
 *   reads a setting of the provider as the provider will.
 * - `mend` answers the properties that should change, or nothing. It runs only where a user sets the level `remediate`.
 */
import { z } from "zod";
import type { ResourceClassName } from "../sdk/reference.js";
import type { Facts, ResourceFacts, StackFacts } from "./facts.js";

/** `mandatory` fails the run; `advisory` is said and lets it go on; `disabled` is not looked at. */
export type RuleLevel = "mandatory" | "advisory" | "disabled";

/** What a check finds. */
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
      /** Only `up` can tell. */
      readonly untilUp?: boolean;
      readonly message: string;
      readonly path?: string;
      readonly urn?: string;
    };

/** Where a found thing is, and what mends just this one where the rule's `fix` is too general. */
export interface FoundPlace {
  /** The property, such as `scopes`. */
  path?: string;
  /** The resource; needed in stack rules, which see many. */
  urn?: string;
  /** The smallest change that passes, in place of the rule's. One sentence or more. */
  fix?: string;
}

/** Something is wrong. The message is whole sentences: which scope, which value. */
export const violation = (message: string, place: FoundPlace = {}): Found => ({
  outcome: "violation",
  message,
  ...place,
});

/** It can't be judged: because `path` is not known yet, or for the reason given. */
export const undetermined = (path: string, { urn, why }: { urn?: string; why?: string } = {}): Found => ({
  outcome: "undetermined",
  message: why ?? `${path} is not known before up.`,
  path,
  ...(why === undefined ? { untilUp: true } : {}),
  ...(urn === undefined ? {} : { urn }),
});

/** What a check knows besides the resource. */
export interface Scene<Config> {
  /** The rule's own configuration, checked and with defaults. */
  readonly config: Config;
  readonly stack: StackFacts;
  /** When the run began. */
  readonly now: Date;
}

/** A program of an example, with what surrounds it. */
export interface ExampleProgram {
  /** The body of a TypeScript program, without its imports: the classes and `pulumi` are there. */
  readonly program: string;
  /** Default: `dev`. */
  readonly stackName?: string;
  /** The stack's configuration, such as `{ "payments:driftCheck": "off" }`. */
  readonly stackConfig?: Readonly<Record<string, string>>;
  /** When the run begins, ISO 8601. Default: now. */
  readonly now?: string;
  /** What the service would answer, by logical name: outputs that no program declares, such as `lastUsed`. */
  readonly outputs?: Readonly<Record<string, Facts>>;
}

/** A rule at work: shown in the docs, and run by the tests. */
export interface RuleExample {
  /** Violates the rule. */
  readonly failing: string | ExampleProgram;
  /** The same, mended. */
  readonly passing: string | ExampleProgram;
  /** The rule's configuration for both, where the default would not show it. */
  readonly config?: Readonly<Record<string, unknown>>;
}

interface RuleBase {
  /** Unique in a pack; what a configuration names. Kebab case. */
  readonly name: string;
  /** What must hold, in one sentence. */
  readonly title: string;
  /** Why it matters, in one sentence. */
  readonly why: string;
  /** The smallest change that passes. */
  readonly fix: string;
  /** Level in the preset `recommended`. One that can mend is never mandatory there. */
  readonly level: RuleLevel;
  /** Level in the preset `strict`, where that is not `mandatory`; a disabled rule stays disabled unless it says otherwise. */
  readonly strictLevel?: RuleLevel;
  /** Each property with a description; all of them optional or with a default. */
  readonly config?: z.ZodObject;
  /** Without one a rule is in no docs page; each rule of this package has one. */
  readonly example?: RuleExample;
  /** More for the docs page, in Markdown: what it does not see, and what was considered. */
  readonly notes?: string;
}

/** A rule about one resource at a time. */
export interface ResourceRule<Config = Record<string, unknown>> extends RuleBase {
  readonly kind: "resource";
  /** The classes of this package, or type tokens of others, that it looks at; the rest is skipped unread. */
  readonly looksAt: readonly (ResourceClassName | (string & {}))[];
  /** Pure. */
  check(resource: ResourceFacts, scene: Scene<Config>): Found[];
  /** Pure: properties that mend what `check` found; they keep their secretness, the others stay as they are. */
  mend?(resource: ResourceFacts, scene: Scene<Config>): Facts | undefined;
}

/** A rule about the stack as a whole, at the end of a preview or an `up`. */
export interface StackRule<Config = Record<string, unknown>> extends RuleBase {
  readonly kind: "stack";
  /** Pure. */
  check(resources: readonly ResourceFacts[], scene: Scene<Config>): Found[];
}

export type Rule = ResourceRule | StackRule;

type ConfigOf<Schema> = Schema extends z.ZodObject ? z.output<Schema> : Record<string, never>;

/** A resource rule with its configuration's type. */
export function resourceRule<Schema extends z.ZodObject | undefined = undefined>(
  rule: Omit<ResourceRule<ConfigOf<Schema>>, "kind" | "config"> & { config?: Schema },
): ResourceRule {
  return { ...rule, kind: "resource" } as unknown as ResourceRule;
}

/** A stack rule with its configuration's type. */
export function stackRule<Schema extends z.ZodObject | undefined = undefined>(
  rule: Omit<StackRule<ConfigOf<Schema>>, "kind" | "config"> & { config?: Schema },
): StackRule {
  return { ...rule, kind: "stack" } as unknown as StackRule;
}

/** The configuration that a rule takes; an unknown property is an error. */
export function configSchemaOf(rule: Rule): z.ZodObject {
  return (rule.config ?? z.object({})).strict();
}

/** Whether the level `remediate` does something. */
export const canMend = (rule: Rule): boolean => rule.kind === "resource" && rule.mend !== undefined;
