import type { Rule } from "../policy";
import { nearest } from "../provider/text/near";
import { ownCommand } from "../provider/text/own-command";
import { jsonText } from "../provider/text/printable";
import { describeFlags, type Flag, readWordsAndFlags } from "./flags";
import { checkConfig } from "./policy-check-config";
import { explain, listed } from "./policy-explain";
import { rulesIn } from "./policy-rules";
import { print, printError } from "./terminal";

const flags: Flag[] = [
  { name: "rules", value: "FILE", description: "a module that exports rules of your own; they come beside ours" },
  { name: "json", description: "list: print JSON" },
  { name: "help", description: "this text" },
];

const actions: Record<string, { subject?: string; summary: string }> = {
  list: { summary: "every rule, with its level in each preset" },
  explain: {
    subject: `one rule; ${ownCommand} policy list shows their names`,
    summary: "what a rule asks for, why, and a program before and after",
  },
  "check-config": {
    subject: "one file",
    summary: "whether a file for --policy-pack-config can be followed to the letter",
  },
  test: { summary: "run each rule's own examples: the failing one has to fail, the passing one to pass" },
};

/** Answers the exit code. */
export async function runPolicy(argv: string[]): Promise<number> {
  const { words, values, problems } = readWordsAndFlags(argv, flags);
  if (values.has("help") || argv.length === 0) {
    (argv.length === 0 ? printError : print)(help());
    return argv.length === 0 ? 1 : 0;
  }
  const [name = "", ...given] = words;
  const action = actions[name];
  if (action === undefined) {
    const near = nearest(name, Object.keys(actions));
    problems.unshift(`There is no "policy ${name}".${near === undefined ? "" : ` Did you mean "policy ${near}"?`}`);
  } else if (given.length !== (action.subject === undefined ? 0 : 1))
    problems.unshift(`"policy ${name}" takes ${action.subject ?? "no name"}.`);
  if (problems.length > 0) return refuse(problems);
  let rules: readonly Rule[];
  try {
    rules = rulesIn(values.get("rules")?.[0]);
  } catch (error) {
    return refuse([(error as Error).message]);
  }
  const [subject = ""] = given;
  if (name === "list") {
    print(values.has("json") ? `${jsonText(listed(rules), 2)}\n` : table(rules));
    return 0;
  }
  // The only one that runs programs: the others work without the Pulumi SDK.
  if (name === "test") {
    const { testRules } = require("./policy-test") as typeof import("./policy-test");
    return testRules(rules, (line) => print(`${line}\n`));
  }
  if (name === "check-config")
    return checkConfig(subject, rules, { out: { write: print }, err: { write: printError } });
  const rule = rules.find((one) => one.name === subject);
  if (rule !== undefined) {
    print(explain(rule));
    return 0;
  }
  const near = nearest(
    subject,
    rules.map((one) => one.name),
  );
  const way = near === undefined ? `${ownCommand} policy list shows their names.` : `Did you mean ${near}?`;
  const own = values.has("rules") ? "" : " A rule of your own is in the file that you give with --rules FILE.";
  return refuse([`There is no rule ${subject}. ${way}${own}`]);
}

function table(rules: readonly Rule[]): string {
  const rows = listed(rules).map(({ name, recommended, strict, audit, title }) => [
    name,
    recommended,
    strict,
    audit,
    title,
  ]);
  const head = ["rule", "recommended", "strict", "audit", "what must hold"];
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column]!.length)));
  const line = (row: string[]): string =>
    row
      .map((cell, column) => cell.padEnd(widths[column]!))
      .join("  ")
      .trimEnd();
  return `${[head, ...rows].map(line).join("\n")}\n`;
}

function refuse(problems: string[]): number {
  printError(`${problems.map((problem) => `${problem}\n`).join("")}${ownCommand} policy --help tells more.\n`);
  return 1;
}

function help(): string {
  const width = Math.max(...Object.keys(actions).map((name) => name.length));
  return `The policy pack, without an engine: what its rules are, and whether a configuration of it is in order.

Usage: ${ownCommand} policy <list | explain RULE | check-config FILE | test> [options]

${Object.entries(actions)
  .map(([name, { summary }]) => `  ${name.padEnd(width)}  ${summary}`)
  .join("\n")}

${describeFlags(flags)}

Exit codes:
  0  done; of check-config: it can be followed to the letter; of test: every rule fails and passes as it should
  1  the arguments are wrong, or check-config or test found a problem

The pack itself is run by Pulumi:
  pulumi preview --policy-pack "$PWD/node_modules/.bin/pulumi-payments-policy"
  pulumi preview --policy-pack "$PWD/node_modules/.bin/pulumi-payments-policy" --policy-pack-config policy.json
  pulumi policy analyze --policy-pack "$PWD/node_modules/.bin/pulumi-payments-policy"      what is deployed already
`;
}
