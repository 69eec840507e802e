import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { setTimeout as wait } from "node:timers/promises";
import { duration, remaining, startProgress } from "../../../tools/set-up/progress.js";

const folder = mkdtempSync(join(tmpdir(), "progress-"));
afterAll(() => rmSync(folder, { recursive: true }));

test.each([
  [400, "0 s"],
  [59_000, "59 s"],
  [61_000, "1 min 1 s"],
  [262_000, "4 min 22 s"],
])("%d ms are told as %s", (ms, words) => {
  expect(duration(ms)).toBe(words);
});

test.each([
  ["the estimate counts while nothing is known of the work", 10_000, undefined, "about 50 s left"],
  ["the estimate counts while less than a tenth is done", 10_000, 0.05, "about 50 s left"],
  ["what is done counts after that", 10_000, 0.5, "about 10 s left"],
  ["past the estimate it says so", 70_000, undefined, "longer than the usual 1 min 0 s"],
])("%s", (_, elapsedMs, fraction, words) => {
  expect(remaining(elapsedMs, 60_000, fraction)).toBe(words);
});

test("off a terminal each piece of news is a line, and the next estimate is what it took", async () => {
  const stream = new PassThrough();
  const memory = join(folder, "durations.json");
  const output = { stream: stream as unknown as NodeJS.WriteStream, memory };
  const progress = startProgress("Fetching", { estimateMs: 60_000, everyMs: 20, ...output });
  progress.update({ note: "3 of 4" });
  let told = "";
  while (!told.includes("3 of 4")) {
    await wait(5);
    told += stream.read() ?? "";
  }
  progress.done();
  const lines = `${told}${stream.read()}`.trimEnd().split("\n");
  expect(lines[0]).toBe("Fetching, about 1 min 0 s");
  expect(lines[1]).toMatch(/^Fetching: \d+ s, 3 of 4, about (1 min 0|\d+) s left$/);
  expect(lines.at(-1)).toMatch(/^Fetching: done in \d+ s$/);
  expect(JSON.parse(readFileSync(memory, "utf8"))).toEqual({ Fetching: expect.any(Number) });
  startProgress("Fetching", { estimateMs: 60_000, ...output }).fail();
  expect(String(stream.read())).toBe("Fetching\nFetching: failed after 0 s\n");
});
