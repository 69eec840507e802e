import { sameAddress } from "./address";
import { configKey, metaOf, type ProfileSettings, type SettingName } from "./settings";

/** Where settings stand. Values are texts, or what stands for one that its reader may not see. */
export interface ValueSources<Value> {
  configured(key: string): Value | undefined;
  environment: Readonly<Record<string, Value | undefined>>;
}

/** The value of a setting that counts. */
export interface ChosenValue<Value> {
  value: Value;
  /** Its configuration key, or its variable. */
  from: string;
  /** Both sources give the setting, and their values differ. */
  conflicts: boolean;
}

/** Decides between the stack's configuration and the environment. An empty variable is ignored. Pure. */
export function chosenValue<Value>(
  name: SettingName,
  { configured, environment }: ValueSources<Value>,
): ChosenValue<Value> | undefined {
  const { environment: variable, precedence } = metaOf(name);
  const key = configKey(name);
  const inConfiguration = configured(key);
  const inEnvironment = variable === undefined ? undefined : environment[variable];
  if (variable === undefined || inEnvironment === undefined || inEnvironment === "")
    return inConfiguration === undefined ? undefined : { value: inConfiguration, from: key, conflicts: false };
  const conflicts =
    inConfiguration !== undefined &&
    inConfiguration !== inEnvironment &&
    !(name === "baseUrl" && isSameAddress(inConfiguration, inEnvironment));
  return conflicts && precedence === "must-agree"
    ? { value: inConfiguration, from: key, conflicts }
    : { value: inEnvironment, from: variable, conflicts };
}

/**
 * A setting of a profile: its own value, or the stack's where the profile may inherit it. The stack's credential serves a
 * profile only on the stack's own service: a credential never goes to an address that it was not configured for. Pure.
 *
 * @param stack the stack's own value of a setting
 */
export function profileValue(
  name: keyof ProfileSettings,
  profile: Readonly<Partial<Record<keyof ProfileSettings, unknown>>>,
  stack: (name: keyof ProfileSettings) => unknown,
): unknown {
  if (profile[name] !== undefined) return profile[name];
  const { inProfile } = metaOf(name);
  // The id of the stack's credential says nothing about the profile's own.
  if (inProfile === "own" || (name === "apiKeyId" && profile.apiKey !== undefined)) return undefined;
  const { baseUrl, environment } = profile;
  const isSameService =
    (baseUrl === undefined || isSameAddress(baseUrl, stack("baseUrl"))) &&
    (environment === undefined || environment === stack("environment"));
  return inProfile === "inherited" || isSameService ? stack(name) : undefined;
}

const isSameAddress = (left: unknown, right: unknown): boolean =>
  typeof left === "string" && typeof right === "string" && sameAddress(left, right);
