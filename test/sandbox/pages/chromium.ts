import { createRequire } from "node:module";
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Locator,
  type Page,
} from "playwright-core";
import { findBrowser } from "../../../tools/set-up/browser.js";

// A browser on a busy machine takes its time; nothing here is judged by it.
jest.setTimeout(300_000);

/** The checks of axe, as a script. */
const axeSource: string = (createRequire(__filename)("axe-core") as { source: string }).source;

/** Widths of a desk and of a phone, each in both colour schemes. */
export const looks = [
  { name: "desk, light", width: 1280, colorScheme: "light" },
  { name: "desk, dark", width: 1280, colorScheme: "dark" },
  { name: "phone, light", width: 390, colorScheme: "light" },
  { name: "phone, dark", width: 390, colorScheme: "dark" },
] as const;

export type Look = (typeof looks)[number];

/** A page under test, and what it did that no page of ours may do. */
export interface Tab {
  page: Page;
  context: BrowserContext;
  /** Requests to anybody but this machine; they were stopped. */
  strayed: string[];
  /** Errors of scripts and whatever was written to the console as an error, such as a breach of the security policy. */
  complaints: string[];
}

/** A Chromium of our own, with an empty profile that is thrown away. It reaches 127.0.0.1 and nothing else. */
export async function startChromium(): Promise<Browser> {
  return chromium.launch({
    executablePath: await findBrowser(),
    headless: true,
    chromiumSandbox: process.getuid?.() !== 0,
    args: [
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
    ],
  });
}

/** A tab in a profile of its own. */
export async function openTab(browser: Browser, options: BrowserContextOptions = {}): Promise<Tab> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  context.setDefaultTimeout(60_000);
  const tab: Tab = { context, page: await context.newPage(), strayed: [], complaints: [] };
  await context.route(
    (url) => url.hostname !== "127.0.0.1",
    async (route) => {
      tab.strayed.push(route.request().url());
      await route.abort();
    },
  );
  context.on("console", (message) => {
    if (message.type() === "error") tab.complaints.push(message.text());
  });
  context.on("weberror", (error) => tab.complaints.push(String(error.error())));
  return tab;
}

/** What axe finds wrong with a page as it is now: rule, where, and what it says. */
export async function axeViolations(page: Page): Promise<string[]> {
  await page.evaluate(axeSource);
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as {
      axe: { run(): Promise<{ violations: { id: string; nodes: { target: unknown[]; failureSummary: string }[] }[] }> };
    };
    const { violations } = await axe.run();
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${target.join(" ")}: ${failureSummary}`),
    );
  });
}

/** Waits until the keyboard is at an element. */
export function toHaveFocus(element: Locator): Promise<void> {
  return element.and(element.page().locator(":focus")).waitFor();
}

/** Pixels by which a page is wider than its window. */
export function overflowPx(page: Page): Promise<number> {
  return page.evaluate("document.documentElement.scrollWidth - innerWidth");
}

/** Lets the merchant's page send a message into its frame. */
export async function postToFrame(page: Page, message: Record<string, unknown>, origin: string): Promise<void> {
  const args = `${JSON.stringify(message)}, ${JSON.stringify(origin)}`;
  await page.evaluate(`document.querySelector("iframe").contentWindow.postMessage(${args})`);
}
