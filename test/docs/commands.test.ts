import { readFileSync } from "node:fs";
import { join } from "node:path";
import { probes } from "../../cli/doctor/registry";
import { standings } from "../../cli/keys/row";
import { endAll, run } from "../cli/process";
import { root, sourcesUnder } from "../structure/repository";
import { pageAt, pages } from "./pages";

afterEach(endAll);

test.each(["doctor", "orphans", "keys"])("the page of %s shows the exit codes that its help shows", async (command) => {
  const { stdout } = await run(command, "--help").ended;
  const codes = /Exit codes:\n((?: {2}\d {2}.*\n)+)/.exec(stdout)?.[1] ?? "";
  expect(codes.split("\n")).toHaveLength(5);
  expect(pageAt(`docs/reference/commands/${command}.md`).text).toContain(codes.replace(/^ {2}/gm, "    "));
});

test("the page of doctor shows every check with what it looks at, in the order of a report", () => {
  const { text } = pageAt("docs/reference/commands/doctor.md");
  const places = probes.map(({ name, title }) => text.indexOf(`| \`${name}\` | ${title} |`));
  expect(places).toEqual([...places].sort((a, b) => a - b));
  expect(places).not.toContain(-1);
});

test("the page of keys shows every standing with its meaning", () => {
  const { text } = pageAt("docs/reference/commands/keys.md");
  for (const [name, meaning] of Object.entries(standings)) {
    const [words = ""] = meaning.split(": see");
    expect(text.toLowerCase()).toContain(`| \`${name}\` | ${words}`.toLowerCase());
  }
});

/** Only npx finds the command of a project that installed the package; jobs say `npx --no-install`. */
const bare =
  /(?<!npx |--no-install |(?<!\\n)(?<=[\w./@"-]))pulumi-payments (?:drift|keys|orphans|policy|doctor|explain|init-ci|sandbox)\b/;

test("every command of ours in the pages can be copied: it begins with npx", () => {
  // Decisions and figures speak of the command by its name, as headings and the first line of a report do.
  const shown = pages.filter(({ path }) => !/^(?:CHANGELOG|docs\/decisions\/|docs\/reference\/benchmarks)/.test(path));
  const lines = shown.flatMap(({ path, text }) => text.split("\n").map((line) => `${path}: ${line}`));
  expect(lines.filter((line) => bare.test(line.replace(/<!--.*-->|: # `.*/, "")))).toEqual([]);
});

test("every message makes the command from one constant", () => {
  const sources = ["cli", "policy", "provider", "sandbox", "sdk"].flatMap((folder) => sourcesUnder(folder));
  const lines = sources.flatMap((file) =>
    readFileSync(join(root, file), "utf8")
      .split("\n")
      .map((line) => `${file}: ${line}`),
  );
  // The name of a report, and comments, are nothing to copy.
  const isName = /"pulumi-payments drift(?: report)?"|<!-- pulumi|: (?:\/\*\*|\*|\/\/)|`pulumi-payments drift` found/;
  expect(lines.filter((line) => bare.test(line) && !isName.test(line.replace(/: +/, ": ")))).toEqual([]);
});
