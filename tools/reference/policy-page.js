const { resourceClassNames } = require("../../provider/text/class-names.js");
const { levelIn } = require("../../policy/levels.js");
const { configSchemaOf } = require("../../policy/rule.js");
const { aboutPolicy, leftOut } = require("./policy-prose.js");

/** @typedef {import("../../policy/rule.js").Rule} Rule */
/** @typedef {import("../../policy/rule.js").ExampleProgram} ExampleProgram */

/**
 * The page of the policy rules: how to use them, a table, and a section for each, whose heading is what messages link to.
 * @param {readonly Rule[]} rules
 */
function policyPage(rules) {
  return [
    "# Policy rules",
    "",
    ...aboutPolicy,
    "",
    "## All rules",
    "",
    "`recommended` is the default. A rule that remediates fixes violations at the level `remediate`.",
    "",
    "| Rule | recommended | strict | Notes | Requirement |",
    "|---|---|---|---|---|",
    ...rules.map((rule) => {
      const remediates = rule.kind === "resource" && rule.remediate !== undefined ? "remediates" : "";
      const notes = [rule.kind === "stack" ? "whole stack" : "", remediates].filter(Boolean).join(", ");
      return `| [${rule.name}](#${rule.name}) | ${levelIn("recommended", rule)} | ${levelIn("strict", rule)} | ${notes} | ${cell(rule.title)} |`;
    }),
    "",
    ...rules.flatMap(sectionOf),
    "## What is not a rule",
    "",
    "| Considered | Why it is not here |",
    "|---|---|",
    ...leftOut.map(({ idea, why }) => `| ${cell(idea)} | ${cell(why)} |`),
    "",
  ].join("\n");
}

/** @param {Rule} rule */
function sectionOf(rule) {
  const { name, title, why, fix, notes, example } = rule;
  const properties = Object.entries(configSchemaOf(rule).shape);
  return [
    `## ${name}`,
    "",
    `${title} ${why} ${fix}`,
    "",
    ...(properties.length === 0
      ? []
      : ["| Property | Default | Meaning |", "|---|---|---|", ...properties.map(propertyRow), ""]),
    ...(notes === undefined ? [] : [notes, ""]),
    ...(example === undefined ? [] : exampleOf(name, example)),
  ];
}

/** @param {[string, any]} property */
function propertyRow([name, schema]) {
  const fallback = schema.safeParse(undefined).data;
  return `| \`${name}\` | ${fallback === undefined ? "" : `\`${JSON.stringify(fallback)}\``} | ${cell(schema.meta()?.description ?? "")} |`;
}

/** @param {string} name @param {NonNullable<Rule["example"]>} example */
function exampleOf(name, { failing, passing, config }) {
  return [
    ...(config === undefined ? [] : ["With", "", "```json", JSON.stringify({ [name]: config }), "```", ""]),
    ...block("Fails", failing),
    ...block("Passes", passing),
  ];
}

/** @param {string} verdict @param {string | ExampleProgram} given */
function block(verdict, given) {
  const {
    program,
    stackName,
    stackConfig = {},
    now,
    outputs = {},
  } = typeof given === "string" ? { program: given } : given;
  const around = [
    ...(stackName === undefined ? [] : [`in the stack \`${stackName}\``]),
    ...Object.entries(stackConfig).map(([key, value]) => `\`${key}\` at \`${value}\``),
    ...(now === undefined ? [] : [`on ${now.slice(0, 10)}`]),
    ...Object.entries(outputs).map(([key, value]) => `${key} showing \`${JSON.stringify(value)}\``),
  ];
  const classes = [...resourceClassNames].sort().filter((one) => program.includes(`new ${one}(`));
  const imports = [
    ...(program.includes("pulumi.") ? ['import * as pulumi from "@pulumi/pulumi";'] : []),
    ...(classes.length === 0 ? [] : [`import { ${classes.join(", ")} } from "pulumi-payments";`]),
  ];
  const lead = around.length === 0 ? `${verdict}:` : `${verdict}, with ${around.join(", ")}:`;
  return [lead, "", "```ts", ...imports, ...(imports.length === 0 ? [] : [""]), program, "```", ""];
}

/** @param {string} text */
function cell(text) {
  return text.replaceAll("|", "\\|").replaceAll("\n", " ");
}

module.exports = { policyPage };
