import { type ResourceClassName, typeToken } from "../sdk/reference.js";
import { plainAddress } from "./text/address.js";
import { entriesIn } from "./text/entries-in.js";

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

const classNames: readonly ResourceClassName[] = [
  "ApiKey",
  "RotatingApiKey",
  "WebhookEndpoint",
  "ApplePayDomainScopes",
];
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

/** Settings that the provider reads from a variable of the environment too. */
const withVariable: ReadonlyMap<string, string> = new Map([
  ["baseUrl", "PAYMENTS_BASE_URL"],
  ["apiKey", "PAYMENTS_API_KEY"],
  ["accountId", "PAYMENTS_ACCOUNT_ID"],
  ["partnerAccountId", "PAYMENTS_PARTNER_ACCOUNT_ID"],
  ["apiKeyId", "PAYMENTS_API_KEY_ID"],
  ["environment", "PAYMENTS_ENVIRONMENT"],
  ["driftCheck", "PAYMENTS_DRIFT_CHECK"],
  ["dueRotations", "PAYMENTS_DUE_ROTATIONS"],
]);

/**
 * What a profile may say, and from where it has what it leaves out: from the stack, from the stack if both lead to the
 * same service, or from nowhere.
 */
const inProfile: ReadonlyMap<string, "stack" | "same service" | "nowhere"> = new Map([
  ["baseUrl", "stack"],
  ["endpointAccount", "stack"],
  ["environment", "same service"],
  ["partnerAccountId", "same service"],
  ["apiKey", "same service"],
  ["apiKeyId", "same service"],
  ["accountId", "nowhere"],
]);

/**
 * A setting of this package as the provider will read it, such as `driftCheck` or `baseUrl`: the environment before the
 * stack's configuration, and for a resource with a `profile` that profile first. Undefined where it is left at its default;
 * `notYetKnown` where the profile's name is not known, `secretValue` where the setting or all profiles are a secret.
 */
export function settingFor(stack: StackFacts, setting: string, resource?: ResourceFacts): unknown {
  const ofStack = (name: string): unknown => {
    const variable = withVariable.get(name);
    const given = variable === undefined ? undefined : stack.environment[variable];
    return given === undefined || given === "" ? stack.config[`payments:${name}`] : given;
  };
  const name = resource?.props.profile;
  const inherits = inProfile.get(setting);
  if (inherits === undefined) return ofStack(setting);
  if (name === notYetKnown) return notYetKnown;
  if (typeof name !== "string") return ofStack(setting);
  const profiles = profilesOf(stack);
  if (typeof profiles === "symbol") return profiles;
  const profile = profiles.get(name);
  // The provider itself refuses a profile that is not there.
  if (profile === undefined) return ofStack(setting);
  if (profile[setting] !== undefined) return profile[setting];
  if (inherits === "nowhere") return undefined;
  const says = (field: string): boolean => profile[field] !== undefined;
  const isElsewhere =
    (says("baseUrl") && !sameAddress(profile.baseUrl, ofStack("baseUrl"))) ||
    (says("environment") && profile.environment !== ofStack("environment"));
  return inherits === "same service" && isElsewhere ? undefined : ofStack(setting);
}

function sameAddress(left: unknown, right: unknown): boolean {
  return typeof left === "string" && typeof right === "string" && plainAddress(left) === plainAddress(right);
}

function profilesOf({ config }: StackFacts): ReadonlyMap<string, Facts> | symbol {
  const text = config["payments:profiles"];
  if (typeof text === "symbol") return text;
  return new Map([...entriesIn(String(text))].map(([name, profile]) => [name, Object(profile)]));
}
