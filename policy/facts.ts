import { type ResourceClassName, typeToken } from "../sdk/reference.js";

/** Stands for a value that is not known before `up`. */
export const notYetKnown: unique symbol = Symbol("not known before up");

/** Stands for a value that is there and that nobody may see: a key's value, or what the program marked as a secret. */
export const secretValue: unique symbol = Symbol("secret");

/** Properties as plain JSON values; what is not known yet is `notYetKnown`, what is secret `secretValue`, at any depth. */
export type Facts = Readonly<Record<string, unknown>>;

/** The stack that a run is about. */
export interface StackFacts {
  /** Name of the stack, such as `prod`. */
  readonly name: string;
  readonly project: string;
  readonly organization?: string;
  /** True in a preview, false in `up`; undefined in `pulumi policy analyze`, where nothing is planned. */
  readonly isPreview?: boolean;
  /** The stack's configuration by full key, such as `payments:driftCheck`; structured values are JSON text. */
  readonly config: Facts;
  /** The `PAYMENTS_` variables of the run, credentials as `secretValue`. */
  readonly environment: Facts;
}

/** One resource: inputs before it is made (resource rules), outputs at the end of a run (stack rules). */
export interface ResourceFacts {
  readonly urn: string;
  /** Logical name. */
  readonly name: string;
  /** Type token. */
  readonly type: string;
  /** Set for the resources of this package. */
  readonly className?: ResourceClassName;
  /** Read once, when first asked for. Never holds what starts with `__`. */
  readonly props: Facts;
  readonly protect: boolean;
  readonly ignoreChanges: readonly string[];
  /** Urn of the parent. */
  readonly parent?: string;
  /** Which resources a property was made from, by property; urns. Stack rules only. */
  readonly dependencies: Readonly<Record<string, readonly string[]>>;
  readonly provider?: { readonly name: string; readonly props: Facts };
  /** Properties, as paths, that hold a key's value in clear, and whose value it is. Stack rules only. */
  readonly inClear: readonly { readonly path: string; readonly keyUrn: string }[];
}

const classNames: readonly ResourceClassName[] = ["ApiKey", "WebhookEndpoint", "ApplePayDomainScopes"];
const classByToken = new Map<string, ResourceClassName>(classNames.map((name) => [typeToken(name), name]));

/** The class of a type token; undefined for what is not of this package. */
export function classOf(type: string): ResourceClassName | undefined {
  return classByToken.get(type);
}

/** Whether a value, or anything in it, is `mark`. */
export function holds(value: unknown, mark: symbol): boolean {
  if (value === mark) return true;
  return typeof value === "object" && value !== null && Object.values(value).some((inner) => holds(inner, mark));
}

/** The parts of a urn that people know: `urn:pulumi:<stack>::<project>::<parents' types>$<type>::<name>`. */
export function partsOf(urn: string): { stack: string; project: string; type: string; name: string } {
  const [head = "", project = "", types = "", ...name] = urn.split("::");
  return {
    stack: head.replace(/^urn:pulumi:/, ""),
    project,
    type: types.slice(types.lastIndexOf("$") + 1),
    name: name.join("::"),
  };
}

const variableOf = (setting: string): string =>
  `PAYMENTS_${setting.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;

/** What says of a service, so that a profile that leads to another one takes none of it from the stack. */
const ofTheService = ["environment", "partnerAccountId"];

/**
 * A setting of this package as the provider will read it, such as `driftCheck` or `baseUrl`: the environment before the
 * stack's configuration, and for a resource with a `profile` that profile first. Undefined where it is left at its default;
 * `notYetKnown` where the profile's name is not known.
 */
export function settingFor(stack: StackFacts, setting: string, resource?: ResourceFacts): unknown {
  const ofStack = (name: string): unknown => stack.environment[variableOf(name)] ?? stack.config[`payments:${name}`];
  const name = resource?.props.profile;
  if (name === notYetKnown) return notYetKnown;
  const profile = typeof name === "string" ? profilesOf(stack)[name] : undefined;
  if (profile?.[setting] !== undefined) return profile[setting];
  const isElsewhere = profile?.baseUrl !== undefined && profile.baseUrl !== ofStack("baseUrl");
  return isElsewhere && ofTheService.includes(setting) ? undefined : ofStack(setting);
}

function profilesOf({ config }: StackFacts): Record<string, Record<string, unknown> | undefined> {
  const text = config["payments:profiles"];
  if (typeof text !== "string") return {};
  try {
    return JSON.parse(text) ?? {};
  } catch {
    // The provider itself refuses it, with the reason.
    return {};
  }
}
