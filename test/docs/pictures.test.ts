import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { root } from "../structure/repository";
import { pages } from "./pages";

const pictures = readdirSync(join(root, "docs/pictures"));

test("every picture is there for light and dark pages, is small, and shows no secret and nothing of the machine that made it", () => {
  expect(pictures.length).toBeGreaterThan(10);
  for (const name of pictures) {
    const [, theme] = /-(light|dark)\.(?:svg|png)$/.exec(name) ?? [];
    expect(pictures).toContain(
      theme === "light" ? name.replace("-light.", "-dark.") : name.replace("-dark.", "-light."),
    );
    expect(statSync(join(root, "docs/pictures", name)).size).toBeLessThanOrEqual(200_000);
    if (name.endsWith(".svg"))
      expect(readFileSync(join(root, "docs/pictures", name), "utf8")).not.toMatch(
        /(?:sk|rk|pk|whsec)_\w{16}|npm warn|\/tmp\//,
      );
  }
});

test("every picture is shown by a page, for both schemes, with alternative text", () => {
  const shown = pages.flatMap(({ text }) => [
    ...text.matchAll(
      /<picture><source media="\(prefers-color-scheme: dark\)" srcset="[^"]*pictures\/([a-z-]+)-dark\.(svg|png)"><img src="[^"]*pictures\/([a-z-]+)-light\.(svg|png)" alt="([^"]{20,})"[^>]*><\/picture>/g,
    ),
  ]);
  expect(shown.filter(([, dark, darkType, light, lightType]) => dark !== light || darkType !== lightType)).toEqual([]);
  const missing = pictures.filter(
    (name) => !shown.some(([, dark, type]) => name === `${dark}-dark.${type}` || name === `${dark}-light.${type}`),
  );
  expect(missing).toEqual([]);
});
