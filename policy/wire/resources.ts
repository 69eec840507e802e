import type { AnalyzeRequest, AnalyzerResource } from "@pulumi/pulumi/proto/analyzer_pb.js";
import type { ResourceClassName } from "../../sdk/reference.js";
import { classOf, type Facts, type ResourceFacts } from "../facts.js";
import { factsOf, type Raw } from "./decode.js";
import type { InClear } from "./in-clear.js";
import type { Scrubber } from "./scrub.js";

/** Properties of our resources that hold a key's value: never shown to a rule, whoever forgot to mark them. */
const credentials: ReadonlySet<string> = new Set(["value", "retiringValue", "adoptValue"]);
const nothing: ReadonlySet<string> = new Set();

/** Properties as a rule sees them. Of our own resources only credentials are hidden; of others all that is marked. */
export function propsOf(raw: Raw, className: ResourceClassName | undefined, learn: (secret: string) => void): Facts {
  const isOurs = className !== undefined;
  return factsOf(raw, { hidden: isOurs ? credentials : nothing, seeThrough: isOurs, learn });
}

/** What surrounds a resource of a stack rule. */
export interface Surroundings {
  dependencies?: Readonly<Record<string, readonly string[]>>;
  inClear?: () => readonly InClear[];
}

/** A resource of a request as facts. What is costly is read when a rule first asks for it. */
export function resourceOf(
  message: AnalyzeRequest | AnalyzerResource,
  raw: () => Raw,
  scrubber: Scrubber,
  { dependencies = {}, inClear = () => [] }: Surroundings = {},
): ResourceFacts {
  const type = message.getType();
  const className = classOf(type);
  const options = message.getOptions();
  // The oldest SDK does not tell it of a resource by itself.
  const parent = options?.getParent?.();
  const learn = (secret: string): void => scrubber.learn(secret);
  const read = once(
    (): Facts =>
      factsOf(raw(), {
        hidden: className === undefined ? nothing : credentials,
        seeThrough: className !== undefined,
        learn,
      }),
  );
  const provider = once(() => {
    const given = message.getProvider();
    if (given === undefined) return undefined;
    const properties = (given.getProperties()?.toJavaScript() ?? {}) as Raw;
    return { name: given.getName(), props: propsOf(properties, undefined, learn) };
  });
  return {
    urn: message.getUrn(),
    name: message.getName(),
    type,
    ...(className === undefined ? {} : { className }),
    get props() {
      return read();
    },
    protect: options?.getProtect() ?? false,
    ignoreChanges: options?.getIgnorechangesList() ?? [],
    ...(parent ? { parent } : {}),
    dependencies,
    get provider() {
      return provider();
    },
    get inClear() {
      return inClear();
    },
  } as ResourceFacts;
}

export function once<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
