import type { ConnectionSettings } from "../api/service";
import { isLoopback, normaliseServiceUrl } from "../api/service-url";
import { correctingLine, setLine } from "./lines";
import type { Problem } from "./problem";
import {
  configKey,
  metaOf,
  type ProfileSettings,
  profileCredentialVariable,
  type SettingName,
  type Settings,
} from "./settings";

/** Where one resource's requests go: a service, a credential, an account. */
export interface Connection {
  /** Name of the profile; undefined for the stack's own settings. */
  profile?: string;
  /** Name of the explicit provider instance that it belongs to; undefined: the stack's settings. */
  instance?: string;
  settings: ConnectionSettings;
  serviceUrl: string;
  accountId: string;
  partnerAccountId?: string;
  apiKeyId?: string;
  environment?: "production" | "sandbox";
  endpointAccount: "merchant" | "partner";
  /** Variable that overrides the credential for one run. */
  credentialVariable: string;
  /** Configuration key of the credential. */
  credentialKey: string;
}

type Shared = Pick<
  Settings,
  | "timeouts"
  | "maxConcurrency"
  | "updateMethod"
  | "snapshotMaxAgeMs"
  | "absenceConfirmMs"
  | "newKeyGraceMs"
  | "allowInsecureHttp"
>;

interface Source {
  fields: Partial<ProfileSettings>;
  shared: Shared;
  profile?: string;
  /** Given, but not well-formed: told already, so not missing. */
  illFormed?: ReadonlySet<SettingName>;
  /** This run sends nothing but GET. */
  readOnly?: boolean;
  instance?: string | undefined;
}

export type Connected = { connection: Connection } | { problems: Problem[] };

/** A shorter credential may be a part of any word. */
const tellingLength = 12;

/** Judges one set of account settings as a whole. Pure. */
export function connect({
  fields,
  shared,
  profile,
  illFormed = new Set(),
  readOnly = false,
  instance,
}: Source): Connected {
  const path = (name: SettingName): string =>
    profile === undefined ? configKey(name) : `${configKey("profiles")}.${profile}.${name}`;
  const problems: Problem[] = [];
  const { baseUrl, apiKey, accountId } = fields;
  const missing = (name: SettingName): void => {
    if (illFormed.has(name)) return;
    problems.push({ path: path(name), message: `missing. ${metaOf(name).description}`, fix: setLine(name, profile) });
  };
  if (baseUrl === undefined) missing("baseUrl");
  if (apiKey === undefined) missing("apiKey");
  if (accountId === undefined) missing("accountId");
  if (accountId !== undefined && accountId === fields.partnerAccountId) {
    problems.push({
      path: path("accountId"),
      message: `${accountId} is the partner account. Requests act on behalf of a merchant (connected) account`,
      fix: setLine("accountId", profile),
    });
  }
  for (const name of ["baseUrl", "accountId", "partnerAccountId", "apiKeyId"] as const) {
    // They are shown, stored and sent in clear.
    if (apiKey === undefined || apiKey.length < tellingLength || !fields[name]?.includes(apiKey)) continue;
    const message = "contains the credential itself, which is not shown here. The credential belongs only in apiKey";
    problems.push({ path: path(name), message, fix: setLine(name, profile) });
  }
  if (fields.endpointAccount === "partner" && fields.partnerAccountId === undefined) missing("partnerAccountId");
  const serviceUrl =
    baseUrl === undefined ? undefined : readServiceUrl(baseUrl, { path: path("baseUrl"), profile }, shared, problems);
  if (problems.length > 0 || !serviceUrl || !apiKey || !accountId) return { problems };
  const connection: Connection = {
    settings: {
      baseUrl: serviceUrl,
      apiKey,
      timeouts: shared.timeouts,
      maxConcurrency: shared.maxConcurrency,
      updateMethod: shared.updateMethod,
      snapshotMaxAgeMs: shared.snapshotMaxAgeMs,
      absenceConfirmMs: shared.absenceConfirmMs,
      newKeyGraceMs: shared.newKeyGraceMs,
      readOnly,
    },
    serviceUrl,
    accountId,
    endpointAccount: fields.endpointAccount ?? "merchant",
    credentialVariable: profile === undefined ? "PAYMENTS_API_KEY" : profileCredentialVariable(profile),
    credentialKey: instance === undefined ? path("apiKey") : `the apiKey of the provider ${instance}`,
  };
  if (instance !== undefined) connection.instance = instance;
  if (profile !== undefined) connection.profile = profile;
  if (fields.partnerAccountId !== undefined) connection.partnerAccountId = fields.partnerAccountId;
  if (fields.apiKeyId !== undefined) connection.apiKeyId = fields.apiKeyId;
  if (fields.environment !== undefined) connection.environment = fields.environment;
  return { connection };
}

function readServiceUrl(
  baseUrl: string,
  { path, profile }: { path: string; profile: string | undefined },
  shared: Shared,
  problems: Problem[],
): string | undefined {
  let serviceUrl: string;
  try {
    serviceUrl = normaliseServiceUrl(baseUrl);
  } catch (error) {
    problems.push({ path, message: (error as Error).message, fix: correctingLine("baseUrl", baseUrl, profile) });
    return undefined;
  }
  const url = new URL(serviceUrl);
  if (url.protocol === "http:" && !shared.allowInsecureHttp && !isLoopback(serviceUrl)) {
    problems.push({
      path,
      message: `${serviceUrl} would send the credential in plain text. Use https, or accept the risk with ${configKey("allowInsecureHttp")} true`,
      fix: setLine("baseUrl", profile, serviceUrl.replace("http:", "https:")),
    });
  }
  return serviceUrl;
}
