import { reportVariables } from "../report/variables";
import { namesIn } from "../text/names";
import { ownCommand } from "../text/own-command";
import { type Connection, connect } from "./connection";
import { profileValue } from "./precedence";
import type { Problem } from "./problem";
import { type ReadSettings, readSettings } from "./read-settings";
import {
  configKey,
  type DeletionGuard,
  type ProfileSettings,
  profileCredentialVariable,
  profileFieldNames,
  type SettingName,
  type Settings,
} from "./settings";
import type { Sources } from "./sources";
import { strayCredentialNotes } from "./stray-credentials";

/** Everything that a run was told, judged as a whole. Plain data. */
export interface Configuration {
  /** The stack's own account; absent where the stack names accounts by profile only. */
  main?: Connection;
  profiles: ReadonlyMap<string, Connection>;
  driftCheck: Settings["driftCheck"];
  requireEndpointRead: boolean;
  failOnUnhealthy: boolean;
  deletionGuard: DeletionGuard;
  dueRotations: Settings["dueRotations"];
  /** Of the provider plugin alone: whether the engine reads a resource before it compares it. */
  refreshBeforeUpdate: boolean;
  /** `PAYMENTS_FORCE`: keys that this run may delete though their deletion guard forbids it. */
  force: ReadonlySet<string>;
  /** `PAYMENTS_ALLOW_SELF`: keys that this run may delete or narrow though they may be its own credential. */
  allowSelf: ReadonlySet<string>;
  /** `PAYMENTS_ROTATE_NOW`: urns or logical names of rotations that this run is to rotate, whatever the time. */
  rotateNow: ReadonlySet<string>;
  /** `PAYMENTS_REVOKE_NOW`: the same, with the keys before deleted in the same run. */
  revokeNow: ReadonlySet<string>;
  /** `PAYMENTS_REHOME=<old>=<new>`: the address in state, and the one that it is to be. */
  relocate?: { from: string; to: string };
  /** `payments:backendName`; read by the program, and by commands that recognize generated names. */
  backendName?: string;
  /** Lines to say once. Never a value. */
  notes: string[];
}

export type ReadConfiguration = { configuration: Configuration } | { problems: Problem[] };

/** Reads and judges the whole configuration. All problems at once, each with the line that fixes it. */
export function readConfiguration(sources: Sources): ReadConfiguration {
  const { values, profiles: declared, given, problems: readProblems, notes } = readSettings(sources);
  const { instance } = sources;
  const problems = [...readProblems];
  const shared = values as Settings;
  const illFormed = new Set([...given].filter((name) => values[name] === undefined));

  const readOnly = isReadOnly(sources, problems);

  const profiles = new Map<string, Connection>();
  for (const [name, profile] of declared) {
    const fields = profileFields(name, profile.fields, values, sources, notes);
    const told = new Set([...profile.illFormed, ...notInherited(profile.fields, illFormed)]);
    const connected = connect({ fields, shared, profile: name, illFormed: told, readOnly, instance });
    if ("connection" in connected) profiles.set(name, connected.connection);
    else problems.push(...connected.problems);
  }

  const profilesAreMeant = declared.size > 0 || readProblems.some(({ path }) => path.startsWith(configKey("profiles")));
  const main =
    !profilesAreMeant || given.has("accountId")
      ? connect({ fields: values, shared, illFormed, readOnly, instance })
      : undefined;
  if (main && "problems" in main) problems.push(...main.problems);
  notes.push(...strayCredentialNotes(sources.environment, declared.keys()));
  const relocate = readRelocation(sources, problems);
  collectProblems(shared.driftCheck, sources, problems);
  emergencyProblems(shared.driftCheck, sources, problems);
  if (problems.length > 0) return { problems };

  const configuration: Configuration = {
    profiles,
    driftCheck: shared.driftCheck,
    requireEndpointRead: shared.requireEndpointRead,
    failOnUnhealthy: shared.failOnUnhealthy,
    deletionGuard: shared.deletionGuard,
    force: namesIn(sources.environment.PAYMENTS_FORCE),
    allowSelf: namesIn(sources.environment.PAYMENTS_ALLOW_SELF),
    dueRotations: shared.dueRotations,
    refreshBeforeUpdate: shared.refreshBeforeUpdate,
    rotateNow: namesIn(sources.environment.PAYMENTS_ROTATE_NOW),
    revokeNow: namesIn(sources.environment.PAYMENTS_REVOKE_NOW),
    notes,
  };
  if (main && "connection" in main) configuration.main = main.connection;
  if (relocate) configuration.relocate = relocate;
  if (shared.backendName !== undefined) configuration.backendName = shared.backendName;
  return { configuration };
}

/** A profile with what it inherits from the stack, and the credential that the environment gives it. */
function profileFields(
  name: string,
  profile: Partial<ProfileSettings>,
  main: ReadSettings["values"],
  sources: Sources,
  notes: string[],
): Partial<ProfileSettings> {
  const variable = profileCredentialVariable(name);
  const override = sources.environment[variable] || undefined;
  const own = { ...profile };
  if (override !== undefined && override !== profile.apiKey) {
    if (profile.apiKey !== undefined)
      notes.push(
        `${variable} is used in place of the ${configKey("profiles")}.${name}.apiKey of the stack's configuration`,
      );
    own.apiKey = override;
    // The id that a profile gives is that of the credential that it gives.
    delete own.apiKeyId;
  }
  const values = profileFieldNames.map((field) => [field, profileValue(field, own, (each) => main[each])]);
  return Object.fromEntries(values.filter(([, value]) => value !== undefined));
}

/** What a profile would take from the stack's settings, were those well-formed: told there, so not missing here. */
function notInherited(profile: Partial<ProfileSettings>, illFormed: ReadonlySet<SettingName>): SettingName[] {
  const names = [...illFormed].filter((name) => !(name in profile));
  const serviceIsUnknown = illFormed.has("baseUrl") || illFormed.has("environment");
  return serviceIsUnknown ? [...names, "apiKey", "partnerAccountId"] : names;
}

/** `PAYMENTS_READ_ONLY`: a spelling that is not known must not let a write through. */
function isReadOnly({ environment }: Sources, problems: Problem[]): boolean {
  const text = environment.PAYMENTS_READ_ONLY || "0";
  if (!["0", "1"].includes(text)) {
    problems.push({ path: "PAYMENTS_READ_ONLY", message: "must be 1 or 0", fix: "export PAYMENTS_READ_ONLY=1" });
  }
  return text !== "0";
}

/** A stack that kept it would call everything unchanged for ever. */
function collectProblems(driftCheck: string | undefined, { environment }: Sources, problems: Problem[]): void {
  const { folder, mode } = reportVariables;
  if (driftCheck !== "collect" || (environment[folder] && environment[mode] === "collect")) return;
  problems.push({
    path: environment[mode] === "collect" ? mode : configKey("driftCheck"),
    message: `collect is for ${ownCommand} drift, which sets ${mode} and ${folder} together; elsewhere it is strict, warn or off`,
    fix: environment[mode] === "collect" ? `unset ${mode}` : `pulumi config rm ${configKey("driftCheck")}`,
  });
}

/** What is not looked at does not rotate: who asks for it in an emergency must not be left to believe that it did. */
function emergencyProblems(driftCheck: string | undefined, { environment }: Sources, problems: Problem[]): void {
  if (driftCheck !== "off") return;
  for (const path of ["PAYMENTS_ROTATE_NOW", "PAYMENTS_REVOKE_NOW"].filter((name) => environment[name])) {
    const message = `needs the live keys, and ${configKey("driftCheck")} is off`;
    problems.push({ path, message, fix: "export PAYMENTS_DRIFT_CHECK=strict" });
  }
}

function readRelocation(sources: Sources, problems: Problem[]): Configuration["relocate"] {
  const text = sources.environment.PAYMENTS_REHOME;
  if (!text) return undefined;
  const match = /^(https?:\/\/[^=]+)=(https?:\/\/[^=]+)$/.exec(text);
  if (!match) {
    problems.push({
      path: "PAYMENTS_REHOME",
      message: "must be <address in state>=<address now>, both with https://",
      fix: "PAYMENTS_REHOME=https://old.example.com=https://new.example.com pulumi preview",
    });
    return undefined;
  }
  return { from: match[1]!, to: match[2]! };
}
