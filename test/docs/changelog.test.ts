import { manifest } from "../../tools/set-up/places.js";
import { pageAt } from "./pages";

const [, ...versions] = pageAt("CHANGELOG.md").text.split(/^## /m);
const sections = ["Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"];

test("every version has a date and comes after the ones below it; what is not released yet stands at the top", () => {
  const heads = versions.map((text) => text.split("\n", 1)[0] ?? "").filter((head) => head !== "[Unreleased]");
  for (const head of heads) expect(head).toMatch(/^\[\d+\.\d+\.\d+\] - \d{4}-\d\d-\d\d$/);
  const numbers = heads.map((head) => head.slice(1, head.indexOf("]")));
  expect(numbers[0]).toBe(manifest().version);
  expect(numbers).toEqual([...numbers].sort((a, b) => b.localeCompare(a, "en", { numeric: true })));
  expect(versions.findIndex((text) => text.startsWith("[Unreleased]"))).toBeLessThanOrEqual(0);
});

test("every line of a version stands in one of the usual sections, in their order", () => {
  for (const version of versions) {
    const [intro = "", ...parts] = version.split(/^### /m);
    expect(intro).not.toMatch(/^- /m);
    const names = parts.map((part) => part.split("\n", 1)[0] ?? "");
    expect(names).toEqual(sections.filter((each) => names.includes(each)));
    for (const part of parts) expect(part).toMatch(/^- /m);
  }
});
