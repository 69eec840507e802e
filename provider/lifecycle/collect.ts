import type { Change, DriftRecord } from "../report/record";
import type { Report } from "../report/writer";
import type { Naming } from "./accounts";
import { fieldMeta, type Properties } from "./inputs";
import { manageAll } from "./managed";
import { type Observed, planInputOf } from "./preview";
import { type DiffCall, type PreviewRequest, previewRequest } from "./preview-request";
import type { ProviderCall } from "./provider-call";
import { reasonOf } from "./refusal";

/** What no side of a record repeats: where the object lives, and when it was read. */
const unsaid = new Set(["accountId", "profile", "serviceUrl", "environment", "lastUsedObservedAt"]);

/**
 * A look for the record alone: plans nothing, stops nothing, throws nothing. The engine is then told "unchanged", so that
 * every other resource is compared with what state holds and judged by itself.
 *
 * A failure, of whatever kind, becomes a record that says why nothing is known.
 */
export async function collect<Args extends Naming, Live, Private extends object>(
  report: Report,
  providerCall: ProviderCall<Args, Live, Private>,
  call: DiffCall,
): Promise<void> {
  const { definition } = providerCall;
  const { className } = definition;
  const { urn } = providerCall.read(call.news, call.id).resource;
  try {
    await providerCall.explain(async () => {
      const request = previewRequest(providerCall, call);
      const observed = await planInputOf(request);
      report.add(recordOf(request, observed));
      if (observed.observation?.state === "found" || observed.observation?.state === "absent")
        await listAccount(report, request);
      manageAll(request);
    });
  } catch (failure) {
    report.add({ record: "failure", urn, className, id: call.id, why: reasonOf(failure) });
  }
}

const listed = new WeakMap<Report, Set<string>>();

/** Once an account: its keys, so that those which no stack declares can be told. Nobody's judgement depends on it. */
async function listAccount<Args extends Naming, Live, Private extends object>(
  report: Report,
  { context }: PreviewRequest<Args, Live, Private>,
): Promise<void> {
  const { serviceUrl, accountId, apiKeys } = context.account;
  const before = listed.get(report) ?? new Set();
  const account = `${serviceUrl} ${accountId}`;
  if (before.has(account)) return;
  listed.set(report, before.add(account));
  const keys = await apiKeys.all().catch(() => undefined);
  if (keys === undefined) return;
  report.add({
    record: "account",
    serviceUrl,
    accountId,
    keys: keys.map(({ id, name, type, scopes, createdAt, lastUsed }) => ({
      id,
      name,
      type,
      scopes: [...scopes],
      createdAt,
      lastUsed,
    })),
  });
}

function recordOf<Args extends Naming, Live, Private extends object>(
  { definition, context, id, read, recorded }: PreviewRequest<Args, Live, Private>,
  { input, observation, shown }: Observed<Live>,
): DriftRecord {
  const { label, why, comparison } = input;
  const names = [...new Set([...Object.keys(definition.args.shape), ...Object.keys(definition.outputs.shape)])];
  const schemasOf = (name: string) => [definition.args.shape[name], definition.outputs.shape[name]];
  const isSecret = (name: string): boolean => schemasOf(name).some((schema) => schema && fieldMeta(schema).secret);
  const isSet = (name: string): boolean => schemasOf(name).some((schema) => schema && fieldMeta(schema).set);
  const desired = read.known as Properties;
  const sides = names
    .filter((name) => !unsaid.has(name) && !isSecret(name))
    .map((name) => {
      const set = isSet(name) ? { set: true as const } : {};
      return [name, { desired: desired[name], recorded: recorded.outputs[name], live: shown[name], ...set }];
    });
  return {
    record: "resource",
    urn: read.resource.urn,
    className: definition.className,
    id,
    label,
    serviceUrl: context.account.serviceUrl,
    accountId: context.account.accountId,
    observed: observation?.state ?? "unknown",
    why,
    unobservable: comparison.unobservable === true,
    changes: input.changes.map((change) => (isSecret(change.field) ? withoutSides(change) : change)),
    refusals: comparison.refusals ?? [],
    sides: Object.fromEntries(sides),
    ignored: read.resource.ignoreChanges,
    restore: definition.gone.restore,
    partOf: definition.partOf,
    follows: comparison.follows,
  };
}

function withoutSides({ desired: _, lastApplied: __, recorded: ___, live: ____, ...change }: Change): Change {
  return change;
}
