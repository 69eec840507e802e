import { sameAddress } from "../../provider/configuration/address";
import type { Configuration } from "../../provider/configuration/configuration";
import type { Connection } from "../../provider/configuration/connection";
import type { Origin } from "../../provider/lifecycle/state";

/**
 * The settings to compare one resource with. A stack's own configuration is not read, so the account that state records is
 * taken for the one that the stack is configured for, and the run's connection to it is used. Pure.
 *
 * @returns the reason, a sentence, where the run has no connection to that account
 */
export function settingsFor(run: Configuration, origin: Origin): Configuration | string {
  const connection = connectionFor(run, origin);
  if (connection === undefined) return noConnection(origin);
  // What lets a single run write more than usual has no meaning here.
  const { main: _, relocate: __, ...shared } = run;
  const none: ReadonlySet<string> = new Set();
  const settings: Configuration = {
    ...shared,
    profiles: new Map(),
    driftCheck: "collect",
    force: none,
    allowSelf: none,
    rotateNow: none,
    revokeNow: none,
  };
  const asRecorded = recordedConnection(connection, origin);
  if (origin.profile === undefined) settings.main = asRecorded;
  else settings.profiles = new Map([[origin.profile, asRecorded]]);
  return settings;
}

function connectionFor({ main, profiles }: Configuration, origin: Origin): Connection | undefined {
  const { serviceUrl, accountId, profile, accountNamed } = origin;
  const all = [...(main === undefined ? [] : [main]), ...profiles.values()];
  // A credential never goes to an address that it was not configured for.
  const there = all.filter((each) => serviceUrl === undefined || sameAddress(serviceUrl, each.serviceUrl));
  const own = there.find((each) => accountId === undefined || each.accountId === accountId);
  if (own !== undefined || accountNamed !== true) return own;
  // A resource that names its account itself reaches it with the credential of its profile.
  return there.find((each) => each.profile === profile);
}

const environments = ["production", "sandbox"] as const;

/** Under the profile and the environment that state records, so that only another environment counts as a difference. */
function recordedConnection(connection: Connection, { profile, environment }: Origin): Connection {
  const { profile: _, environment: given, ...rest } = connection;
  const kept = environments.find((each) => environment !== undefined && each === (given ?? environment));
  return {
    ...rest,
    ...(profile !== undefined && { profile }),
    ...(kept !== undefined && { environment: kept }),
    // Every state was read before any list, so a list never gets too old for them.
    settings: { ...rest.settings, readOnly: true, snapshotMaxAgeMs: Number.MAX_SAFE_INTEGER },
  };
}

function noConnection({ serviceUrl = "its service", accountId = "its account" }: Origin): string {
  return `this run has no credential for account ${accountId} at ${serviceUrl}. Add the account as a profile to PAYMENTS_PROFILES, or set PAYMENTS_BASE_URL, PAYMENTS_ACCOUNT_ID and PAYMENTS_API_KEY`;
}
