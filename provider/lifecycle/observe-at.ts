import type { Observation } from "../api/service.js";
import type { ResourceDefinition, Scene, Stored } from "./resource.js";

/** Looks at an object where state says it lives; on the way to another address it is there only where something of it is seen. */
export async function observeAt<Args, Live, Kept>(
  definition: ResourceDefinition<Args, Live, Kept>,
  scene: Scene,
  held: { id: string; stored: Stored<Kept>; rehome: boolean },
): Promise<Observation<Live>> {
  const sight = await definition.observe(scene, held.id, held.stored);
  if (!held.rehome || sight.state !== "found" || definition.isSeen?.(sight.live) !== false) return sight;
  return { state: "absent", why: "nothing of it is in the list" };
}
