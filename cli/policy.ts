import type { Rule } from "../policy";
import { nearest } from "../provider/text/near";
import { ownCommand } from "../provider/text/own-command";
import { jsonText } from "../provider/text/printable";
import { CommandLine } from "./command-line";
import { checkConfig } from "./policy-check-config";
import { explain, listed } from "./policy-explain";
import { rulesIn } from "./policy-rules";
import { UsageProblem } from "./pulumi";
import { print, printError } from "./terminal";

interface Options {
  rules?: string;
  json?: boolean;
}

/** `policy list`, `explain`, `check-config` and `test`. */
export function policy(): CommandLine {
  return new CommandLine("policy")
    .description("The policy pack, without an engine: what its rules are, and whether a configuration of it is valid.")
    .usage("<list | explain RULE | check-config FILE | test> [options]")
    .allowUnknownOption(false)
    .showHelpAfterError(`Run '${ownCommand} policy --help' for more.`)
    .addCommand(
      action("list", "every rule, with its level in each preset", "list --json")
        .option("--json", "print JSON")
        .does<Options>({ run: list }),
    )
    .addCommand(
      action("explain", "what a rule asks for, why, and a program before and after", "explain no-wildcard-scope")
        .argument("[RULE]", "the name of a rule")
        .does<Options>({
          problems: takes(`"policy explain" takes one rule. Run '${ownCommand} policy list' to see their names.`),
          run: explainRule,
        }),
    )
    .addCommand(
      action(
        "check-config",
        "whether a file for --policy-pack-config can be followed to the letter",
        "check-config policy.json --rules rules/ours.js",
      )
        .argument("[FILE]", "a configuration in JSON")
        .does<Options>({
          problems: takes('"policy check-config" takes one file.'),
          run: (options, [file = ""]) =>
            checkConfig(file, rulesOf(options), { out: { write: print }, err: { write: printError } }),
        }),
    )
    .addCommand(
      action(
        "test",
        "run each rule's own examples: the failing one has to fail, the passing one to pass",
        "test --rules rules/ours.js",
      ).does<Options>({
        // The only one that runs programs: the others work without the Pulumi SDK.
        run: (options) =>
          (require("./policy-test") as typeof import("./policy-test")).testRules(rulesOf(options), (line) =>
            print(`${line}\n`),
          ),
      }),
    )
    .addHelpText("after", moreHelp);
}

const action = (name: string, summary: string, example: string): CommandLine =>
  new CommandLine(name)
    .summary(summary)
    .description(`${summary[0]!.toUpperCase()}${summary.slice(1)}.`)
    .value("--rules <FILE>", "a module that exports rules of your own; they are added to ours")
    .addHelpText("after", `\n${exitCodesHelp}\n\nExample:\n  ${ownCommand} policy ${example}`);

const takes =
  (problem: string) =>
  (_: Options, words: readonly string[]): string[] =>
    words.length === 0 ? [problem] : [];

function rulesOf({ rules }: Options): readonly Rule[] {
  try {
    return rulesIn(rules);
  } catch (error) {
    throw new UsageProblem((error as Error).message);
  }
}

function list(options: Options): number {
  const rules = rulesOf(options);
  print(options.json ? `${jsonText(listed(rules), 2)}\n` : table(rules));
  return 0;
}

function explainRule(options: Options, [name = ""]: readonly string[]): number {
  const rules = rulesOf(options);
  const rule = rules.find((one) => one.name === name);
  if (rule !== undefined) {
    print(explain(rule));
    return 0;
  }
  const near = nearest(
    name,
    rules.map((one) => one.name),
  );
  const way = near === undefined ? `Run '${ownCommand} policy list' to see their names.` : `Did you mean ${near}?`;
  const own = options.rules ? "" : " A rule of your own is in the file that you give with --rules FILE.";
  throw new UsageProblem(`There is no rule ${name}. ${way}${own}`);
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

const exitCodesHelp = `Exit codes:
  0  done; of check-config: it can be followed to the letter; of test: every rule fails and passes as it should
  1  the arguments are wrong, or check-config or test found a problem`;

const moreHelp = `
Every command takes --rules FILE, a module that exports rules of your own. "policy list" prints JSON with --json.

${exitCodesHelp}

The pack itself is run by Pulumi:
  pulumi preview --policy-pack "$PWD/node_modules/.bin/pulumi-payments-policy"
  pulumi preview --policy-pack "$PWD/node_modules/.bin/pulumi-payments-policy" --policy-pack-config policy.json
  pulumi policy analyze --policy-pack "$PWD/node_modules/.bin/pulumi-payments-policy"      what is deployed already`;
