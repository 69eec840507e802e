import { chosenValue, profileValue } from "../provider/configuration/precedence";
import {
  type ProfileSettings,
  profileFieldNames,
  type SettingName,
  settingNames,
} from "../provider/configuration/settings";
import { type ResourceClassName, resourceClassNames } from "../provider/text/class-names";
import { classNameOfType, isNativeType } from "../provider/text/type-token";
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

/** The class of a type token; undefined for a type of another package. */
export function classOf(type: string): ResourceClassName | undefined {
  return resourceClassNames.find((name) => name === classNameOfType(type));
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

/**
 * A setting of this package as the provider will read it, such as `driftCheck` or `baseUrl`: the resource's profile takes
 * precedence over the environment, and the environment over the stack's configuration. Undefined where the default applies;
 * `notYetKnown` where the profile's name is not known; `secretValue` where the setting or `payments:profiles` is a secret. An
 * explicit instance of the provider plugin stands in place of the stack, and takes nothing but its own arguments for an account.
 */
export function settingFor(stack: StackFacts, setting: string, resource?: ResourceFacts): unknown {
  if (!isSetting(setting)) return undefined;
  const instance = instanceOf(resource);
  const sources = {
    configured: (key: string) => (instance ? instance.props[key.slice("payments:".length)] : stack.config[key]),
    environment: instance && isProfileField(setting) ? {} : stack.environment,
  };
  const ofStack = (name: SettingName): unknown => chosenValue(name, sources)?.value;
  const name = resource?.props.profile;
  if (!isProfileField(setting)) return ofStack(setting);
  if (name === notYetKnown) return notYetKnown;
  if (typeof name !== "string") return ofStack(setting);
  const profiles = profilesOf(sources.configured("payments:profiles"));
  if (typeof profiles === "symbol") return profiles;
  const profile = profiles.get(name);
  // The provider itself refuses an unknown profile.
  return profile === undefined ? ofStack(setting) : profileValue(setting, profile, ofStack);
}

const isSetting = (name: string): name is SettingName => (settingNames as string[]).includes(name);

const isProfileField = (name: string): name is keyof ProfileSettings => (profileFieldNames as string[]).includes(name);

/** The explicit provider instance that manages a resource, by the engine's rule for the names of those that it makes itself. */
export function instanceOf(resource: ResourceFacts | undefined): ResourceFacts["provider"] {
  const provider = resource?.provider;
  const isExplicit = provider !== undefined && !provider.name.startsWith("default");
  return isExplicit && isNativeType(resource?.type ?? "") ? provider : undefined;
}

function profilesOf(text: unknown): ReadonlyMap<string, Facts> | symbol {
  if (typeof text === "symbol") return text;
  return new Map([...entriesIn(String(text))].map(([name, profile]) => [name, Object(profile)]));
}
