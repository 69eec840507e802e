import type { ResourceClassName } from "../../sdk/reference.js";
import { classOf, type Facts, type ResourceFacts } from "../facts.js";
import { factsOf, type Raw } from "./decode.js";
import type { InClear } from "./in-clear.js";
import { once } from "./once.js";
import type { Scrubber } from "./scrub.js";
import type { ToldResource } from "./told-resource.js";

/** Properties of our resources that hold a key's value: never shown to a rule, whoever forgot to mark them. */
const credentials: ReadonlySet<string> = new Set(["value", "retiringValue", "adoptValue"]);
const nothing: ReadonlySet<string> = new Set();

/** Properties as a rule sees them. Of our own resources only credentials are hidden; of others all that is marked. */
export function propsOf(raw: Raw, className: ResourceClassName | undefined, learn: (secret: string) => void): Facts {
  const isOurs = className !== undefined;
  return factsOf(raw, { hidden: isOurs ? credentials : nothing, seeThrough: isOurs, learn });
}

/** A resource of a request as facts. What is costly is read when a rule first asks for it. */
export function resourceOf(
  told: ToldResource,
  raw: () => Raw,
  scrubber: Scrubber,
  inClear: () => readonly InClear[] = () => [],
): ResourceFacts {
  const className = classOf(told.type);
  const learn = (secret: string): void => scrubber.learn(secret);
  const read = once(() => propsOf(raw(), className, learn));
  const provider = once(() => {
    if (told.provider === undefined) return undefined;
    return { name: told.provider.name, props: propsOf(told.provider.properties(), undefined, learn) };
  });
  return {
    urn: told.urn,
    name: told.name,
    type: told.type,
    ...(className === undefined ? {} : { className }),
    get props() {
      return read();
    },
    protect: told.protect,
    ignoreChanges: told.ignoreChanges,
    ...(told.parent === "" ? {} : { parent: told.parent }),
    dependencies: told.dependencies,
    get provider() {
      return provider();
    },
    get inClear() {
      return inClear();
    },
  } as ResourceFacts;
}
