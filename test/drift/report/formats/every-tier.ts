import { type Tier, tierNames } from "../../../../drift/classify/tiers";
import type { Finding, Report } from "../../../../drift/report/report";
import { changed, reportOf, stack } from "../../reports";

const { stack: _, urn: __, ...ofAccount } = changed;
const endpoint = { kind: "WebhookEndpoint", name: "orders", id: "we_1" };

const rule = {
  pack: "pulumi-payments",
  rule: "no-wildcard-scope",
  outcome: "violation",
  link: "docs/reference/policy-rules.md#no-wildcard-scope",
} as const;

/** A finding of each tier, with all that one of that tier may bring along. */
export const everyTier: Record<Tier, Finding> = {
  gone: { ...changed, tier: "gone", fields: [], why: "the service no longer has it" },
  changed: { ...changed, since: { firstSeen: "2029-12-01T00:00:00.000Z", timesSeen: 3 } },
  unhealthy: {
    ...changed,
    ...endpoint,
    tier: "unhealthy",
    fields: [{ field: "status", live: "inactive" }],
    daysUntilDisabled: 2.5,
  },
  violation: {
    ...changed,
    tier: "violation",
    fields: [],
    why: "This key has the scope *.",
    policy: { ...rule, level: "mandatory" },
  },
  undetermined: { ...changed, tier: "undetermined", kind: "Stack", fields: [], why: "HTTP 503, four times" },
  unmanaged: { ...ofAccount, tier: "unmanaged", fields: [], why: "no stack holds it" },
  consequence: { ...changed, kind: "ApplePayDomainScopes", tier: "consequence", because: changed.urn! },
  due: { ...changed, kind: "RotatingApiKey", tier: "due", fields: [], why: "a new key is due" },
  "pending-program": { ...changed, tier: "pending-program" },
  advisory: {
    ...changed,
    tier: "advisory",
    fields: [],
    why: "Undetermined until up.",
    policy: { ...rule, level: "advisory", outcome: "undetermined" },
  },
  accepted: {
    ...changed,
    tier: "accepted",
    accepted: { tier: "changed", reason: "incident 7", owner: "ops", expires: "2030-02-01" },
  },
};

/** A report with all of them, a stack that could be looked at in part, and one that could not. */
export const reportOfEveryTier: Report = reportOf({
  findings: tierNames.map((tier) => everyTier[tier]),
  counts: Object.fromEntries(tierNames.map((tier) => [tier, 1])),
  stacks: [
    { stack, outcome: "partly", resources: 9, clean: 1, durationMs: 12_345_678 },
    {
      stack: { project: "billing", name: "prod", folder: "." },
      outcome: "failed",
      why: "no such stack",
      resources: 0,
      clean: 0,
      durationMs: 0,
    },
  ],
});
