import { type Properties, secretFields, unknownMarker } from "../../provider/lifecycle/inputs";
import type { ResourceDefinition } from "../../provider/lifecycle/resource";
import { holdsSecret, type StateResource } from "./state";

/** A resource of an exported state, as far as a comparison may read it. */
export interface ReadableResource {
  inputs: Properties;
  outputs: Properties;
  /** Properties that state keeps encrypted, with those that are secret by nature: nothing is known of them. */
  encrypted: ReadonlySet<string>;
  /** Those of them that a comparison misses: nobody can call the resource clean without them. */
  missed: readonly string[];
  /** Without one of these nobody can tell where the object is, or which. */
  isPlaced: boolean;
}

/** What says where an object lives. */
const places: ReadonlySet<string> = new Set(["accountId", "profile", "serviceUrl", "environment"]);

/** Takes out what state keeps encrypted. An input becomes one that is not known yet; an output is left out. Pure. */
export function readableResource(
  { inputs, outputs }: Pick<StateResource, "inputs" | "outputs">,
  definition: Pick<ResourceDefinition<never, unknown, object>, "args" | "outputs">,
): ReadableResource {
  // Both forms record a reference to the code there. It tells nothing of the object.
  const { __provider: _, ...recorded } = outputs;
  const { __provider: __, ...declared } = inputs;
  const encryptedIn = (all: Properties): string[] => Object.keys(all).filter((name) => holdsSecret(all[name]));
  const [ofInputs, ofOutputs] = [encryptedIn(declared), encryptedIn(recorded)];
  const byNature = secretFields(definition);
  const encrypted = new Set([...ofInputs, ...ofOutputs]);
  const missed = [...encrypted].filter((name) => !byNature.has(name)).sort();
  const isCompared = (name: string): boolean => name in definition.args.shape && !places.has(name);
  return {
    inputs: { ...declared, ...Object.fromEntries(ofInputs.map((name) => [name, unknownMarker])) },
    outputs: Object.fromEntries(Object.entries(recorded).filter(([name]) => !encrypted.has(name))),
    encrypted,
    missed,
    isPlaced: missed.every(isCompared),
  };
}
