import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { pathToFileURL } from "node:url";
import { html } from "../../drift/report/formats/html";
import type { Finding, Report } from "../../drift/report/report";
import { startBrowser } from "../../tools/pictures/browser.js";
import type { Figure } from "../figure";
import { median } from "../pairs";

const FINDINGS = 10_000;
const STACKS = 1_000;
const USUAL_ROUNDS = 5;
const firstSeen = "2029-12-20T00:00:00.000Z";
const endedAt = "2030-01-01T00:00:00.000Z";

const stackOf = (index: number) => ({ project: `team-${index}`, name: "prod", folder: `infra/team-${index}` });

const findingOf = (index: number): Finding => ({
  fingerprint: index.toString(16).padStart(16, "0"),
  tier: index % 20 === 0 ? "gone" : "changed",
  stack: stackOf(index % STACKS),
  urn: `urn:pulumi:prod::team-${index % STACKS}::pulumi-nodejs:dynamic/payments:ApiKey::key-${index}`,
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
  next: `pulumi up --stack prod --cwd infra/team-${index % STACKS} puts back what is declared`,
  since: { firstSeen, timesSeen: 12 },
});

function bigReport(): Report {
  const findings = Array.from({ length: FINDINGS }, (_, index) => findingOf(index));
  const stacks = Array.from({ length: STACKS }, (_, index) => ({
    stack: stackOf(index),
    outcome: "looked" as const,
    resources: FINDINGS / STACKS,
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

/** The report of a whole fleet, as a person opens it. */
export const figures: readonly Figure[] = [
  {
    name: "html-report-opens",
    about: `Opening the HTML report of ${FINDINGS.toLocaleString("en")} findings in ${STACKS.toLocaleString("en")} stacks in Chromium, until it is painted and counts them`,
    unit: "ms",
    limit: { atMost: 2_000 },
    fixed: true,
    estimateMs: 60_000,
    async measure(bench) {
      const file = join(bench.folder, "fleet.html");
      const text = html(bigReport());
      writeFileSync(file, text);
      const browser = await startBrowser();
      bench.atEnd(() => browser.close());
      const opened: number[] = [];
      const searched: number[] = [];
      for (let round = 0; round < bench.rounds(USUAL_ROUNDS); round++) {
        const page = await browser.newPage();
        let startMs = performance.now();
        const showsCount = (count: string) =>
          page.waitForFunction(`document.getElementById("count").textContent.startsWith(${JSON.stringify(count)})`);
        const painted = () => page.evaluate("new Promise((done) => requestAnimationFrame(() => setTimeout(done)))");
        await page.goto(pathToFileURL(file).href);
        await showsCount("10,000 of");
        await painted();
        opened.push(performance.now() - startMs);
        startMs = performance.now();
        await page.locator("#search").fill("key_7777 gone");
        await showsCount("0 of");
        await painted();
        searched.push(performance.now() - startMs);
        await page.close();
      }
      const megabytes = (text.length / 1e6).toFixed(1);
      return {
        value: median(opened),
        from: `${opened.length} rounds, ${megabytes} MB; the first search takes ${median(searched).toFixed(0)} ms`,
      };
    },
  },
];
