import { isDeepStrictEqual } from "node:util";
import { readConfiguration } from "../configuration/configuration";
import { configKey, metaOf, type SettingName, settingNames } from "../configuration/settings";
import { type ConfigureRequest, sourcesOf } from "../configuration/sources";
import type { CheckFailure } from "../lifecycle/check";
import { type Properties, unknownMarker } from "../lifecycle/inputs";
import { outgoing } from "../text/outgoing";

/** Inputs of a provider resource that are the platform's own, and no settings. */
const ofPlatform = /^(?:version|pluginDownloadURL|__.*)$/;

/** The settings that hold a credential, by their names as inputs. */
export const secretSettings: ReadonlySet<string> = new Set([
  ...settingNames.filter((name) => metaOf(name).secret),
  "profiles",
]);

/** The name of an explicit instance; undefined for one that the engine made, by the rule that it has for its names. Pure. */
export function instanceIn(urn: string | undefined): string | undefined {
  const name = urn?.split("::").slice(3).join("::");
  return name === undefined || name.startsWith("default") ? undefined : name;
}

/** What a provider resource holds, in the form of a stack's configuration: texts, structures as JSON. Pure. */
export function configureRequest(inputs: Properties, instance: string | undefined): ConfigureRequest {
  const given = Object.entries(inputs).filter(([name, value]) => !ofPlatform.test(name) && value != null);
  const rawConfig = Object.fromEntries(
    given.map(([name, value]) => [configKey(name), typeof value === "string" ? value : JSON.stringify(value)]),
  );
  const config = { get: (key: string): string | undefined => rawConfig[key], rawConfig };
  return instance === undefined ? { config } : { config, instance };
}

/** Whether a setting comes from another resource and is not known before `up`. Pure. */
export const holdsUnknownSetting = (inputs: Properties): boolean =>
  Object.values(inputs).some((value) => JSON.stringify(value ?? "").includes(unknownMarker));

/**
 * Every problem of an explicit instance. The default provider is judged with the first resource, as the dynamic form is: what
 * it lacks the environment may give. No property is named, since the engine would print its value.
 */
export function checkSettings(
  inputs: Properties,
  instance: string | undefined,
  environment: NodeJS.ProcessEnv,
): CheckFailure[] {
  if (instance === undefined || holdsUnknownSetting(inputs) || environment.PAYMENTS_DRIFT_CHECK === "collect")
    return [];
  const read = readConfiguration(sourcesOf(configureRequest(inputs, instance), environment));
  if ("configuration" in read) return [];
  return read.problems.map(({ path, message }) => ({
    property: "",
    reason: outgoing(`${path.startsWith(configKey("")) ? path.slice(configKey("").length) : path}: ${message}`),
  }));
}

/** The settings that differ: never a reason to replace what the provider manages. Pure. */
export function changedSettings(olds: Properties, news: Properties): SettingName[] {
  const [before, now] = [olds, news].map(
    (inputs) => configureRequest(inputs, undefined).config.rawConfig as Properties,
  );
  return settingNames.filter((name) => !isDeepStrictEqual(before?.[configKey(name)], now?.[configKey(name)]));
}
