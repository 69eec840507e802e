import { likelyServiceUrl } from "../api/service-url";
import { configKey, metaOf, type SettingName } from "./settings";

/**
 * The line that sets a setting: of the stack, or of one profile and of nothing else in it. The CLI asks for a secret that the line
 * does not give; in the line, other users of the machine could see it.
 */
export function setLine(name: SettingName, profile?: string, value = metaOf(name).example): string {
  const { secret } = metaOf(name);
  const flags = `${secret ? "--secret " : ""}${profile === undefined ? "" : "--path "}`;
  const key = profile === undefined ? configKey(name) : profilePath(profile, `.${name}`);
  return `pulumi config set ${flags}${key}${secret ? "" : ` ${value}`}`;
}

/** The line that corrects a setting: an address that is almost right is corrected, and is not replaced by the example. */
export function correctingLine(name: SettingName, given: unknown, profile?: string): string {
  return setLine(name, profile, corrected(name, given));
}

/** The same for the variable of a setting. */
export function exportLine(name: SettingName, given: unknown): string {
  const { environment, example } = metaOf(name);
  return `export ${environment}=${corrected(name, given) ?? example}`;
}

function corrected(name: SettingName, given: unknown): string | undefined {
  return name === "baseUrl" && typeof given === "string" ? likelyServiceUrl(given) : undefined;
}

/** The line that takes one profile away, or one field of it. */
export function removeProfileLine(profile: string, field?: string): string {
  return `pulumi config rm --path ${profilePath(profile, field === undefined ? "" : `[${JSON.stringify(field)}]`)}`;
}

/** Quoted for a shell: a name may hold anything where it is the name that is wrong. */
function profilePath(profile: string, rest: string): string {
  const path = `${configKey("profiles")}[${JSON.stringify(profile)}]${rest}`;
  return `'${path.replaceAll("'", "'\\''")}'`;
}
