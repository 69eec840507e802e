import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import * as fc from "fast-check";
import type { Browser, BrowserContextOptions } from "playwright-core";
import { html } from "../../../../drift/report/formats/html";
import type { Finding, Report } from "../../../../drift/report/report";
import { axeViolations, looks, openTab, overflowPx, startChromium, type Tab } from "../../../sandbox/pages/chromium";
import { changed, reportOf } from "../../reports";
import { hostileReport, terminalControls } from "./hostile";

let browser: Browser;
let server: Server;
let shown = "";
let tab: Tab | undefined;
beforeAll(async () => {
  browser = await startChromium();
  server = createServer((request, response) => {
    if (request.url === "/") response.setHeader("content-type", "text/html").end(shown);
    else response.writeHead(204).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterAll(async () => {
  await browser.close();
  server.close();
});
afterEach(() => tab?.context.close());

async function open(report: Report, options: BrowserContextOptions = {}) {
  shown = html(report);
  tab = await openTab(browser, options);
  await tab.page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  return tab;
}

const other = { project: "billing", name: "prod", folder: "." };
const gone: Finding = {
  ...changed,
  tier: "gone",
  stack: other,
  name: "it's",
  urn: "urn:pulumi:prod::billing::pulumi-nodejs:dynamic/payments:ApiKey::it's",
  fields: [],
  why: "the key is not there any more",
  next: "pulumi up --stack prod creates it again; or remove it from the program",
  since: { firstSeen: "2029-12-20T00:00:00.000Z", timesSeen: 12 },
};
const undetermined: Finding = { ...changed, tier: "undetermined", fields: [], why: "the service answered 503" };
const accepted: Finding = {
  ...changed,
  tier: "accepted",
  accepted: { tier: "changed", reason: "incident", owner: "ops", expires: "2030-02-01" },
};
const full = (): Report =>
  reportOf({
    findings: [gone, changed, undetermined, accepted],
    counts: { gone: 1, changed: 1, undetermined: 1, accepted: 1 },
    stacks: [
      { stack: changed.stack!, outcome: "partly", why: "one key", resources: 3, clean: 0, durationMs: 2 },
      { stack: other, outcome: "looked", resources: 2, clean: 1, durationMs: 2 },
    ],
    repaired: [
      {
        fingerprint: "1",
        what: "ApiKey web",
        firstSeen: "2029-12-10T00:00:00.000Z",
        repairedAt: "2029-12-30T00:00:00.000Z",
      },
    ],
    baseline: { expired: [{ fingerprint: "2", why: "old", owner: "ops", expires: "2029-12-31" }], stale: [] },
  });

test("findings are shown by stack with every side of each field, and can be narrowed by tier, stack and words", async () => {
  const { page } = await open(full());
  const articles = page.locator("article");
  const visible = articles.filter({ visible: true });
  expect(await visible.count()).toBe(4);
  const one = articles.nth(1);
  expect(await one.locator("dd").allTextContents()).toEqual([
    '"accounts:read"',
    '"accounts:read"',
    '"accounts:read" + "accounts:write"',
  ]);
  expect(await one.locator("ins").allTextContents()).toEqual(['+ "accounts:write"']);
  expect(await page.locator("summary").allTextContents()).toEqual([
    expect.stringMatching(/^billing\/prod\s+1 gone$/),
    expect.stringMatching(/^shop\/dev \(infra\/shop\)\s+1 changed, 1 undetermined, 1 accepted$/),
  ]);
  await page.getByLabel("Stack").selectOption("billing/prod");
  expect(await visible.locator("h4").allTextContents()).toEqual(["gone: ApiKey it's (key_1) in billing/prod"]);
  expect(await page.locator("#count").textContent()).toBe("1 of 4 shown");
  await page.getByLabel("Stack").selectOption("");
  const changedTile = page.getByRole("button", { name: /changed/ });
  await changedTile.click();
  expect(await visible.locator(".tier").allTextContents()).toEqual(["changed"]);
  expect(await changedTile.getAttribute("aria-pressed")).toBe("true");
  await page.getByRole("button", { name: /gone/ }).click();
  expect(await visible.locator(".tier").allTextContents()).toEqual(["gone", "changed"]);
  await page.getByLabel("Search").fill("prod  IT'S");
  expect(await visible.locator(".tier").allTextContents()).toEqual(["gone"]);
  expect(await page.locator("details").filter({ visible: true }).count()).toBe(1);
});

test("the command that a finding recommends is copied first, then the look at it, each as a shell takes it", async () => {
  const { page, context } = await open(full());
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const [recommended, look] = [0, 1].map((place) => page.locator("article").first().getByRole("button").nth(place));
  await recommended!.click();
  await page.getByRole("button", { name: "Copied" }).waitFor();
  expect(await page.evaluate("navigator.clipboard.readText()")).toBe("pulumi up --stack prod");
  await look!.click();
  await page.getByRole("button", { name: "Copied" }).nth(1).waitFor();
  expect(await page.evaluate("navigator.clipboard.readText()")).toBe(
    "npx pulumi-payments explain 'urn:pulumi:prod::billing::pulumi-nodejs:dynamic/payments:ApiKey::it'\\''s' --stack prod --cwd .",
  );
});

test("a name with hidden characters, or one that reads as an option, is offered in no command", async () => {
  const hidden = { ...changed, urn: `${changed.urn}\u202e` };
  hidden.stack = { ...changed.stack!, name: "dev\u202e" };
  hidden.next = "pulumi up --stack 'dev\u202e' --cwd infra/shop puts back what is declared";
  const option = { ...changed, stack: { ...changed.stack!, name: "--cwd=/" } };
  option.next = "pulumi up --stack --cwd=/ --cwd infra/shop puts back what is declared";
  const { page } = await open(reportOf({ findings: [hidden, option] }));
  expect(await page.locator("article").count()).toBe(2);
  expect(await page.locator(".command").count()).toBe(0);
});

test("tiles count the findings of each tier, and what is clean", async () => {
  const { page } = await open(full());
  expect(await page.locator(".tiles b").allTextContents()).toEqual(["1", "1", "1", "1", "1"]);
  expect(await page.locator(".tiles > *").last().textContent()).toMatch(/^1 clean/);
});

test("what is gone comes first, then keys that nobody declares and that hold every scope, in red", async () => {
  const { stack: _, urn: __, ...ofAccount } = changed;
  const unmanaged = (name: string, scopes: string[]): Finding => ({
    ...ofAccount,
    tier: "unmanaged",
    name,
    fields: [{ field: "scopes", live: scopes }],
  });
  const findings = [changed, unmanaged("narrow", ["accounts:read"]), unmanaged("wide", ["*"]), gone];
  const { page } = await open(reportOf({ findings }));
  expect(await page.locator("h4").allTextContents()).toEqual([
    expect.stringContaining("gone: ApiKey it's"),
    expect.stringMatching(/^unmanaged: ApiKey wide .* holds every scope \(\*\)$/),
    expect.stringContaining("unmanaged: ApiKey narrow"),
    expect.stringContaining("changed: ApiKey"),
  ]);
  expect(await page.locator("article .risk").count()).toBe(1);
  expect(await page.locator("article").nth(1).getAttribute("data-weight")).toBe("fails");
});

test("times are for people, and tell the exact one where the pointer rests", async () => {
  const { page } = await open(full());
  const time = page.locator("article time").first();
  expect(await time.textContent()).toMatch(/^Dec 20, 2029, 12:00\sAM UTC$/);
  expect(await time.getAttribute("title")).toBe("2029-12-20T00:00:00.000Z");
});

test("with a history it shows since when, all on one scale whose ends are named", async () => {
  const { page } = await open(full());
  expect(await page.getByRole("img").count()).toBe(2);
  expect(await page.locator("article figcaption").textContent()).toBe("Dec 10, 2029Jan 1, 2030");
  const bars = await page.locator(".time .span").evaluateAll((nodes) =>
    nodes.map((node) => {
      const of = (name: string) =>
        Number((node as unknown as { getAttribute(name: string): string }).getAttribute(name));
      return [Math.round(of("x")), Math.round(of("x") + of("width"))];
    }),
  );
  // Of the 22 days since 10 December: from the 10th of them to now, and from the first to the 20th.
  expect(bars).toEqual([
    [45, 100],
    [0, 91],
  ]);
});

test("opened as a file it works too, and asks nobody for anything", async () => {
  const folder = mkdtempSync(join(tmpdir(), "payments-drift-html-"));
  try {
    writeFileSync(join(folder, "drift.html"), html(full()));
    const context = await browser.newContext();
    const page = await context.newPage();
    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    const address = pathToFileURL(join(folder, "drift.html")).href;
    await page.goto(address);
    await page.getByText("4 of 4 shown").waitFor();
    expect(asked).toEqual([address]);
    await context.close();
  } finally {
    rmSync(folder, { recursive: true });
  }
});

// The narrowest phones in use are 375 pixels wide.
const narrower = looks.map((look) => (look.width < 600 ? { ...look, width: 375 } : look));
test.each(narrower)(
  "axe finds nothing, and nothing is wider than the window ($name)",
  async ({ width, colorScheme }) => {
    const { page, complaints } = await open(full(), { viewport: { width, height: 900 }, colorScheme });
    expect(await axeViolations(page)).toEqual([]);
    expect(await overflowPx(page)).toBeLessThanOrEqual(0);
    expect(complaints).toEqual([]);
  },
);

test("whatever is named how, the page has our own elements only, runs nothing and asks for nothing", async () => {
  const { page, strayed, complaints } = await open(reportOf());
  const did: string[] = [];
  page.on("dialog", (dialog) => {
    did.push(dialog.message());
    void dialog.dismiss();
  });
  const address = page.url();
  page.on("request", (request) => {
    if (request.url() !== address) did.push(request.url());
  });
  const ours =
    "html head meta title style body main h1 h2 h3 h4 p span b small strong form label input select option output details summary article dl dt dd div code ins del time button ul li figure figcaption svg rect script".split(
      " ",
    );
  const reports = fc.array(hostileReport, { minLength: 20, maxLength: 20 });
  await fc.assert(
    fc.asyncProperty(reports, async (batch) => {
      for (const report of batch) {
        shown = html(report);
        expect(shown).not.toMatch(terminalControls);
        await page.goto(address);
        const seen = (await page.evaluate(`({
          names: [...new Set([...document.querySelectorAll("*")].map((each) => each.localName))],
          handlers: [...document.querySelectorAll("*")].filter((each) => each.getAttributeNames().some((name) => /^(on|href|src|style)/.test(name))).length,
          scripts: document.scripts.length,
          articles: document.querySelectorAll("article").length,
        })`)) as { names: string[]; handlers: number; scripts: number; articles: number };
        expect(seen.names.filter((name) => !ours.includes(name))).toEqual([]);
        expect(seen).toMatchObject({ handlers: 0, scripts: 1, articles: report.findings.length });
      }
    }),
    { numRuns: 3 },
  );
  expect(did).toEqual([]);
  expect(strayed).toEqual([]);
  expect(complaints).toEqual([]);
});
