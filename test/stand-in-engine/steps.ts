import type { Properties } from "../../provider/lifecycle/inputs";
import { type Host, HostFailure } from "./host";

/** A resource as state records it. */
export interface Recorded {
  id: string;
  inputs: Properties;
  outputs: Properties;
  refreshBeforeUpdate?: boolean;
}

export interface Planned {
  step: "create" | "same" | "update" | "replace";
  replaces: string[];
  inputs: Properties;
}

/** What the engine would do with one resource. It checks the inputs of a replacement a second time, without the old ones. */
export async function planStep(
  host: Host,
  urn: string,
  recorded: Recorded | undefined,
  news: Properties,
  ignoreChanges?: readonly string[],
): Promise<Planned> {
  if (recorded === undefined) return { step: "create", replaces: [], inputs: await check(host, urn, {}, news) };
  const inputs = await check(host, urn, recorded.inputs, news);
  const { changes, replaces } = await host.diff(urn, recorded.id, recorded.outputs, inputs, ignoreChanges);
  if (replaces.length > 0) return { step: "replace", replaces, inputs: await check(host, urn, {}, news) };
  return { step: changes ? "update" : "same", replaces, inputs };
}

async function check(host: Host, urn: string, olds: Properties, news: Properties): Promise<Properties> {
  const { inputs, failures } = await host.check(urn, olds, news);
  if (failures.length > 0) throw new HostFailure(failures.join("\n"));
  return inputs;
}

/** Does it. `record` receives what state records from then on, which a partial failure changes too. */
export async function takeStep(
  host: Host,
  urn: string,
  recorded: Recorded | undefined,
  { step, inputs }: Planned,
  record: (now: Recorded) => void,
  ignoreChanges?: readonly string[],
): Promise<void> {
  try {
    if (step === "same") record({ ...recorded!, inputs });
    else if (step === "update") {
      const { id, outputs } = recorded!;
      record({ id, inputs, ...(await host.update(urn, id, outputs, inputs, ignoreChanges)) });
    } else record({ inputs, ...(await host.create(urn, inputs)) });
  } catch (error) {
    const { id, properties, refreshBeforeUpdate = false } = error as Partial<HostFailure>;
    if (id !== undefined && properties !== undefined) record({ id, inputs, outputs: properties, refreshBeforeUpdate });
    throw error;
  }
}
