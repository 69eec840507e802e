const { chromium } = require("playwright-core");
const { ensureBrowser } = require("../set-up/browser.js");

/** @typedef {{ url: string, file: (scheme: "light" | "dark") => string, ready: string, height?: number, width?: number,
 *   schemes?: readonly ("light" | "dark")[],
 *   prepare?: (page: import("playwright-core").Page) => Promise<unknown> }} Shot `ready`: text that the page shows once it is whole */

/** A browser with an empty profile, which reaches this machine and nothing else. */
async function startBrowser() {
  return chromium.launch({
    executablePath: await ensureBrowser(),
    headless: true,
    chromiumSandbox: process.getuid?.() !== 0,
    args: ["--disable-gpu", "--no-first-run", "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"],
  });
}

/**
 * Takes pictures of pages on this machine, in both color schemes.
 * @param {readonly Shot[]} shots
 */
async function takeShots(shots) {
  const browser = await startBrowser();
  try {
    for (const shot of shots)
      for (const scheme of shot.schemes ?? /** @type {const} */ (["light", "dark"])) await take(browser, shot, scheme);
  } finally {
    await browser.close();
  }
}

/** @param {import("playwright-core").Browser} browser @param {Shot} shot @param {"light" | "dark"} scheme */
async function take(browser, { url, file, ready, width = 1100, height = 720, prepare }, scheme) {
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme: scheme,
    reducedMotion: "reduce",
    deviceScaleFactor: 1,
  });
  const page = await context.newPage();
  await page.goto(url);
  await page.getByText(ready).first().waitFor();
  await prepare?.(page);
  await page.screenshot({ path: file(scheme) });
  await context.close();
}

module.exports = { startBrowser, takeShots };
