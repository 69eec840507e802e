import { probes } from "../../cli/doctor/registry";
import { standings } from "../../cli/keys/row";
import { endAll, run } from "../cli/process";
import { pageAt } from "./pages.js";

afterEach(endAll);

test.each(["doctor", "orphans", "keys"])("the page of %s shows the exit codes that its help shows", async (command) => {
  const { stdout } = await run(command, "--help").ended;
  const codes = /Exit codes:\n((?: {2}\d {2}.*\n)+)/.exec(stdout)?.[1] ?? "";
  expect(codes.split("\n")).toHaveLength(5);
  expect(pageAt(`docs/${command}.md`).text).toContain(codes.replace(/^ {2}/gm, "    "));
});

test("the page of doctor shows every check with what it looks at, in the order of a report", () => {
  const { text } = pageAt("docs/doctor.md");
  const places = probes.map(({ name, title }) => text.indexOf(`| \`${name}\` | ${title} |`));
  expect(places).toEqual([...places].sort((a, b) => a - b));
  expect(places).not.toContain(-1);
});

test("the page of keys shows every standing with its meaning", () => {
  const { text } = pageAt("docs/keys.md");
  for (const [name, meaning] of Object.entries(standings)) {
    const [words = ""] = meaning.split(": see");
    expect(text.toLowerCase()).toContain(`| \`${name}\` | ${words}`.toLowerCase());
  }
});
