import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root, sourcesUnder } from "../structure/repository";
import { pageAt } from "./pages";

/** What the product says, with every value that is put into a text as one sign. */
const sources = ["cli", "drift", "policy", "provider", "sandbox", "sdk"]
  .flatMap((folder) => sourcesUnder(folder))
  .map((file) => readFileSync(join(root, file), "utf8").replace(/\$\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}/g, "…"))
  .join("\n")
  .replaceAll("\\`", "`");

/** Messages of the engine, which are no text of ours. */
const ofTheEngine = [
  "policy pack not found",
  "could not read plugin [node_modules/pulumi-payments]: not supported",
  'invalid enforcement level ""',
  "ExperimentalWarning: SQLite",
  "no resource plugin 'pulumi-resource-payments' found",
];

/** The parts of a quoted message that are the same every time. */
const partsOf = (quoted: string): string[] =>
  quoted
    .split(
      /…|<[^>]+>|\bpulumi-payments(?=[ :])|\bpayments:\w+|\bapple_pay_domains\b|\bApiKey\b|\d+\.\d+\.\d+|: |@pulumi\/pulumi,/,
    )
    .map((part) => part.trim())
    .filter((part) => part.length >= 8);

const quotes = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].flatMap(([line]) => [...line.matchAll(/`([^`]+)`/g)].map(([, quoted = ""]) => quoted));

test.each([
  ["docs/how-to/troubleshoot.md", /^### .*`.*$/gm],
  ["docs/how-to/rotate-keys.md", /^\| `[^|]*\|/gm],
  ["docs/reference/preview-lines.md", /^\|[^|]*\|[^|]*\|[^|]*`[^|]*\|/gm],
])("every message that %s quotes is one that the product prints", (path, pattern) => {
  const quoted = quotes(pageAt(path).text, pattern).filter(
    (one) => !ofTheEngine.includes(one) && !/^[A-Z_]+=?/.test(one),
  );
  expect(quoted.length).toBeGreaterThan(4);
  expect(quoted.flatMap(partsOf).filter((part) => !sources.includes(part))).toEqual([]);
});
