import { createRequire } from "node:module";
import type { DynamicProvider } from "../../provider/dynamic/provider";
import type { Properties } from "../../provider/lifecycle/inputs";
import type { ResourceClassName } from "../../provider/text/class-names";
import { type Host, HostFailure } from "./host";

const requireFromSdk = createRequire(require.resolve("@pulumi/pulumi"));
const { Struct } = requireFromSdk("google-protobuf/google/protobuf/struct_pb.js");

/**
 * What the engine carries: the SDK's own wire form, which refuses undefined and turns a Date into an empty object. The
 * engine refuses a message with a text that is not well-formed Unicode.
 */
export function carried(properties: Properties): Properties {
  expectWellFormed(properties);
  return Struct.deserializeBinary(Struct.fromJavaScript(properties).serializeBinary()).toJavaScript();
}

function expectWellFormed(value: unknown): void {
  if (typeof value === "string" && !value.isWellFormed())
    throw new HostFailure("grpc: failed to unmarshal the received message: string field contains invalid UTF-8");
  if (typeof value !== "object" || value === null) return;
  for (const [name, inner] of Object.entries(value)) {
    expectWellFormed(name);
    expectWellFormed(inner);
  }
}

/** Urns of the requests that are under way, by class name and id. */
export type SeenUrns = Map<string, string>;

interface InProcess {
  provider(className: ResourceClassName): DynamicProvider;
  lines: readonly { line: string }[];
  /** Where the provider sees the urns of requests; undefined: the SDK lets it see none. */
  seenUrns: SeenUrns | undefined;
}

/** The dynamic host in the process of the test: what the SDK's dynamic-provider process does around a provider's methods. */
export function inProcessHost({ provider, lines, seenUrns }: InProcess): Host {
  const classNameOf = (urn: string) => urn.split("::")[2]!.split(":").at(-1) as ResourceClassName;
  const of = (urn: string) => provider(classNameOf(urn));
  const withReference = (properties: Properties, { __provider = "reference" }: Properties): Properties =>
    carried({ ...properties, __provider });
  async function seen<Result>(urn: string, id: string, request: () => Promise<Result>): Promise<Result> {
    const object = `${classNameOf(urn)} ${id}`;
    seenUrns?.set(object, urn);
    return request().finally(() => seenUrns?.delete(object));
  }
  return {
    get lines() {
      return lines.map(({ line }) => line);
    },
    async check(urn, olds, news) {
      const { inputs, failures } = await of(urn).check(carried(olds), carried(news));
      if (failures.length === 0) return { inputs: withReference(inputs, news), failures: [] };
      return { inputs, failures: failures.map(({ property, reason }) => `${property}: ${reason}`) };
    },
    diff: (urn, id, olds, news) => seen(urn, id, () => of(urn).diff(id, carried(olds), carried(news))),
    async create(urn, inputs) {
      const { id, outs } = await of(urn).create(carried(inputs));
      return { id, outputs: withReference(outs, inputs) };
    },
    async read(urn, id, outputs) {
      const found = await seen(urn, id, () => of(urn).read(id, carried(outputs)));
      return { id: found.id, outputs: withReference(found.props, outputs) };
    },
    async update(urn, id, olds, news) {
      const { outs } = await seen(urn, id, () => of(urn).update(id, carried(olds), carried(news)));
      return { outputs: withReference(outs, news) };
    },
    delete: (urn, id, outputs) => seen(urn, id, () => of(urn).delete(id, carried(outputs))),
  };
}
