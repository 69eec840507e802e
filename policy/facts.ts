import { type ResourceClassName, typeToken } from "../sdk/reference";
import { plainAddress } from "./text/address";
import { entriesIn } from "./text/entries-in";

/** Marks a value that is not known before `up`. */
export const notYetKnown: unique symbol = Symbol("not known before up");

/** Marks a value that exists but must not be seen: a key's value, or what the program marked as a secret. */
export const secretValue: unique symbol = Symbol("secret");

/** Properties as plain JSON values. At any depth, an unknown value is `notYetKnown` and a secret one is `secretValue`. */
export type Facts = Readonly<Record<string, unknown>>;

/** The stack that a run evaluates. */
export interface StackFacts {
  /** Name of the stack, such as `prod`. */
  readonly name: string;
  readonly project: string;
  readonly organization?: string;
  /** True in a preview, false in `up`; undefined in `pulumi policy analyze`, which plans nothing. */
  readonly isPreview?: boolean;
  /** The stack's configuration by full key, such as `payments:driftCheck`; structured values are JSON text. */
  readonly config: Facts;
  /** The `PAYMENTS_` variables of the run, credentials as `secretValue`. */
  readonly environment: Facts;
}

/** One resource: with its inputs before it is created (resource rules), or its outputs at the end of a run (stack rules). */
export interface ResourceFacts {
  readonly urn: string;
  /** Logical name. */
  readonly name: string;
  /** Type token. */
  readonly type: string;
  /** Set for the resources of this package. */
  readonly className?: ResourceClassName;
  /** Read once, on first use. Never holds a property whose name starts with `__`. */
  readonly props: Facts;
  readonly protect: boolean;
  readonly ignoreChanges: readonly string[];
  /** URN of the parent. Absent where the SDK does not report it (up to 3.160 at least). */
  readonly parent?: string;
  /** The URNs of the resources that a property depends on, by property. Stack rules only. */
  readonly dependencies: Readonly<Record<string, readonly string[]>>;
  readonly provider?: { readonly name: string; readonly props: Facts };
  /** Paths of properties that hold a key's value in plain text, with the key's URN. Stack rules only. */
  readonly inClear: readonly { readonly path: string; readonly keyUrn: string }[];
}

const classNames: readonly ResourceClassName[] = [
  "ApiKey",
  "RotatingApiKey",
  "WebhookEndpoint",
  "ApplePayDomainScopes",
];
const classByToken = new Map<string, ResourceClassName>(classNames.map((name) => [typeToken(name), name]));

/** The class of a type token; undefined for a type of another package. */
export function classOf(type: string): ResourceClassName | undefined {
  return classByToken.get(type);
}

/** Whether a value, or anything inside it, is `mark`. */
export function holds(value: unknown, mark: symbol): boolean {
  if (value === mark) return true;
  return typeof value === "object" && value !== null && Object.values(value).some((inner) => holds(inner, mark));
}

/** The parts of a URN that people know: `urn:pulumi:<stack>::<project>::<parents' types>$<type>::<name>`. */
export function partsOf(urn: string): { stack: string; project: string; type: string; name: string } {
  const [head = "", project = "", types = "", ...name] = urn.split("::");
  return {
    stack: head.replace(/^urn:pulumi:/, ""),
    project,
    type: types.slice(types.lastIndexOf("$") + 1),
    name: name.join("::"),
  };
}

/** Settings that the provider also reads from an environment variable. */
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
 * The settings that a profile may hold, and where one that it leaves out comes from: the stack, the stack if both use the same
 * service, or nowhere.
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
 * A setting of this package as the provider will read it, such as `driftCheck` or `baseUrl`: the resource's profile takes
 * precedence over the environment, and the environment over the stack's configuration. Undefined where the default applies;
 * `notYetKnown` where the profile's name is not known; `secretValue` where the setting or `payments:profiles` is a secret.
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
  // The provider itself refuses an unknown profile.
  if (profile === undefined) return ofStack(setting);
  if (profile[setting] !== undefined) return profile[setting];
  if (inherits === "nowhere") return undefined;
  const has = (field: string): boolean => profile[field] !== undefined;
  const isElsewhere =
    (has("baseUrl") && !sameAddress(profile.baseUrl, ofStack("baseUrl"))) ||
    (has("environment") && profile.environment !== ofStack("environment"));
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
