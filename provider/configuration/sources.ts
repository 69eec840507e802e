import { isCredentialVariable } from "./credential-variables";
import { metaOf, settingNames } from "./settings";

/** Where settings come from: the stack's configuration, decrypted, and the environment of the process. */
export interface Sources {
  /** Value of a full key such as `payments:baseUrl`, as text; structured values are JSON. */
  configured(key: string): string | undefined;
  /** Every key that is configured, where the platform shows them. */
  configuredKeys: readonly string[];
  environment: Readonly<Record<string, string | undefined>>;
  /** Name of the explicit provider instance that the settings belong to; undefined: they are the stack's. */
  instance?: string;
}

/** What the SDK hands to a dynamic provider's `configure`. Only `get` is its public face. */
export interface ConfigureRequest {
  /** Name of an explicit provider instance: the environment never sets its address, account or credential. */
  instance?: string;
  config: { get(key: string): string | undefined; rawConfig?: unknown };
}

/**
 * `rawConfig` is private to the SDK's configuration class and serves one purpose here: finding misspelled keys. Where an
 * SDK keeps it elsewhere, that check finds nothing and the rest works.
 */
export function sourcesOf(request: ConfigureRequest | undefined, environment: NodeJS.ProcessEnv): Sources {
  const config = request?.config;
  const raw = config?.rawConfig;
  const configuredKeys = typeof raw === "object" && raw !== null ? Object.keys(raw) : [];
  const configured = (key: string) => config?.get(key);
  if (request?.instance === undefined) return { configured, configuredKeys, environment };
  const ofStack = new Set(
    settingNames.filter((name) => metaOf(name).inProfile).map((name) => metaOf(name).environment),
  );
  const others = Object.entries(environment).filter(([name]) => !ofStack.has(name) && !isCredentialVariable(name));
  return { configured, configuredKeys, environment: Object.fromEntries(others), instance: request.instance };
}
