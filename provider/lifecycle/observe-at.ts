import type { Observation } from "../api/service.js";
import { postponedDeletions } from "./guards.js";
import type { Reading, ResourceDefinition, Scene, Stored } from "./resource.js";

/** An object that state records. */
interface Recorded<Kept> {
  id: string;
  stored: Stored<Kept>;
  rehome: boolean;
}

/** Looks at an object where state says it lives; on the way to another address it is there only where something of it is seen. */
export async function observeAt<Args, Live, Kept>(
  definition: ResourceDefinition<Args, Live, Kept>,
  scene: Scene,
  held: Recorded<Kept>,
  reading: Reading = "observe",
): Promise<Observation<Live>> {
  const sight = await definition.observe(scene, held.id, held.stored, reading);
  if (!held.rehome || sight.state !== "found" || definition.isSeen?.(sight.live) !== false) return sight;
  return { state: "absent", why: "nothing of it is in the list" };
}

/** The same for a plan or a write: with the deletions that a guard refuses for now. */
export async function observeForPlan<Args, Live, Kept>(
  definition: ResourceDefinition<Args, Live, Kept>,
  scene: Scene,
  held: Recorded<Kept>,
  reading: Reading = "observe",
): Promise<{ sight: Observation<Live>; postponed: ReadonlyMap<string, string> }> {
  const sight = await observeAt(definition, scene, held, reading);
  const deletions = sight.state === "found" ? (definition.postponableDeletions?.(sight.live, held.stored) ?? []) : [];
  return { sight, postponed: await postponedDeletions(scene, deletions) };
}
