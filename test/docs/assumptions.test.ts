import { readFileSync } from "node:fs";
import { join } from "node:path";
import { assumptions } from "../../tools/fidelity/assumptions";
import { root, sourcesUnder } from "../structure/repository";
import { pageAt } from "./pages";

const page = pageAt("docs/explanation/assumptions.md").text;
const sections = new Map(
  page
    .split(/^### /m)
    .slice(1)
    .map((section) => [/^`([a-z-]+)`/.exec(section)?.[1] ?? section.slice(0, 30), section]),
);

/** Names that stand beside the word "assumption" or "assumed" in a source. */
function namedIn(folder: string): string[] {
  return sourcesUnder(folder).flatMap((file) => {
    const text = readFileSync(join(root, file), "utf8");
    return [...text.matchAll(/\bassum\w*[^`.;]{0,60}`([a-z]+(?:-[a-z]+)*)`/g)].map(([, name = ""]) => name);
  });
}

const inCode = new Set([...namedIn("provider"), ...namedIn("sandbox"), ...Object.keys(assumptions)]);

test("every assumption that the code names stands in the page", () => {
  expect(namedIn("provider").length).toBeGreaterThan(3);
  expect([...inCode].filter((name) => !sections.has(name))).toEqual([]);
});

test("every assumption in the page is named in the code", () => {
  expect([...sections.keys()].filter((name) => !inCode.has(name))).toEqual([]);
});

test.each([...sections])(
  "%s says what is left open, both readings, the override and how to probe",
  (_name, section) => {
    for (const part of ["Left open", "Sandbox", "Provider", "Override", "Probe"]) {
      expect(section).toMatch(new RegExp(`^- ${part}: \\S`, "m"));
    }
  },
);
