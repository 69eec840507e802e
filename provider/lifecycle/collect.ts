import type { Observation } from "../api/service.js";
import type { DriftRecord } from "../report/record.js";
import type { Report } from "../report/writer.js";
import type { Naming } from "./accounts.js";
import type { Situation } from "./decide.js";
import { fieldMeta, type Properties } from "./inputs.js";
import { manageAll } from "./managed.js";
import { type DiffCall, type PreviewRequest, previewRequest, survey } from "./preview.js";
import { reasonOf } from "./refusal.js";
import type { Stage } from "./stage.js";

/** What no side of a record repeats: where the object lives, and when it was read. */
const unsaid = new Set(["accountId", "profile", "serviceUrl", "environment", "lastUsedObservedAt"]);

/**
 * A look for the record alone: plans nothing, stops nothing, throws nothing. The engine is told "unchanged", so that every
 * other resource is compared with what state holds and judged by itself.
 *
 * A failure, of whatever kind, becomes a record that says why nothing is known.
 */
export async function collect<Args extends Naming, Live, Kept extends object>(
  report: Report,
  stage: Stage<Args, Live, Kept>,
  call: DiffCall,
): Promise<{ changes: boolean; replaces: string[] }> {
  const { definition } = stage;
  const { className } = definition;
  const { urn } = stage.read(call.news, call.id).resource;
  try {
    await stage.explain(async () => {
      const request = previewRequest(stage, call);
      const { situation, sight } = await survey(request);
      report.add(recordOf(request, situation, sight));
      if (sight !== undefined && sight.state !== "unknown") await listAccount(report, request);
      manageAll(request);
    });
  } catch (failure) {
    report.add({ record: "failure", urn, className, id: call.id, why: reasonOf(failure) });
  }
  return { changes: false, replaces: [] };
}

const listed = new WeakMap<Report, Set<string>>();

/** Once an account: its keys, so that those which no stack declares can be told. Nobody's judgement depends on it. */
async function listAccount<Args extends Naming, Live, Kept extends object>(
  report: Report,
  { scene }: PreviewRequest<Args, Live, Kept>,
): Promise<void> {
  const { serviceUrl, accountId, apiKeys } = scene.account;
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

function recordOf<Args extends Naming, Live, Kept extends object>(
  { definition, scene, id, read, stored }: PreviewRequest<Args, Live, Kept>,
  situation: Situation,
  sight: Observation<Live> | undefined,
): DriftRecord {
  const { comparison } = situation;
  const live =
    sight?.state === "found" ? definition.outputsOf(sight.live, stored, scene.clock.now().toISOString()) : {};
  const isSecret = (name: string): boolean =>
    [definition.args.shape[name], definition.outputs.shape[name]].some((schema) => schema && fieldMeta(schema).secret);
  const names = [...new Set([...Object.keys(definition.args.shape), ...Object.keys(definition.outputs.shape)])];
  const said = names.filter((name) => !unsaid.has(name) && !isSecret(name));
  const wanted = read.known as Properties;
  const sides = said.map((name) => {
    const schema = definition.args.shape[name] ?? definition.outputs.shape[name];
    const set = schema !== undefined && fieldMeta(schema).set ? { set: true as const } : {};
    return [name, { wanted: wanted[name], stored: stored.outputs[name], live: live[name], ...set }];
  });
  return {
    record: "resource",
    urn: read.resource.urn,
    className: definition.className,
    id,
    label: situation.label,
    serviceUrl: scene.account.serviceUrl,
    accountId: scene.account.accountId,
    sight: sight?.state ?? "unknown",
    why: situation.why,
    differences: comparison.differences
      .filter(({ field }) => !isSecret(field))
      .map((each) => ({ ...each, stored: situation.stored[each.field] })),
    sides: Object.fromEntries(sides),
    ignored: read.resource.ignoreChanges,
    replacing: situation.replacing.filter(({ field }) => !isSecret(field)),
    unknownArguments: [...situation.unknown],
    outdated: [...situation.outdated],
    refusals: comparison.refusals ?? [],
    unseen: comparison.unseen === true,
  } as DriftRecord;
}
