import { z } from "zod";
import type { ApiKeyRecord } from "../../api/contract/api-key";
import type { Observation } from "../../api/service";
import type { Problem } from "../../configuration/problem";
import { deletionGuardSchema } from "../../configuration/settings";
import { accountFields } from "../../lifecycle/accounts";
import { type InputsOf, outputsOf } from "../../lifecycle/field-table";
import { field } from "../../lifecycle/inputs";
import type { RecordedState, TableField } from "../../lifecycle/resource";
import { apiKeyArgs, apiKeyOutputs } from "../api-key/fields";
import { shownAsSchema } from "../api-key/normalization";

const hoursInDay = 24;

const overlapHours = z.number().positive("is a number of hours above 0");
const rotationSchema = z.union(
  [
    z.strictObject({ everyDays: z.number().positive("is a number of days above 0"), overlapHours }),
    z.strictObject({ trigger: z.string().min(1, "is a text of at least one character"), overlapHours }),
  ],
  "is { everyDays: 30, overlapHours: 24 } or { trigger: <text>, overlapHours: 24 }, numbers above 0",
);
/** When a key rotates, and how long the one before it stays. */
export type Rotation = z.output<typeof rotationSchema>;

const { scopes, adoptId, adoptValue, deleteAdopted, deletionGuard } = apiKeyArgs.shape;

const keptKey = z.object({
  id: z.string(),
  name: z.string(),
  /** When it became the current one, by the service's clock, ISO 8601. */
  since: z.string(),
  /** By the service, ISO 8601. */
  createdAt: z.string().optional(),
  adopted: z.literal(true).optional(),
});
/** A key of a rotation, as state remembers it. */
export type RecordedKey = z.output<typeof keptKey>;

const keptRetiring = keptKey.extend({
  /** When its successor was handed on, by the service's clock, ISO 8601. */
  retiredAt: z.string(),
});
export type RecordedRetiringKey = z.output<typeof keptRetiring>;

export const rotatingApiKeyPrivateState = z
  .object({
    current: keptKey,
    retiring: keptRetiring,
    /** How many keys there were, the current one included. */
    generation: z.number().int().positive(),
    /** Mark of the trigger that the last rotation followed. */
    trigger: z.string(),
    everyDays: z.number(),
    overlapHours: z.number(),
    deletionGuard: deletionGuardSchema,
    deleteAdopted: z.literal(true),
    /** What the service shows of the declared scopes, on each of its keys. */
    shownAs: shownAsSchema,
  })
  .partial();
export type RotatingApiKeyPrivateState = z.output<typeof rotatingApiKeyPrivateState>;

/** One of the keys, as it was seen. An unknown one makes the whole rotation unknown. */
export type KeyObservation = Exclude<Observation<ApiKeyRecord>, { state: "unknown" }>;

/** What was seen of a rotation. */
export interface LiveRotation {
  current: KeyObservation;
  retiring?: KeyObservation | undefined;
  /** Keys of this rotation that a run made and never saved: their values are lost. */
  leftOver: readonly ApiKeyRecord[];
  /** Why the retiring key may not be deleted by this run, whatever the time: it may be the run's own credential. */
  retiringLockedBy?: string | undefined;
  /** Of the rotation; undefined: nobody looked. */
  urn?: string | undefined;
  /** What this run was told to do now, whatever the time. */
  emergency?: Emergency | undefined;
  /** Keys that this run may delete though they are in use. */
  forced: ReadonlySet<string>;
  /** The moment of this run by the service's clock, in milliseconds since 1970; undefined: nobody looked. */
  nowMs?: number | undefined;
}

/** `rotate`: the key before stays for its overlap. `revoke`: it is deleted in the same run. */
export type Emergency = "rotate" | "revoke";

const keyDescription = "`id`, `name`, `since` (when it became current, ISO 8601)";

const times = ["rotation", "everyDays", "overlapHours", "trigger"];

export const rotatingApiKeyFields = {
  scopes: {
    input: field(scopes.unwrap(), {
      description:
        "What each of its keys may do: a set, order and duplicates never differ. A change is written to the current and to the retiring key.",
      set: true,
      typeName: "Scope[]",
    }),
    output: apiKeyOutputs.shape.scopes,
  },
  rotation: {
    input: field(rotationSchema, {
      description:
        "`everyDays`: a key becomes due that many days after it became the current one. `trigger`: any change of the text rotates. `overlapHours`: how long the key before it stays at least; it goes in a later `up` once it was not used for that long.",
      typeName: "{ everyDays: number; overlapHours: number } | { trigger: pulumi.Input<string>; overlapHours: number }",
    }),
  },
  name: {
    input: field(z.string().min(1).max(120).optional(), {
      description:
        "What the names of its keys begin with; `-<tag>-<random>` follows. Default: the logical name. A change counts from the next rotation on.",
    }),
  },
  adoptId: {
    input: field(adoptId, {
      description:
        "Id of an existing secret key to begin with in place of a new one. It is rotated away like any other. Counts at the first create only.",
    }),
  },
  adoptValue: {
    input: adoptValue,
  },
  deleteAdopted: {
    input: field(deleteAdopted, {
      description:
        "Delete the adopted key on destroy, while it is still the current one. Default: false, it is left in place. Once it was rotated away it is deleted like any other.",
      default: "false",
    }),
  },
  deletionGuard: {
    input: deletionGuard,
  },
  value: {
    output: field(z.string(), {
      description:
        "The value of the current key, for the header `payments-api-key`: a Pulumi secret. Changes with each rotation.",
      secret: true,
    }),
  },
  retiringValue: {
    output: field(z.string().optional(), {
      description: "The value of the retiring key while there is one: a Pulumi secret.",
      secret: true,
    }),
  },
  current: {
    output: field(z.object({ id: z.string(), name: z.string(), since: z.string() }), {
      description: `The current key: ${keyDescription}.`,
      typeName: "{ id: string; name: string; since: string }",
    }),
  },
  retiring: {
    output: field(z.object({ id: z.string(), name: z.string(), since: z.string(), mayGoAt: z.string() }).optional(), {
      description: `The key before it, until it is deleted: ${keyDescription}, and \`mayGoAt\`, when its overlap is over.`,
      typeName: "{ id: string; name: string; since: string; mayGoAt: string }",
      follows: times,
    }),
  },
  rotatesAt: {
    output: field(z.string().optional(), {
      description: "When the next rotation is due, ISO 8601; absent with `trigger`.",
      follows: times,
    }),
  },
  ...accountFields("The merchant account that its keys belong to."),
} satisfies Record<string, TableField<LiveRotation, RotatingApiKeyPrivateState>>;

export type RotatingApiKeyArgs = InputsOf<typeof rotatingApiKeyFields>;
export const rotatingApiKeyOutputs = outputsOf(rotatingApiKeyFields);

/** What one field can't see. Pure; judges what is known. */
export function rotatingApiKeyProblems(
  { rotation, adoptId: adopted, adoptValue: value, deleteAdopted: deletes }: Partial<RotatingApiKeyArgs>,
  unusable: ReadonlySet<string>,
): Problem[] {
  const problems: Problem[] = [];
  if (rotation !== undefined && "everyDays" in rotation && rotation.overlapHours >= rotation.everyDays * hoursInDay) {
    problems.push({
      path: "rotation.overlapHours",
      message: `must be shorter than everyDays (${rotation.everyDays * hoursInDay} hours): a key has to be gone before the next but one is made`,
    });
  }
  const goWithAdoptId = { adoptValue: value, deleteAdopted: deletes };
  for (const [path, given] of Object.entries(goWithAdoptId)) {
    if (given !== undefined && adopted === undefined && !unusable.has("adoptId"))
      problems.push({ path, message: "goes with adoptId. Add adoptId, or leave this out" });
  }
  return problems;
}

/** The keys as state last knew them, for where nobody looked: then nothing is due. Pure. */
export function storedRotation({ privateState, outputs }: RecordedState<RotatingApiKeyPrivateState>): LiveRotation {
  const scopesOf = (): string[] => (Array.isArray(outputs.scopes) ? outputs.scopes.map(String) : []);
  const found = ({ id, name }: RecordedKey): KeyObservation => ({
    state: "found",
    live: { id, name, type: "secret", scopes: scopesOf() },
  });
  return {
    current:
      privateState.current === undefined ? { state: "absent", why: "state names no key" } : found(privateState.current),
    ...(privateState.retiring === undefined ? {} : { retiring: found(privateState.retiring) }),
    leftOver: [],
    forced: new Set(),
  };
}
