import type { Observation } from "../api/service";
import { postponedDeletions } from "./guards";
import type { Reading, RecordedState, ResourceContext, ResourceDefinition } from "./resource";

/** An object that state records. */
interface Recorded<Private> {
  id: string;
  recorded: RecordedState<Private>;
  relocates: boolean;
}

/** Looks at an object where state says it lives; on the way to another address it is there only where something of it is seen. */
export async function observeAt<Args, Live, Private>(
  definition: ResourceDefinition<Args, Live, Private>,
  context: ResourceContext,
  object: Recorded<Private>,
  reading: Reading = "observe",
): Promise<Observation<Live>> {
  const observation = await definition.observe(context, object.id, object.recorded, reading);
  if (!object.relocates || observation.state !== "found" || !observation.byStateAlone) return observation;
  return { state: "absent", why: "nothing of it is in the list" };
}

/** The same for a plan or a write: with the deletions that a guard refuses for now. */
export async function observeForPlan<Args, Live, Private>(
  definition: ResourceDefinition<Args, Live, Private>,
  context: ResourceContext,
  object: Recorded<Private>,
  reading: Reading = "observe",
): Promise<{ observation: Observation<Live>; postponed: ReadonlyMap<string, string> }> {
  const observation = await observeAt(definition, context, object, reading);
  const deletions =
    observation.state === "found"
      ? (definition.keys?.postponableDeletions?.(observation.live, object.recorded) ?? [])
      : [];
  return { observation, postponed: await postponedDeletions(context, deletions) };
}
