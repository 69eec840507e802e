import { deleteKeys } from "../lifecycle/apply";
import { defineResource } from "../lifecycle/field-table";
import type { RecordedState, ResourceContext } from "../lifecycle/resource";
import { keyPlace } from "../lifecycle/run-registry";
import { withSuppliedValue } from "../lifecycle/state";
import { isLeftInPlace, leftInPlaceLine } from "./api-key";
import { orphanLine } from "./api-key/orphans";
import { changeRotation } from "./rotating-api-key/act";
import { beginRotation, importRotation, planRotationCreate } from "./rotating-api-key/begin";
import { compareRotation } from "./rotating-api-key/compare";
import {
  type LiveRotation,
  type RotatingApiKeyArgs,
  type RotatingApiKeyPrivateState,
  rotatingApiKeyFields,
  rotatingApiKeyPrivateState,
  rotatingApiKeyProblems,
  storedRotation,
} from "./rotating-api-key/fields";
import { leftOverKeys, observeRotation } from "./rotating-api-key/observe";
import { rotationAsRead, rotationPrivateStateFor } from "./rotating-api-key/outputs";
import {
  asApiKey,
  deletionsOf,
  postponableDeletions,
  type RotationKey,
  rotationKeys,
  rotationWrites,
} from "./rotating-api-key/planned-writes";

export const rotatingApiKey = defineResource<RotatingApiKeyArgs, LiveRotation, RotatingApiKeyPrivateState>({
  className: "RotatingApiKey",
  noun: "rotation of API keys",
  description:
    "A secret key that is replaced on time without a gap: a new one is made and handed on, and the one before it stays through an overlap and goes once it is quiet. Every step is taken by `pulumi up` and told by `pulumi preview`.",
  fields: rotatingApiKeyFields,
  privateState: rotatingApiKeyPrivateState,
  problems: rotatingApiKeyProblems,
  namedBy: "adoptId",
  gone: { advice: "A new key is created, and the value changes." },
  keys: {
    heldBy: keyIdsOf,
    scopedBy: (_, object) => (object === undefined ? [] : keyIdsOf(object.recorded)),
    // A replacement begins with a key of its own, whatever adoptId says.
    lackValue: ({ registry }, { known, unusable, resource }) =>
      known.adoptId !== undefined &&
      !registry.recordsAny("RotatingApiKey", resource.urn) &&
      known.adoptValue === undefined &&
      !unusable.has("adoptValue"),
    plannedWrites: rotationWrites,
    postponableDeletions,
  },
  planCreate: planRotationCreate,
  observe: observeRotation,
  importObject: importRotation,
  compare: compareRotation,
  liveOf: storedRotation,
  create: beginRotation,
  change: changeRotation,
  recordedFor: (args, { outputs, privateState }) => ({
    outputs: withSuppliedValue(outputs, privateState.current?.adopted ? args.adoptValue : undefined),
    privateState: rotationPrivateStateFor(args, privateState),
  }),
  outputsOf: rotationAsRead,
  remove,
});

function keyIdsOf(recorded: RecordedState<RotatingApiKeyPrivateState>): string[] {
  return rotationKeys(recorded).map(({ key }) => key.id);
}

/** Deletes both keys, or neither: what a guard keeps is told before anything goes. What another resource took over stays. */
async function remove(
  context: ResourceContext,
  id: string,
  recorded: RecordedState<RotatingApiKeyPrivateState>,
): Promise<string | undefined> {
  const wasTaken = ({ key }: RotationKey) => {
    const place = keyPlace(context.account, key.id);
    return (
      context.registry.object(place).isCreated || context.registry.managerOf(place, context.urn ?? "") !== undefined
    );
  };
  const taken = rotationKeys(recorded).filter(wasTaken);
  const keys = rotationKeys(recorded).filter((each) => !wasTaken(each));
  const lines = taken.map(({ key }) => `API key ${key.id} was taken over in this run, so it is left as it is`);
  for (const key of await leftOverKeys(context, id, recorded)) await context.log.warn(orphanLine(key, context.urn));
  for (const { key } of keys.filter((each) => isLeftInPlace(asApiKey(each, recorded))))
    lines.push(leftInPlaceLine(key.id));
  const deletions = deletionsOf(keys, recorded, "delete", context.configuration);
  const done = await deleteKeys(context, deletions);
  for (const [index, { id: keyId }] of deletions.entries())
    if (done[index] === "already-absent") lines.push(`API key ${keyId} was gone already`);
  return lines.length === 0 ? undefined : lines.join("; ");
}
