import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root, trackedFiles } from "../structure/repository";

export interface Page {
  /** Relative to the root. */
  path: string;
  text: string;
}

/** Every page of the repository. */
export const pages: readonly Page[] = trackedFiles()
  .filter((path) => path.endsWith(".md"))
  .map((path) => ({ path, text: readFileSync(join(root, path), "utf8") }));

export function pageAt(path: string): Page {
  const page = pages.find((one) => one.path === path);
  if (page === undefined) throw new Error(`there is no page ${path}`);
  return page;
}

/** The fenced blocks of a page in one language, with the line where each begins. */
export function blocksIn({ text }: Page, language: string): { line: number; code: string }[] {
  return [...text.matchAll(new RegExp(`^\`\`\`${language}\n([\\s\\S]*?)^\`\`\``, "gm"))].map(
    ({ 1: code = "", index }) => ({
      line: text.slice(0, index).split("\n").length + 1,
      code,
    }),
  );
}

/** Targets of the links of a page, without those that leave the repository. */
export function linksIn({ text }: Page): string[] {
  const prose = text.replace(/^```[\s\S]*?^```/gm, "").replace(/^ {4}.*$/gm, "");
  const targets = [...prose.matchAll(/\[[^\]]*\]\(([^)\s]+)\)/g)].map(([, target = ""]) => target);
  return targets.filter((target) => !/^[a-z]+:/.test(target));
}

/** What a heading's anchor is, as the usual renderers make it. */
export function anchorsIn({ text }: Page): string[] {
  const headings = text.replace(/^```[\s\S]*?^```/gm, "").matchAll(/^#+ (.*)$/gm);
  return [...headings].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\- _]/gu, "")
      .replaceAll(" ", "-"),
  );
}
