import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { buildSite, leftOut } from "../../../tools/site/build.js";
import { redirects } from "../../../tools/site/redirects.js";
import { serveSite } from "../../../tools/site/serve.js";
import { olderVersions } from "../../../tools/site/versions.js";
import { pages } from "../../docs/pages";
import { axeViolations, looks, openTab, overflowPx, startChromium, type Tab } from "../../sandbox/pages/chromium";

let folder: string;
let site: Awaited<ReturnType<typeof serveSite>>;
let browser: Browser;
let tab: Tab | undefined;
beforeAll(async () => {
  const temporary = mkdtempSync(join(tmpdir(), "site-"));
  folder = join(temporary, "dist");
  const env = { ...process.env, SITE_URL: "https://docs.example.com" };
  await buildSite({ out: folder, env, tagsOf: cloneWithTags(join(temporary, "clone")) });
  site = await serveSite(folder);
  browser = await startChromium();
}, 600_000);
afterAll(async () => {
  await browser?.close();
  await site?.close();
  rmSync(join(folder, ".."), { recursive: true, force: true });
});
afterEach(async () => {
  await tab?.context.close();
  tab = undefined;
});

/** A clone in which two minor versions were released, one of them twice, and whose last release has the pages of its checkout. */
function cloneWithTags(clone: string): string {
  mkdirSync(join(clone, "docs", "tutorials"), { recursive: true });
  const git = (...args: string[]) =>
    execFileSync("git", ["-C", clone, "-c", "user.name=Ada", "-c", "user.email=ada@example.com", ...args]);
  git("init", "--quiet");
  for (const [tag, words] of [
    ["v0.0.9", "The first words."],
    ["v0.0.10", "Mended words."],
    ["v0.2.0", "Other words."],
    ["v0.3.0", "The words of today."],
  ] as const) {
    writeFileSync(
      join(clone, "docs", "README.md"),
      "# Documentation\n\n## Tutorials\n\n- [First](tutorials/first-key.md)\n",
    );
    writeFileSync(join(clone, "docs", "tutorials", "first-key.md"), `# First\n\n${words}\n`);
    git("add", ".");
    git("commit", "--quiet", "--message", tag);
    git("tag", tag);
  }
  git("tag", "nightly");
  return clone;
}

/** Paths of every page of the site, without those of older versions. */
const sitePages = (): string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(
    (file) => file.endsWith(".html") && !/^v\d|^404\.html$/.test(file) && !(file.replace(/\.html$/, "") in redirects),
  );

async function open(path: string, look: Parameters<typeof openTab>[1] = {}): Promise<Page> {
  tab ??= await openTab(browser, look);
  await tab.page.goto(`${site.url}/${path}`, { waitUntil: "networkidle" });
  return tab.page;
}

/** Names in a table that stand on two lines. */
const brokenWords = (page: Page): Promise<string[]> =>
  page.evaluate(
    `[...document.querySelectorAll(".wide-tables td:nth-child(-n + 2) > code")].filter((code) => /^[\\w:]{1,30}$/.test(code.textContent) && code.getClientRects().length > 1).map((code) => code.textContent)`,
  );

const kinds = [
  "index.html",
  "tutorials/first-key.html",
  "how-to/rotate-keys.html",
  "reference/settings.html",
  "reference/resources/api-key.html",
  "explanation/promises.html",
];

test("every page of the documentation is on the site", () => {
  const expected = pages
    .filter(({ path, text }) => path.startsWith("docs/") && !text.startsWith("This page has moved to"))
    // Those are for Pulumi's own site.
    .filter(({ path }) => !path.startsWith("docs/registry/"))
    .map(
      ({ path }) =>
        `${path
          .slice("docs/".length)
          .replace(/\.md$/, "")
          .replace(/README$/, "index")}.html`,
    );
  expect(sitePages().sort()).toEqual(expected.sort());
});

test("every link of every page leads to a page, and every anchor to a heading", async () => {
  const broken: string[] = [];
  const anchors = new Map<string, Set<string>>();
  const anchorsOf = async (path: string): Promise<Set<string>> => {
    const known = anchors.get(path);
    if (known) return known;
    const file = [path, `${path}.html`, join(path, "index.html")]
      .map((each) => join(folder, each))
      .find((each) => existsSync(each) && /\.(html|json)$/.test(each));
    const found = new Set(
      file === undefined ? [] : [...readFileSync(file, "utf8").matchAll(/ id="([^"]+)"/g)].map(([, id]) => id!),
    );
    if (file === undefined) found.add("missing");
    anchors.set(path, found);
    return found;
  };
  for (const path of sitePages()) {
    const html = readFileSync(join(folder, path), "utf8");
    const links = [...html.matchAll(/<a\b[^>]*? href="([^"]+)"/g)].map(
      ([, href = ""]) => new URL(href.replaceAll("&amp;", "&"), `${site.url}/${path}`).href,
    );
    for (const link of new Set(links)) {
      const { origin, pathname, hash } = new URL(link);
      if (origin !== site.url) continue;
      const ids = await anchorsOf(pathname.slice(1) || "index.html");
      const anchor = decodeURIComponent(hash.slice(1));
      if (ids.has("missing") || (anchor !== "" && !ids.has(anchor))) broken.push(`${path}: ${pathname}${hash}`);
    }
  }
  expect(broken).toEqual([]);
}, 300_000);

test.each(looks)(
  "pages of each kind have no findings of axe, no errors and no overflow: $name",
  async (look) => {
    for (const path of kinds) {
      const page = await open(path, {
        viewport: { width: look.width, height: 900 },
        colorScheme: look.colorScheme,
        reducedMotion: "reduce",
      });
      expect({ path, violations: await axeViolations(page) }).toEqual({ path, violations: [] });
      expect({ path, overflow: await overflowPx(page) }).toEqual({ path, overflow: 0 });
      if (look.width > 768) expect({ path, broken: await brokenWords(page) }).toEqual({ path, broken: [] });
    }
    expect(tab!.complaints).toEqual([]);
    expect(tab!.strayed).toEqual([]);
  },
  300_000,
);

test("search finds a page for each of ten words", async () => {
  const page = await open("index.html");
  await page
    .getByRole("button", { name: /^Search/ })
    .first()
    .click();
  const box = page.locator("#localsearch-input");
  for (const [word, title] of [
    ["rotation", "rotate"],
    ["orphan", "orphans"],
    ["driftCheck", "settings"],
    ["leaked", "leaked"],
    ["exemption", "policies"],
    ["snapshot", "sandbox"],
    ["fromStack", "look up"],
    ["SARIF", "drift"],
    ["adoptId", "adopt"],
    ["NODE_TLS_REJECT_UNAUTHORIZED", "troubleshoot"],
  ]) {
    await box.fill(word!);
    const hit = page
      .locator(".result")
      .filter({ hasText: new RegExp(title!, "i") })
      .first();
    await hit.waitFor({ timeout: 20_000 });
  }
}, 300_000);

test("every image has alternative text and arrives", async () => {
  const page = await open("index.html");
  for (const path of sitePages().filter((each) => readFileSync(join(folder, each), "utf8").includes("<img"))) {
    await page.goto(`${site.url}/${path}`, { waitUntil: "networkidle" });
    const wrong = await page.evaluate(
      `[...document.querySelectorAll("img")].filter((image) => image.offsetParent !== null && (image.alt.length < 20 || image.naturalWidth === 0)).map((image) => image.src)`,
    );
    expect({ path, wrong }).toEqual({ path, wrong: [] });
  }
}, 300_000);

test("a menu leads to the newest patch of each released version and back, and marks the one that is shown", async () => {
  expect(readdirSync(folder).filter((name) => /^v\d/.test(name))).toEqual(["v0.0", "v0.2"]);
  const page = await open("tutorials/first-key.html");
  const menu = async (): Promise<string[]> => {
    await page.locator(".VPNavBarMenu .VPFlyout button").hover();
    await page.locator(".VPNavBarMenu .VPFlyout .menu").waitFor();
    return page.locator(".VPNavBarMenu .VPFlyout .menu a").allTextContents();
  };
  const { version } = JSON.parse(readFileSync(join(__dirname, "../../../package.json"), "utf8")) as { version: string };
  expect(await menu()).toEqual([`v${version} (this version)`, "v0.2.0", "v0.0.10"]);
  const follow = async (name: string, url: string): Promise<void> => {
    await page.getByRole("link", { name, exact: true }).first().click();
    await page.waitForURL(`${site.url}${url}`);
    await page.waitForLoadState("networkidle");
  };
  await follow("v0.0.10", "/v0.0/");
  expect(await menu()).toEqual([`v${version}`, "v0.2.0", "v0.0.10 (this version)"]);
  await page.goto(`${site.url}/v0.0/tutorials/first-key.html`, { waitUntil: "networkidle" });
  expect(await page.locator(".vp-doc").innerText()).toContain("Mended words.");
  expect(await page.locator('meta[name="robots"]').getAttribute("content")).toBe("noindex");
  expect(await axeViolations(page)).toEqual([]);
  await menu();
  await follow("v0.2.0", "/v0.2/");
  await menu();
  await follow(`v${version}`, "/");
  expect(await page.locator('meta[name="robots"]').count()).toBe(0);
}, 300_000);

test("a folder that is no clone, and a clone without tags, have no older version", () => {
  const bare = mkdtempSync(join(tmpdir(), "site-bare-"));
  expect(olderVersions(bare)).toEqual([]);
  execFileSync("git", ["init", "--quiet", bare]);
  expect(olderVersions(bare)).toEqual([]);
  rmSync(bare, { recursive: true });
});

test("a diagram is a drawing with alternative text, in the colors of the look, and no code", async () => {
  const page = await open("explanation/drift.html", { viewport: { width: 375, height: 800 }, colorScheme: "light" });
  for (const path of ["explanation/drift.html", "reference/rotation-phases.html"]) {
    expect(readFileSync(join(folder, path), "utf8")).not.toContain("language-mermaid");
    for (const [scheme, background] of [
      ["light", "--bg:#ffffff"],
      ["dark", "--bg:#1b1b1f"],
    ] as const) {
      await page.emulateMedia({ colorScheme: scheme });
      await page.goto(`${site.url}/${path}`, { waitUntil: "networkidle" });
      const drawing = page.locator(".diagram img").and(page.locator(":visible"));
      expect(await drawing.count()).toBe(1);
      expect((await drawing.getAttribute("alt"))?.length).toBeGreaterThan(60);
      const [, data = ""] = ((await drawing.getAttribute("src")) ?? "").split("data:image/svg+xml;base64,");
      const svg = Buffer.from(data, "base64").toString("utf8");
      expect(svg).toContain(background);
      expect(svg).not.toMatch(/@import|https?:\/\/(?!www\.w3\.org)|accTitle/);
      expect(
        await drawing.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth),
      ).toBeGreaterThan(300);
      expect(await axeViolations(page)).toEqual([]);
      expect(await overflowPx(page)).toBe(0);
    }
  }
}, 120_000);

test("an old path leads to the new page, with its heading; what never was is a 404 page", async () => {
  const page = await open("policy.html#no-wildcard-scope");
  await page.waitForURL(/reference\/policy-rules\.html#no-wildcard-scope$/);
  for (const [from, to] of Object.entries(redirects)) {
    expect(existsSync(join(folder, `${from}.html`))).toBe(true);
    expect(sitePages()).toContain(`${to}.html`);
  }
  const missing = await fetch(`${site.url}/never-was`);
  expect(missing.status).toBe(404);
  expect(await missing.text()).toContain("404");
}, 120_000);

test("the sitemap has every page at the given address, and what nobody set is left out with a line that says so", () => {
  const sitemap = readFileSync(join(folder, "sitemap.xml"), "utf8");
  expect(sitemap).toContain("<loc>https://docs.example.com/how-to/rotate-keys.html</loc>");
  expect(leftOut({}).join("\n")).toContain("SITE_URL is not set");
  const html = readFileSync(join(folder, "how-to/rotate-keys.html"), "utf8");
  expect(html.includes("Edit this page")).toBe(!leftOut({}).join("\n").includes("edit links"));
});
