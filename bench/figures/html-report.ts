import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { pathToFileURL } from "node:url";
import { html } from "../../drift/report/formats/html";
import { startBrowser } from "../../tools/pictures/browser.js";
import type { Figure } from "../figure";
import { bigReport, fleetSize } from "../fleet-report";
import { median } from "../pairs";

const USUAL_ROUNDS = 5;

/** The report of a whole fleet, as a person opens it. */
export const figures: readonly Figure[] = [
  {
    name: "html-report-opens",
    about: `Opening the HTML report of ${fleetSize.findings.toLocaleString("en")} findings in ${fleetSize.stacks.toLocaleString("en")} stacks in Chromium, until it is painted and counts them`,
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
