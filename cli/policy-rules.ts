import { resolve } from "node:path";
import { type Rule, rules } from "../policy";
import { problemsOfRules } from "../policy/rule-shape";

/**
 * The rules of this package, and those that a module exports, one by one or in lists.
 *
 * @throws Error where the module can't be loaded, exports no rule, or one of them has a wrong form
 */
export function rulesIn(file: string | undefined): readonly Rule[] {
  if (file === undefined) return rules;
  const exported = load(resolve(file));
  const own = Object.values(exported).flat().filter(isRule);
  if (own.length === 0)
    throw new Error(`${file} exports no rule. Make one with resourceRule(…) or stackRule(…), and export it.`);
  const all = [...new Set([...rules, ...own])];
  const problems = problemsOfRules(all);
  if (problems.length > 0) throw new Error(`The rules of ${file} can't be used: ${problems.join("; ")}. Fix them.`);
  return all;
}

function load(path: string): Record<string, unknown> {
  try {
    return require(path) as Record<string, unknown>;
  } catch (error) {
    // What Node adds below the first line is which of our own files asked for it.
    const [why] = (error instanceof Error ? error.message : String(error)).split("\nRequire stack:");
    throw new Error(`${path} could not be loaded: ${why}. Check the path, and what the file imports.`, {
      cause: error,
    });
  }
}

function isRule(value: unknown): value is Rule {
  return typeof value === "object" && value !== null && "check" in value && "kind" in value;
}
