import { AsyncLocalStorage } from "node:async_hooks";
import { PaymentServiceError } from "../../provider/api/errors";
import { createServices } from "../../provider/api/services";
import type { Configuration } from "../../provider/configuration/configuration";
import type { Properties } from "../../provider/lifecycle/inputs";
import { lifecycleOf } from "../../provider/lifecycle/lifecycle";
import { Refusal } from "../../provider/lifecycle/refusal";
import type { ResourceDefinition, ResourceLogger } from "../../provider/lifecycle/resource";
import type { Run } from "../../provider/lifecycle/run";
import { RunRegistry } from "../../provider/lifecycle/run-registry";
import { readStored } from "../../provider/lifecycle/state";
import type { DriftRecord } from "../../provider/report/record";
import { checkedRecord } from "../../provider/report/writer";
import { resources } from "../../provider/resources/registry";
import { withoutSecrets } from "../../provider/text/outgoing";
import { readableResource } from "./from-state-readable";
import { settingsFor } from "./from-state-settings";
import { classNameOf, type StateResource } from "./state";

/** Compares states with what is live, without an engine, a program or a provider process. */
export interface StateObserver {
  /**
   * The records that a preview would leave if the program still declared what was last applied. The lifecycle makes them, as
   * in a preview, so nothing is classified here. Never throws: a record says why nothing is known of a resource.
   *
   * @param stack its resources of ours, in the order of its state: what others depend on comes first
   */
  recordsOf(stack: readonly StateResource[]): Promise<DriftRecord[]>;
}

export interface StateObserverParts {
  /** Every account that this run has a credential for. */
  configuration: Configuration;
  /** Receives a line about a wait or an oddity that a person should see. */
  say(line: string): void;
  service?: Run["service"];
  clock?: Run["clock"];
}

/** The records of one stack so far, and what its current resource keeps encrypted. */
interface Sink {
  records: DriftRecord[];
  encrypted: ReadonlySet<string>;
}

type Definition = ResourceDefinition<never, unknown, object>;

/** All stacks of a run share the connections, and one list of keys for each account. */
export function openStateObserver({
  configuration,
  say,
  service,
  clock = realClock,
}: StateObserverParts): StateObserver {
  const serviceFor = createServices({ say });
  const sinks = new AsyncLocalStorage<Sink>();
  // One report for the run: the lifecycle records the keys of an account once in each.
  const report: NonNullable<Run["report"]> = {
    add(record) {
      const { records, encrypted } = sinks.getStore()!;
      records.push(withoutSecrets(checkedRecord(withoutEncrypted(record, encrypted))));
    },
  };
  const open: Run["service"] = service ?? (({ settings }) => serviceFor(settings));
  const unlisted = new Map<string, Promise<string | undefined>>();

  /** Why the keys of an account can't be listed. Remembered, so that an expired credential costs one request, not one for each resource. */
  function whyUnlisted(settings: Configuration, accountId: string): Promise<string | undefined> {
    const connection = settings.main ?? [...settings.profiles.values()][0]!;
    const place = `${connection.serviceUrl} ${accountId} ${connection.credentialVariable}`;
    const why =
      unlisted.get(place) ??
      open(connection)
        .account(accountId)
        .apiKeys.all()
        .then(
          () => undefined,
          (error: unknown) => {
            if (!PaymentServiceError.isInstance(error)) throw error;
            return `${error.message} The credential came from ${connection.credentialVariable}, or from ${connection.credentialKey}.`;
          },
        );
    unlisted.set(place, why);
    return why;
  }

  async function compare(resource: StateResource & { id: string }, registry: RunRegistry): Promise<void> {
    const className = classNameOf(resource);
    const { urn, id } = resource;
    const fail = (why: string): void => report.add({ record: "failure", urn, className, id, why });
    const definition = Object.hasOwn(resources, className)
      ? (resources[className as keyof typeof resources] as unknown as Definition)
      : undefined;
    if (definition === undefined) return fail(`this version of pulumi-payments has no resource ${className}`);
    const { inputs, outputs, encrypted, missed, isPlaced } = readableResource(resource, definition);
    sinks.getStore()!.encrypted = encrypted;
    if (missed.length > 0)
      fail(
        `state keeps ${missed.join(" and ")} encrypted, so what was last applied is not known. Check this stack without --from-state`,
      );
    if (!isPlaced) return;
    const { origin } = readStored(definition.privateState, outputs);
    const settings = settingsFor(configuration, origin);
    if (typeof settings === "string") return fail(settings);
    const readsKeys = definition.keys?.scopedBy !== undefined;
    if (readsKeys && origin.accountId !== undefined) {
      const why = await whyUnlisted(settings, origin.accountId);
      if (why !== undefined) return fail(`its live state could not be read: ${why}`);
    }
    const run: Run = {
      configure: () => undefined,
      configuration: () => settings,
      service: open,
      log: () => silent,
      requestFor: () => ({ urn, ignoreChanges: resource.ignoreChanges ?? [] }),
      report,
      registry,
      clock,
    };
    const lifecycle = lifecycleOf(definition as unknown as Parameters<typeof lifecycleOf>[0], run);
    const news = { ...inputs, __resource: { ...(inputs.__resource as Properties | undefined), urn } };
    const { inputs: checked } = await lifecycle.check(inputs, news);
    await lifecycle.diff(id, outputs, checked);
  }

  return {
    recordsOf(stack) {
      const registry = new RunRegistry();
      const sink: Sink = { records: [], encrypted: new Set() };
      return sinks.run(sink, async () => {
        for (const resource of stack) {
          // What an earlier up replaced and did not delete yet is not compared in a preview either.
          if (resource.delete || resource.id === undefined) continue;
          try {
            await compare({ ...resource, id: resource.id }, registry);
          } catch (error) {
            // A defect in one comparison hides no other resource.
            const why =
              error instanceof Refusal || error instanceof Error ? error.message : "it failed for no known reason";
            report.add({
              record: "failure",
              urn: resource.urn,
              className: classNameOf(resource),
              id: resource.id,
              why,
            });
          }
        }
        return sink.records;
      });
    },
  };
}

/** Without the changes of fields that state keeps encrypted, because nothing can be compared there. Pure. */
function withoutEncrypted(record: DriftRecord, encrypted: ReadonlySet<string>): DriftRecord {
  if (record.record !== "resource" || encrypted.size === 0) return record;
  const changes = record.changes.filter(
    ({ field, argument = field }) => !encrypted.has(field) && !encrypted.has(argument),
  );
  return { ...record, changes };
}

const nothing = async (): Promise<void> => undefined;
/** The report has a line for each finding. What a preview prints beside a resource has no place in it. */
const silent: ResourceLogger = { info: nothing, warn: nothing, warnOnceARun: nothing };

const realClock: Run["clock"] = {
  now: () => new Date(),
  sinceRunStartMs: () => 0,
  sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
};
