import type { AnalyzeRequest, AnalyzerResource } from "@pulumi/pulumi/proto/analyzer_pb.js";
import type { Raw } from "../../provider/wire/special-values";
import type { ResourceClassName } from "../../sdk/reference";
import { classOf, type Facts, type ResourceFacts } from "../facts";
import { factsOf } from "./decode";
import type { InClear } from "./in-clear";
import { once } from "./once";
import type { Scrubber } from "./scrub";

/** A resource as the engine sends it: alone before it is created, or as one of a whole stack. */
export type AnalyzedResource = AnalyzeRequest | AnalyzerResource;

/** Properties of our resources that hold a key's value: never shown to a rule, even where nobody marked them. */
const credentials: ReadonlySet<string> = new Set(["value", "retiringValue", "adoptValue"]);
const nothing: ReadonlySet<string> = new Set();

/** Properties as a rule sees them. In our own resources only credentials are hidden; in others, everything marked as a secret. */
export function propsOf(raw: Raw, className: ResourceClassName | undefined, learn: (secret: string) => void): Facts {
  const isOurs = className !== undefined;
  return factsOf(raw, { hidden: isOurs ? credentials : nothing, seeThrough: isOurs, learn });
}

/** The properties of a message, with the engine's marks. */
export function rawOf(message: Pick<AnalyzedResource, "getProperties">): Raw {
  return message.getProperties()?.toJavaScript() ?? {};
}

/** A resource as facts. Most resources of most stacks are not ours, so properties are read when a rule first asks for them. */
export function resourceOf(
  resource: AnalyzedResource,
  raw: () => Raw,
  scrubber: Scrubber,
  inClear: () => readonly InClear[] = () => [],
): ResourceFacts {
  const type = resource.getType();
  const className = classOf(type);
  const options = resource.getOptions();
  // SDKs up to 3.160 at least do not know the parent.
  const parent = options?.getParent?.();
  const learn = (secret: string): void => scrubber.learn(secret);
  const read = once(() => propsOf(raw(), className, learn));
  const provider = once(() => {
    const message = resource.getProvider();
    return message && { name: message.getName(), props: propsOf(rawOf(message), undefined, learn) };
  });
  return {
    urn: resource.getUrn(),
    name: resource.getName(),
    type,
    ...(className === undefined ? {} : { className }),
    get props() {
      return read();
    },
    protect: options?.getProtect() ?? false,
    ignoreChanges: options?.getIgnorechangesList() ?? [],
    ...(parent ? { parent } : {}),
    dependencies: dependenciesOf(resource),
    get provider() {
      return provider();
    },
    get inClear() {
      return inClear();
    },
  } as ResourceFacts;
}

/** The urns that each property was made from; the engine sends them with a whole stack only. */
function dependenciesOf(resource: AnalyzedResource): Record<string, string[]> {
  const dependencies: [property: string, urns: string[]][] = [];
  if ("getPropertydependenciesMap" in resource)
    resource.getPropertydependenciesMap().forEach((from, name) => void dependencies.push([name, from.getUrnsList()]));
  return Object.fromEntries(dependencies);
}
