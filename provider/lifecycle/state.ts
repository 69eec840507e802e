import { isDeepStrictEqual } from "node:util";
import { safeParse, type z } from "zod";
import type { Connection } from "../configuration/connection";
import { withoutKnownSecrets } from "../text/outgoing";
import { redactedMark } from "../text/secrets";
import type { Properties } from "./inputs";
import type { RecordedState } from "./resource";

type RecordedOutputs = RecordedState<unknown>["outputs"];

/** Where an object lives: kept in its outputs, compared with the configuration before anything is believed. */
export interface Origin {
  serviceUrl?: string;
  environment?: string;
  accountId?: string;
  profile?: string;
  /** The resource named its account itself, so that the configuration's says nothing about it. */
  accountNamed?: boolean;
}

/** Where an object is to be recorded. */
export interface Placement {
  connection: Connection;
  accountId: string;
  accountNamed: boolean;
}

/** Reads outputs as any released version wrote them: what is missing is missing, never an error. */
export function readStored<Private>(
  privateState: z.ZodObject,
  properties: Properties,
): RecordedState<Private> & { origin: Origin } {
  const { __provider, __kept, ...outputs } = properties;
  const text = (name: string): string | undefined => {
    const value = outputs[name];
    return typeof value === "string" ? value : undefined;
  };
  const origin: Origin = {};
  for (const name of ["serviceUrl", "environment", "accountId", "profile"] as const) {
    const value = text(name);
    if (value !== undefined) origin[name] = value;
  }
  if (typeof __kept === "object" && __kept !== null && (__kept as Properties).accountNamed === true) {
    origin.accountNamed = true;
  }
  return { outputs, privateState: readKept(privateState, __kept), origin };
}

/** Adds the value that the program supplies: an import brings none, and comes before the arguments are known. Pure. */
export function withSuppliedValue(outputs: RecordedOutputs, value: string | undefined): RecordedOutputs {
  return value === undefined || outputs.value !== undefined ? outputs : { ...outputs, value };
}

/** Names of outputs that this version does not have: a newer one left them. Pure. */
export function unknownOutputs(
  { args, outputs }: { args: z.ZodObject; outputs: z.ZodObject },
  recorded: Properties,
): string[] {
  const isKnown = (name: string): boolean => name in outputs.shape || name in args.shape || name.startsWith("__");
  return Object.keys(recorded).filter((name) => !isKnown(name));
}

/** Field by field: one that can't be read must not take another with it, such as that a key was found and not made. */
function readKept<Private>(privateState: z.ZodObject, value: unknown): Partial<Private> {
  if (typeof value !== "object" || value === null) return {};
  const fields = Object.entries(privateState.shape).flatMap(([name, schema]) => {
    const parsed = safeParse(schema, (value as Properties)[name]);
    return parsed.success && parsed.data !== undefined ? [[name, parsed.data]] : [];
  });
  return Object.fromEntries(fields) as Partial<Private>;
}

/**
 * Everything that state is to hold, in the types that the engine can carry: no undefined, no Date. Outside of the secret
 * outputs it holds no secret that is known here, though a service shows it in a name: see `isRecorded`.
 */
export function writeStored(
  outputs: Properties,
  privateState: object,
  placement: Placement,
  secretNames: ReadonlySet<string>,
): Properties {
  const { connection, accountId, accountNamed } = placement;
  const all: Properties = {
    ...outputs,
    accountId,
    serviceUrl: connection.serviceUrl,
    environment: connection.environment ?? outputs.environment,
    profile: connection.profile,
    __kept: accountNamed ? { ...privateState, accountNamed } : privateState,
  };
  const plain = JSON.parse(JSON.stringify(all)) as Properties;
  const secret = Object.entries(plain).filter(([name]) => secretNames.has(name));
  return { ...withoutKnownSecrets(plain), ...Object.fromEntries(secret) };
}

/**
 * Whether state holds this value, as far as state may hold it: a mark in a text of it stands for any text. Comparing with
 * what state hides would find a difference for ever. Pure.
 */
export function isRecorded(value: unknown, recorded: unknown): boolean {
  if (typeof recorded === "string" && typeof value === "string" && recorded.includes(redactedMark)) {
    const parts = recorded.split(redactedMark).map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&"));
    return new RegExp(`^${parts.join("[^]+")}$`, "u").test(value);
  }
  if (Array.isArray(recorded) && Array.isArray(value) && recorded.some((each) => String(each).includes(redactedMark))) {
    // A mark is sorted to another place.
    return recorded.length === value.length && value.every((one) => recorded.some((each) => isRecorded(one, each)));
  }
  return isDeepStrictEqual(value, recorded);
}
