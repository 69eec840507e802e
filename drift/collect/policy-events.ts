import type { EngineEvent } from "@pulumi/pulumi/automation";
import type { PolicyFindingRecord, PolicyRecord } from "../../provider/report/policy-record";
import { withoutSecrets } from "../../provider/text/outgoing";

/** What the engine tells while it previews: what it would delete, and what policy packs of any make find. */
export class PolicyEvents {
  readonly deletions = new Set<string>();
  readonly #reported: PolicyFindingRecord[] = [];
  readonly #errors: string[] = [];

  take({ resourcePreEvent, policyEvent, diagnosticEvent }: EngineEvent): void {
    const { op, urn } = resourcePreEvent?.metadata ?? {};
    if (op === "delete" && urn !== undefined) this.deletions.add(urn);
    if (diagnosticEvent?.severity === "error") this.#errors.push(diagnosticEvent.message.trim());
    if (policyEvent === undefined) return;
    const { policyPackName: pack, policyName: rule, enforcementLevel, message, resourceUrn } = policyEvent;
    const level = enforcementLevel === "mandatory" ? "mandatory" : "advisory";
    const subject = resourceUrn === undefined || resourceUrn === "" ? {} : { urn: resourceUrn };
    this.#reported.push({
      record: "policy",
      pack,
      rule,
      outcome: "violation",
      level,
      text: withoutSecrets(message.trim()),
      ...subject,
    });
  }

  /** Whether a preview that failed did so for no other reason than that a mandatory rule is broken. */
  get onlyViolated(): boolean {
    const isBroken = this.#reported.some(({ level }) => level === "mandatory");
    return isBroken && this.#errors.length > 0 && this.#errors.every((message) => message === "preview failed");
  }

  /** What the packs found: their own records, which say more, and what the engine tells of packs that leave none. */
  withRecords(records: readonly PolicyRecord[]): PolicyFindingRecord[] {
    const recording = new Set(records.map(({ pack }) => pack));
    const found = records.flatMap((record) => (record.record === "policy" ? [record] : []));
    const all = [...found, ...this.#reported.filter(({ pack }) => !recording.has(pack))];
    // The engine analyzes a resource twice if it will be replaced.
    return [...new Map(all.map((each) => [JSON.stringify(each), each])).values()];
  }
}
