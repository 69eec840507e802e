import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isOfPolicy, tierNames } from "../../../drift/classify/tiers";
import { formats } from "../../../drift/report/formats/registry";
import type { Finding, Report } from "../../../drift/report/report";
import { leavesNoSecret } from "../harness/leaves-no-secret";
import type { Form } from "../harness/programs";
import { type Service, startService } from "../harness/service";
import type { Stack } from "../harness/stack";
import { connect, type Workbench, workbench } from "../harness/workbench";
import { type Given, programOf } from "./program";
import { driftRows, exitCodes, type Row, undeterminedRows } from "./rows";
import { type Seen, shownAs } from "./shown";

/** The stacks of the project, each with another `payments:driftCheck`. */
const modes = { dev: "strict", lenient: "warn", blind: "off" } as const;
type StackName = keyof typeof modes;
const stackNames = Object.keys(modes) as StackName[];

/** What a run wrote, format by format. */
interface Looked {
  exitCode: number;
  report: Report;
  text: Record<keyof typeof formats, string>;
}

/** Every row of the table, found on the real engine in a project of this form. */
export function testTable({ program, yaml }: Form): void {
  let service: Service;
  let bench: Workbench;
  let stacks: Record<StackName, Stack>;
  const accounts = {} as Record<StackName, string>;
  const keys = {} as Record<StackName, Record<string, string>>;
  let drifted: Looked;
  let accepted: Looked;
  let refused: Looked;

  beforeAll(async () => {
    [service, bench] = await Promise.all([startService(["--clock", "manual"]), workbench()]);
    const given = {} as Record<StackName, Given>;
    for (const name of stackNames) {
      accounts[name] = await service.admin.createMerchant();
      given[name] = await givenTo(accounts[name]);
    }
    const dev = await bench.stack({ name: "shop", files: program(programOf(given, false)), yaml });
    stacks = { dev, lenient: await bench.sibling(dev, "lenient"), blind: await bench.sibling(dev, "blind") };
    await Promise.all(stackNames.map(apply));
    for (const name of stackNames) await changeEverything(name, given[name]);
    await service.admin.advance(25 * 3_600);
    dev.write(program(programOf(given, true)));
    drifted = await drift("drifted");
    const report = join(bench.folder, "drifted.json");
    const baseline = join(bench.folder, "baseline.json");
    const grounds = ["--reason", "on purpose", "--owner", "us", "--expires", "2999-01-01"];
    await dev.payments("drift", "accept", "--all", "--report", report, "--baseline", baseline, ...grounds);
    accepted = await drift("accepted", "--baseline", baseline);
    for (const operation of ["GET /v1/api-keys", "GET /v1/webhook-endpoints/{id}"])
      await service.admin.fault({ operation, count: 10_000, effect: "status", status: 403 });
    refused = await drift("refused");
    await service.admin.clearFaults();
  });
  afterAll(async () => {
    await service?.stop();
    bench?.remove();
  });

  async function givenTo(account_id: string): Promise<Given> {
    const { admin } = service;
    const [inactive, disabled, gone, dropped, late] = await Promise.all(
      Array.from({ length: 5 }, admin.createEndpoint),
    );
    const foreign = await admin.createKey({ account_id, type: "secret", name: "foreign", scopes: ["accounts:read"] });
    return { endpoints: { inactive, disabled, gone, dropped, late } as Given["endpoints"], foreignKey: foreign.id };
  }

  async function apply(name: StackName): Promise<void> {
    const stack = stacks[name];
    stack.env.XDG_CACHE_HOME = join(bench.folder, "cache");
    await connect(stack, service, { "payments:accountId": accounts[name], "payments:driftCheck": modes[name] });
    await stack.mustUp();
    const state = [...(await stack.state()).entries()];
    keys[name] = Object.fromEntries(
      state.map(([each, { id, outputs }]) => [each, (outputs?.current as { id: string } | undefined)?.id ?? id ?? ""]),
    );
  }

  /** What colleagues do in the dashboard. */
  async function changeEverything(name: StackName, { endpoints, foreignKey }: Given): Promise<void> {
    const { admin } = service;
    const key = (of: string): string => keys[name][of]!;
    await admin.changeKey(key("widened-key"), { scopes: ["*"] });
    await admin.changeKey(key("renamed-key"), { name: "other" });
    await admin.changeKey(key("shop"), { scopes: ["accounts:read", "api_keys:read", "apple_pay_domains:read"] });
    await admin.changeKey(key("widened-rotation"), { scopes: ["accounts:read", "accounts:delete"] });
    for (const each of [key("gone-key"), key("till"), key("gone-rotation"), foreignKey]) await admin.deleteKey(each);
    await admin.setEndpoint(endpoints.inactive, "inactive");
    await admin.setEndpoint(endpoints.disabled, "disabled");
    await admin.deleteEndpoint(endpoints.gone);
    await admin.createKey({ account_id: accounts[name], type: "secret", name: "made by hand", scopes: ["*"] });
  }

  /** One run over all stacks, in every format. */
  async function drift(name: string, ...flags: string[]): Promise<Looked> {
    const out = join(bench.folder, name);
    const asked = Object.keys(formats).flatMap((format) => ["--format", format]);
    const { exitCode, output } = await stacks.dev.payments("drift", "--all", ...flags, ...asked, "--out", out);
    if (![0, 2, 3].includes(exitCode)) throw new Error(`exit ${exitCode}: ${output}`);
    const written = Object.entries(formats).map(([format, { extension }]) => [
      format,
      readFileSync(`${out}.${extension}`, "utf8"),
    ]);
    const text = Object.fromEntries(written) as Looked["text"];
    return { exitCode, text, report: JSON.parse(text.json) as Report };
  }

  const isIn =
    (stack: StackName) =>
    (finding: Finding): boolean =>
      finding.stack?.name === stack || (finding.stack === undefined && finding.accountId === accounts[stack]);

  /** A row as it has to be told of one stack. What no table can know is taken from the state and from the finding. */
  function seenIn(stack: StackName, row: Row, finding: Finding): Seen {
    const { id, urn, fingerprint } = finding;
    const known: Record<string, string> = {
      id: id ?? "",
      account: accounts[stack],
      key: keys[stack][row.name] ?? "",
      stack,
      url: service.url,
      template: "/v1/webhook-endpoints/{id}",
      request: /req_\d+/.exec(finding.why)?.[0] ?? "",
    };
    const fill = (value: unknown): unknown => {
      if (typeof value === "string")
        return value.replace(/\{(id|account|key|stack|url|request|template)\}/g, (_, name: string) => known[name]!);
      if (Array.isArray(value)) return value.map(fill);
      if (typeof value !== "object" || value === null) return value;
      return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, fill(inner)]));
    };
    const filled = fill(row) as Row;
    const place = row.tier === "unmanaged" ? `account ${accounts[stack]}` : `shop/${stack}`;
    return { ...filled, place, stack, fingerprint, ...(id && { id }), ...(urn && { urn }) };
  }

  const table: [string, () => Looked, readonly Row[]][] = [
    ["after everything was changed", () => drifted, driftRows],
    ["where the service refuses every read", () => refused, undeterminedRows],
  ];

  describe.each(table)("%s", (_, looked, rows) => {
    describe.each(stackNames)("stack %s", (stack) => {
      test("exactly the rows of the table are found", () => {
        const found = looked().report.findings.filter(isIn(stack));
        const facts = (each: { tier: string; kind: string; name: string }): string =>
          `${each.tier} ${each.kind} ${each.name}`;
        expect(found.map(facts).sort()).toEqual(rows.map(facts).sort());
      });

      test.each(rows.map((row) => [row.tier, row.kind, row.name, row] as const))(
        "%s %s %s is told so in each format",
        (...given) => {
          const row = given[3];
          const { report, text } = looked();
          const finding = report.findings.filter(isIn(stack)).find(({ name }) => name === row.name)!;
          const together = report.findings
            .filter(isIn(stack))
            .filter(({ tier, why: each }) => tier === "undetermined" && each === finding.why);
          const seen = { ...seenIn(stack, row, finding), together };
          const { fields, why, next } = seen;
          expect(finding).toMatchObject({ tier: row.tier, kind: row.kind, why, next });
          expect(finding.fields).toEqual(fields);
          if (row.because !== undefined) expect(finding.because).toMatch(new RegExp(`::${row.because}$`));
          expect(namedIn(text.sarif)).toContain(shownAs.sarif(seen));
          for (const format of ["text", "github", "junit", "markdown", "html"] as const)
            expect(text[format]).toContain(shownAs[format](seen));
        },
      );
    });
  });

  describe("what the baseline accepts", () => {
    test.each(driftRows.map((row) => [row.tier, row.kind, row.name, row] as const))(
      "%s %s %s is told so in each format",
      (...given) => {
        const row = given[3];
        const { report, text } = accepted;
        for (const stack of stackNames) {
          const finding = report.findings.filter(isIn(stack)).find(({ name }) => name === row.name)!;
          const seen: Seen = { ...seenIn(stack, row, finding), tier: "accepted", was: row.tier };
          expect(finding).toMatchObject({ tier: "accepted", accepted: { tier: row.tier, owner: "us" } });
          expect(namedIn(text.sarif)).toContain(shownAs.sarif(seen));
          for (const format of ["text", "junit", "markdown", "html"] as const)
            expect(text[format]).toContain(shownAs[format](seen));
          expect(text.github).not.toContain(finding.fingerprint);
        }
      },
    );
  });

  describe("exit codes", () => {
    test("of the three runs: drift, all of it accepted, nothing that could be read", () => {
      expect([drifted.exitCode, accepted.exitCode, refused.exitCode]).toEqual([2, 0, 3]);
    });

    test.each(tierNames.filter((tier) => !isOfPolicy(tier)))(
      "a report with findings in the tier %s alone comes to its own exit code",
      async (tier) => {
        const runs = [drifted, accepted, refused];
        const { report } = runs.find((run) => run.report.findings.some((finding) => finding.tier === tier))!;
        // What belongs to an account is found anew by every merge.
        const findings = report.findings.filter(
          (finding) => finding.tier === tier && (finding.stack !== undefined || tier === "unmanaged"),
        );
        const file = join(bench.folder, `only-${tier}.json`);
        const left = tier === "unmanaged" ? report.accounts : [];
        writeFileSync(file, JSON.stringify({ ...report, findings, accounts: left }));
        const merged = await stacks.dev.payments("drift", "merge", file, "--format", "json");
        expect(merged.exitCode).toBe(exitCodes[tier]);
        expect((JSON.parse(merged.stdout) as Report).counts).toEqual({ [tier]: findings.length });
      },
    );
  });

  leavesNoSecret(() => ({ bench, service }));
}

/** The results of a SARIF log, in the form in which the table tells them. */
function namedIn(sarif: string): string[] {
  const { runs } = JSON.parse(sarif) as {
    runs: { results: { ruleId: string; level: string; message: { text: string } }[] }[];
  };
  return runs[0]!.results.map(({ ruleId, level, message: { text } }) =>
    JSON.stringify({ ruleId, level, text }, null, 1),
  );
}
