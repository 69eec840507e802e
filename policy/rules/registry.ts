import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { Rule } from "../rule.js";

/** Every rule of this package, by name: each folder here exports one, under its own name in camel case. */
export const rules: readonly Rule[] = readdirSync(__dirname, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && readdirSync(join(__dirname, entry.name)).length > 0)
  .map(({ name }) => ruleIn(name))
  .sort((a, b) => (a.name < b.name ? -1 : 1));

function ruleIn(folder: string): Rule {
  const exported = require(`./${folder}/index.js`) as Record<string, Rule | undefined>;
  const name = folder.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
  const rule = exported[name];
  if (rule?.name !== folder) throw new Error(`policy/rules/${folder} exports no rule ${name} with the name ${folder}`);
  return rule;
}
