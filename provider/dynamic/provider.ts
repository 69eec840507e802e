import type { ConfigureRequest } from "../configuration/sources";
import type { CheckFailure } from "../lifecycle/check";
import type { Properties } from "../lifecycle/inputs";
import { lifecycleOf, type RecordedObject } from "../lifecycle/lifecycle";
import { outgoingLine } from "../text/outgoing";
import { asSecret } from "../text/secret-mark";
import { failureFrom, pulumiFailure } from "./failure";

/** The methods that the SDK's dynamic-provider process calls. */
export interface DynamicProvider {
  configure(request: ConfigureRequest): Promise<void>;
  check(olds: Properties, news: Properties): Promise<{ inputs: Properties; failures: CheckFailure[] }>;
  diff(id: string, olds: Properties, news: Properties): Promise<{ changes: boolean; replaces: string[] }>;
  create(inputs: Properties): Promise<{ id: string; outs: Properties }>;
  read(id: string, properties: Properties): Promise<{ id: string; props: Properties }>;
  update(id: string, olds: Properties, news: Properties): Promise<{ outs: Properties }>;
  delete(id: string, properties: Properties): Promise<void>;
}

/** Pulumi's dynamic-provider process as a host of the lifecycle. Every method fails in the form that it shows best. */
export function dynamicProvider(...[definition, run]: Parameters<typeof lifecycleOf>): DynamicProvider {
  const { className } = definition;
  const lifecycle = lifecycleOf(definition, run);

  async function shown<Result>(subject: string, work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      throw failureFrom(subject, error);
    }
  }

  /** @throws the partial failure of an object that is there and not as wanted */
  function outputsOf(
    { id, properties, unfinished, unknownOutputs = [] }: RecordedObject,
    provider: unknown,
  ): Properties {
    // The engine does not say here what state holds encrypted, and would save it in clear.
    const secret = unknownOutputs
      .filter((name) => name in properties)
      .map((name) => [name, asSecret(properties[name])]);
    const outputs = { ...properties, ...Object.fromEntries(secret) };
    if (unfinished === undefined) return outputs;
    const failure = pulumiFailure(lifecycle.labelOf(id), unfinished);
    throw { ...failure, id, properties: { ...outputs, __provider: provider }, reasons: [failure.details] };
  }

  return {
    configure: async (request) => lifecycle.configure(request),
    check: (olds, news) => shown(className, () => lifecycle.check(olds, news)),
    diff: (id, olds, news) =>
      shown(lifecycle.labelOf(id), async () => {
        const { changes, replaces } = await lifecycle.diff(id, olds, news);
        return { changes, replaces: replaces.map(outgoingLine) };
      }),
    create: (inputs) =>
      shown(className, async () => {
        const created = await lifecycle.create(inputs);
        return { id: created.id, outs: outputsOf(created, inputs.__provider) };
      }),
    read: (id, properties) =>
      shown(lifecycle.labelOf(id), async () => {
        const found = await lifecycle.read(id, properties);
        return found === undefined ? { id: "", props: {} } : { id, props: found.properties };
      }),
    update: (id, olds, news) =>
      shown(lifecycle.labelOf(id), async () => ({
        outs: outputsOf(await lifecycle.update(id, olds, news), news.__provider),
      })),
    delete: (id, properties) => shown(lifecycle.labelOf(id), () => lifecycle.delete(id, properties)),
  };
}
