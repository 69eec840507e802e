import { configKey, type SettingName } from "../../provider/configuration/settings";

/** The line of configuration that adapts the provider to a service. */
export function configLine(name: SettingName, value: string): string {
  return `pulumi config set ${configKey(name)} ${value}`;
}
