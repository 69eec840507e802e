import { type Finding, type Report, reportSchema } from "../../drift/report/report";

export const stack = { project: "shop", name: "dev", folder: "infra/shop" };

export const changed: Finding = {
  fingerprint: "0123456789abcdef",
  tier: "changed",
  stack,
  urn: "urn:pulumi:dev::shop::pulumi-nodejs:dynamic/payments:ApiKey::ci",
  kind: "ApiKey",
  name: "ci",
  id: "key_1",
  serviceUrl: "https://payments.example.com",
  accountId: "acct_1",
  fields: [
    {
      field: "scopes",
      wanted: ["accounts:read"],
      applied: ["accounts:read"],
      stored: ["accounts:read"],
      live: ["accounts:read", "accounts:write"],
    },
  ],
  why: "scopes differs live from what is declared",
  next: "pulumi up --stack dev --cwd infra/shop",
};

/** A report with one finding; what a test is about, it gives. */
export function reportOf(parts: Partial<Report> = {}): Report {
  return reportSchema.parse({
    report: "pulumi-payments drift",
    version: 1,
    tool: "0.1.0",
    startedAt: "2030-01-01T00:00:00.000Z",
    endedAt: "2030-01-01T00:00:05.000Z",
    exitCode: 2,
    failOn: ["changed", "gone", "unhealthy"],
    counts: { changed: 1 },
    completeness: { declared: "some", unmanaged: "not-looked-for", why: "only named stacks were looked at" },
    stacks: [{ stack, outcome: "looked", resources: 3, clean: 2, durationMs: 2_500 }],
    accounts: [],
    findings: [changed],
    ...parts,
  } satisfies Report);
}
