import type { Finding, Report } from "../drift/report/report";

/** The size of a large fleet. */
export const fleetSize = { findings: 10_000, stacks: 1_000 } as const;

const firstSeen = "2029-12-20T00:00:00.000Z";
const endedAt = "2030-01-01T00:00:00.000Z";

const stackOf = (index: number) => ({ project: `team-${index}`, name: "prod", folder: `infra/team-${index}` });

const findingOf = (index: number): Finding => ({
  fingerprint: index.toString(16).padStart(16, "0"),
  tier: index % 20 === 0 ? "gone" : "changed",
  stack: stackOf(index % fleetSize.stacks),
  urn: `urn:pulumi:prod::team-${index % fleetSize.stacks}::pulumi-nodejs:dynamic/payments:ApiKey::key-${index}`,
  kind: "ApiKey",
  name: `key-${index}`,
  id: `key_${index}`,
  fields: [
    {
      field: "scopes",
      wanted: ["accounts:read", "payment_intents:read"],
      stored: ["accounts:read", "payment_intents:read"],
      live: ["accounts:read", "accounts:write", "payment_intents:read"],
    },
  ],
  why: "the live value differs from the program",
  next: `pulumi up --stack prod --cwd infra/team-${index % fleetSize.stacks} puts back what is declared`,
  since: { firstSeen, timesSeen: 12 },
});

/** A valid report of as much. */
export function bigReport(): Report {
  const findings = Array.from({ length: fleetSize.findings }, (_, index) => findingOf(index));
  const stacks = Array.from({ length: fleetSize.stacks }, (_, index) => ({
    stack: stackOf(index),
    outcome: "looked" as const,
    resources: fleetSize.findings / fleetSize.stacks,
    clean: 0,
    durationMs: 2_000,
  }));
  return {
    report: "pulumi-payments drift",
    version: 1,
    tool: "bench",
    startedAt: endedAt,
    endedAt,
    exitCode: 2,
    failOn: ["changed", "gone"],
    counts: {},
    completeness: { declared: "some", unmanaged: "not-looked-for" },
    stacks,
    accounts: [],
    findings,
  };
}
