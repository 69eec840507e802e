import * as fc from "fast-check";
import { z } from "zod";
import { sarif } from "../../../../drift/report/formats/sarif";
import { changed, reportOf, stack } from "../../reports";
import { everyTier, reportOfEveryTier } from "./every-tier";
import { hostileReport, terminalControls } from "./hostile";
import { sarifFlaws } from "./sarif-schema";

/** What SARIF 2.1.0 requires of the parts that are written here, by the sections that are named. */
const messageSchema = z.strictObject({ text: z.string().min(1) }); // 3.11
const levelSchema = z.enum(["none", "note", "warning", "error"]); // 3.27.10
const uriSchema = z.string().regex(/^([A-Za-z0-9\-._~!*'()/]|%[0-9A-F]{2})+$/); // 3.4.3, RFC 3986
const resultSchema = z.strictObject({
  ruleId: z.string(),
  ruleIndex: z.int().min(0),
  level: levelSchema,
  message: messageSchema,
  locations: z
    .array(
      z.strictObject({
        physicalLocation: z.strictObject({
          artifactLocation: z.strictObject({ uri: uriSchema }),
          region: z.strictObject({ startLine: z.int().min(1) }),
        }),
        logicalLocations: z.array(
          z.strictObject({ name: z.string(), fullyQualifiedName: z.string().optional(), kind: z.string() }),
        ),
      }),
    )
    .min(1),
  partialFingerprints: z.record(z.string(), z.string()),
  provenance: z.strictObject({ firstDetectionTimeUtc: z.iso.datetime() }).optional(),
  suppressions: z
    .array(
      z.strictObject({
        kind: z.enum(["inSource", "external"]), // 3.35.2
        status: z.enum(["accepted", "underReview", "rejected"]),
        justification: z.string(),
      }),
    )
    .optional(),
});
const logSchema = z.strictObject({
  $schema: z.url(),
  version: z.literal("2.1.0"), // 3.13.2
  runs: z.tuple([
    z.strictObject({
      tool: z.strictObject({
        driver: z.strictObject({
          name: z.string(), // 3.19.8
          version: z.string(),
          rules: z.array(
            // 3.49.3
            z.strictObject({
              id: z.string(),
              name: z.string(),
              shortDescription: messageSchema,
              help: messageSchema.optional(),
            }),
          ),
        }),
      }),
      automationDetails: z.strictObject({ id: z.string() }),
      columnKind: z.enum(["utf16CodeUnits", "unicodeCodePoints"]),
      invocations: z.tuple([
        z.strictObject({
          executionSuccessful: z.boolean(), // 3.20.14
          startTimeUtc: z.iso.datetime(),
          endTimeUtc: z.iso.datetime(),
          exitCode: z.int(),
          exitCodeDescription: z.string(),
          toolExecutionNotifications: z.array(z.strictObject({ level: levelSchema, message: messageSchema })),
        }),
      ]),
      results: z.array(resultSchema),
    }),
  ]),
});
const read = (text: string) => logSchema.parse(JSON.parse(text)).runs[0];

test("a finding is an error at the Pulumi.yaml of its project, by the rule of its tier, known by its fingerprint", () => {
  const { results, tool, invocations } = read(sarif(reportOf()));
  expect(results).toEqual([
    {
      ruleId: "drift/changed",
      ruleIndex: 1,
      level: "error",
      message: {
        text: `changed: ApiKey ci (key_1) in shop/dev (infra/shop).
scopes is ["accounts:read","accounts:write"], wanted ["accounts:read"].
Next: pulumi up --stack dev --cwd infra/shop
Fingerprint 0123456789abcdef`,
      },
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri: "infra/shop/Pulumi.yaml" },
            region: { startLine: 1 },
          },
          logicalLocations: [{ name: "ci", fullyQualifiedName: changed.urn, kind: "resource" }],
        },
      ],
      partialFingerprints: { "pulumiPaymentsDrift/v1": "0123456789abcdef" },
    },
  ]);
  expect(tool.driver.rules[1]).toMatchObject({ id: "drift/changed" });
  expect(invocations[0]).toMatchObject({ executionSuccessful: true, exitCode: 2, toolExecutionNotifications: [] });
});

test.each([
  ["gone", "error"],
  ["undetermined", "warning"],
  ["unmanaged", "note"],
  ["pending-program", "note"],
] as const)("a finding of the tier %s has the level %s", (tier, level) => {
  expect(read(sarif(reportOf({ findings: [{ ...changed, tier }] }))).results[0]!.level).toBe(level);
});

test("an accepted finding is suppressed with its reason, under the rule that it would have without the baseline", () => {
  const accepted = { tier: "gone" as const, reason: "incident 7", owner: "ops", expires: "2030-02-01" };
  const [result] = read(sarif(reportOf({ findings: [{ ...changed, tier: "accepted", accepted }] }))).results;
  expect(result).toMatchObject({
    ruleId: "drift/gone",
    ruleIndex: 0,
    suppressions: [{ kind: "external", status: "accepted", justification: "incident 7" }],
  });
});

test("a stack that could not be read makes the run an unsuccessful one, and is reported", () => {
  const stacks = [{ stack, outcome: "failed" as const, why: "no such stack", resources: 0, clean: 0, durationMs: 1 }];
  expect(read(sarif(reportOf({ findings: [], stacks, exitCode: 3 }))).invocations[0]).toMatchObject({
    executionSuccessful: false,
    toolExecutionNotifications: [
      { level: "error", message: { text: "shop/dev (infra/shop) could not be looked at: no such stack" } },
    ],
  });
});

test("findings of every tier, and stacks that could not be read, make a log of the official schema", () => {
  const log = sarif(reportOfEveryTier);
  expect(sarifFlaws(log)).toEqual([]);
  expect(read(log).results).toHaveLength(reportOfEveryTier.findings.length);
});

test.each([
  ["a level that the standard does not know", '"error"', '"fatal"'],
  ["another version", '"2.1.0"', '"2.2.0"'],
  ["a place that is no address", '"infra/shop/', '"infra shop/'],
  ["a property that the standard does not know", '"kind"', '"sort"'],
])("the official schema refuses %s", (_, from, to) => {
  expect(sarifFlaws(sarif(reportOfEveryTier).replace(from, to))).not.toEqual([]);
});

test("a key of an account is shown at a project that lists the account's keys", () => {
  const { stack: _, urn: __, ...unmanaged } = { ...changed, tier: "unmanaged" as const };
  const other = { project: "billing", name: "dev", folder: "." };
  const accounts = [
    {
      serviceUrl: changed.serviceUrl!,
      accountId: changed.accountId!,
      listedBy: [other],
      keys: 1,
      unclaimed: [],
      managedElsewhere: 0,
    },
  ];
  const [result] = read(sarif(reportOf({ findings: [unmanaged], accounts }))).results;
  expect(result!.locations[0]!.physicalLocation.artifactLocation.uri).toBe("Pulumi.yaml");
});

test("whatever is named how, the log keeps to the standard, and no message holds a link or a placeholder", () => {
  fc.assert(
    fc.property(hostileReport, (report) => {
      const text = sarif(report);
      expect(text).not.toMatch(terminalControls);
      expect(sarifFlaws(text)).toEqual([]);
      const { results, invocations } = read(text);
      expect(results).toHaveLength(report.findings.length);
      for (const { message } of [...results, ...invocations[0].toolExecutionNotifications]) {
        expect(message.text.replace(/\{\{|\}\}/g, "")).not.toMatch(/\]\(|[{}]/);
        expect(message.text).not.toMatch(/\p{Cs}/u);
      }
    }),
  );
});

test("a policy rule that found something is a rule of its own, with where it is explained", () => {
  const { violation } = everyTier;
  const { results, tool } = read(
    sarif(reportOf({ failOn: ["violation"], findings: [violation, { ...violation, name: "other" }] })),
  );
  const [first, second] = results;
  expect(first).toMatchObject({ ruleId: "policy/no-wildcard-scope", level: "error" });
  expect(first!.message.text).toContain("This key has the scope *.");
  expect(second!.ruleIndex).toBe(first!.ruleIndex);
  const rule = tool.driver.rules[first!.ruleIndex];
  expect(rule).toMatchObject({
    id: first!.ruleId,
    help: { text: expect.stringContaining("policy explain no-wildcard-scope'") },
  });
});
