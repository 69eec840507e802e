const { mkdirSync, readFileSync, writeFileSync } = require("node:fs");
const { join } = require("node:path");
const { pathToFileURL } = require("node:url");
const { root, workFolder } = require("../set-up/places.js");
const { buildSite } = require("../site/build.js");
const { serveSite } = require("../site/serve.js");
const { takeShots } = require("./browser.js");

/** @typedef {import("./browser.js").Shot} Shot */

/** A desktop in light colors, and a phone in dark ones. */
const screens = /** @type {const} */ ([
  { on: "desktop", scheme: "light", width: 1280, height: 800 },
  { on: "phone", scheme: "dark", width: 390, height: 844 },
]);
/** As a reader's eyes need it: the width and the letters of a page of a repository. */
const style = `body { max-width: 900px; margin: 24px auto; padding: 0 16px; font: 16px/1.5 system-ui; background: #fff; color: #1f2328 }
pre { padding: 12px; overflow: auto; background: #f6f8fa } img { max-width: 100% } h1, h2 { border-bottom: 1px solid #d1d9e0 }
td, th { border: 1px solid #d1d9e0; padding: 6px 12px } table { border-collapse: collapse } button, span.lang { display: none }`;

/**
 * Builds the site and takes pictures of what a newcomer sees first: the README, the front page, a tutorial, a reference page and a search.
 * @param {string} folder for the pictures
 */
async function picturesOfSite(folder) {
  mkdirSync(folder, { recursive: true });
  const site = await serveSite(await buildSite());
  /** @type {Record<string, Pick<Shot, "url" | "ready" | "prepare">>} */
  const pages = {
    readme: { url: await readmePage(), ready: "Your first key" },
    "front-page": { url: site.url, ready: "pulumi-payments" },
    tutorial: { url: `${site.url}/tutorials/first-key.html`, ready: "You create an API key with Pulumi" },
    reference: { url: `${site.url}/reference/resources/api-key.html`, ready: "A key of an account" },
    search: { url: site.url, ready: "pulumi-payments", prepare: searched },
  };
  const shots = Object.entries(pages).flatMap(([name, page]) =>
    screens.map(({ on, scheme, ...size }) => ({
      ...page,
      ...size,
      schemes: [scheme],
      file: () => join(folder, `${name}-${on}.png`),
    })),
  );
  try {
    await takeShots(shots);
  } finally {
    await site.close();
  }
}

/** @param {import("playwright-core").Page} page */
async function searched(page) {
  await page.getByRole("button", { name: "Search" }).first().click();
  await page.locator("#localsearch-input").fill("rotation");
  await page.locator(".VPLocalSearchBox .result").first().waitFor();
}

/** The README as a page of its own, by the site's Markdown. */
async function readmePage() {
  const entry = join(root, "site", "node_modules", "vitepress", "dist", "node", "index.js");
  const { createMarkdownRenderer } = await import(pathToFileURL(entry).href);
  const { render } = await createMarkdownRenderer(root);
  const html = render(readFileSync(join(root, "README.md"), "utf8"));
  const file = join(workFolder, "readme.html");
  writeFileSync(file, `<!doctype html><base href="${pathToFileURL(root).href}/"><style>${style}</style>${html}`);
  return pathToFileURL(file).href;
}

module.exports = { picturesOfSite };
