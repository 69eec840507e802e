import { Command, CommanderError, Option } from "commander";
import { nearest } from "../provider/text/near";
import { exitCodes } from "./exit-codes";
import { PulumiProblem, UsageProblem } from "./pulumi";
import { print, printError } from "./terminal";

/** What a command does with its options, by their names in camelCase, and with the words beside them. */
export interface Work<Options> {
  /** What is wrong with them, a sentence each. It is reported together with what is wrong with the command line itself. */
  problems?(options: Options, words: readonly string[]): readonly string[];
  /** @returns the exit code @throws UsageProblem, PulumiProblem: reported with exit code 1 */
  run(options: Options, words: readonly string[]): Promise<number> | number;
  /** What to say of a word that the command does not take. Default: that it is not expected. @throws UsageProblem: then it is all */
  unexpected?(word: string): string;
}

/** Takes the place of a value that was forgotten. */
const forgotten = Symbol("forgotten");

/**
 * A command of ours. Commander reads its arguments and prints its help, but commander stops at the first mistake. This class
 * reports every mistake at once.
 */
export class CommandLine extends Command {
  exitCode = 0;
  readonly #problems: string[] = [];
  /** How to give several values to the last option with a value: whoever adds a word behind it mostly wants that. */
  #severalOf = "";

  constructor(name: string) {
    super(name);
    this.exitOverride()
      .allowUnknownOption()
      .allowExcessArguments()
      .enablePositionalOptions()
      .helpCommand(false)
      .helpOption("-h, --help", "this text")
      .configureHelp({ helpWidth: 128, optionDescription: ({ description }) => description })
      .configureOutput({ writeOut: print, writeErr: printError });
  }

  /** An option with a value: `--name <VALUE>`. Its value is a text. */
  value(flags: string, description: string): this {
    return this.#valued(flags, description, "", (text, former, long) => {
      if (former !== undefined) this.#problems.push(`${long} is given twice.`);
      return text;
    });
  }

  /** An option with a value that may be repeated. Its value is a list; `commas`: one value may be several, with commas between. */
  values(flags: string, description: string, { commas = false } = {}): this {
    const { long } = new Option(flags);
    const hint = `${commas ? `Give several as ${long} A,B,C, or repeat` : "For several, repeat"} the option: ${long} A ${long} B.`;
    return this.#valued(flags, description, ` ${hint}`, (text, former: string[] = []) => [
      ...former,
      ...(commas ? text.split(",").filter(Boolean) : [text]),
    ]);
  }

  #valued<Value>(
    flags: string,
    description: string,
    several: string,
    parse: (text: string, former: Value | undefined, long: string) => Value,
  ): this {
    const option = new Option(flags, description).preset(forgotten);
    const long = option.long!;
    // Read as optional, so that a forgotten value does not swallow the option behind it.
    Object.assign(option, { required: false, optional: true });
    option.argParser<Value | typeof forgotten>((text: string | typeof forgotten, before) => {
      const former = before === forgotten ? undefined : before;
      this.#severalOf = several;
      if (text !== forgotten) return parse(text, former, long);
      this.#problems.push(`${long} needs a value: ${flags.replace(/[<>]/g, "")}.`);
      return former ?? forgotten;
    });
    return this.addOption(option);
  }

  /** What the command does when it is called. */
  does<Options>({ problems = () => [], run, unexpected }: Work<Options>): this {
    return this.action(async () => {
      try {
        const words = this.#words(unexpected);
        const given = Object.entries(this.opts()).filter(([, value]) => value !== forgotten);
        const options = Object.fromEntries(given) as Options;
        const all = [...this.#problems, ...problems(options, words)];
        if (all.length > 0) throw new UsageProblem(all.join("\n"));
        this.exitCode = await run(options, words);
      } catch (error) {
        if (!(error instanceof UsageProblem || error instanceof PulumiProblem)) throw error;
        printError(`${error.message}\nRun '${pathOf(this)} --help' for more.\n`);
        this.exitCode = exitCodes.usage.code;
      }
    });
  }

  /** The words beside the options, without those that the command does not take. */
  #words(unexpected = (word: string): string => `"${word}" is not expected here.${this.#severalOf}`): string[] {
    const words: string[] = [];
    const { registeredArguments: taken } = this;
    const rest = [...this.args];
    for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
      const [, name, inline] = /^(-[^=]+)(?:=(.*))?$/s.exec(word) ?? [];
      if (name === undefined) {
        if (words.length < taken.length || taken.at(-1)?.variadic) words.push(word);
        else {
          this.#problems.push(unexpected(word));
          this.#severalOf = "";
        }
      } else if (this.options.some(({ long }) => long === name)) this.#problems.push(`${name} takes no value.`);
      else {
        this.#problems.push(unknownOption(name, this.options));
        // What follows was meant as its value: one mistake, one problem.
        if (inline === undefined && rest[0] !== undefined && !rest[0].startsWith("-")) rest.shift();
      }
    }
    return words;
  }
}

/** Runs the command that the arguments name. @returns the exit code */
export async function runCommandLine(command: CommandLine, argv: readonly string[]): Promise<number> {
  let code = 0;
  command.hook("postAction", (_, called) => {
    if (called instanceof CommandLine) code = called.exitCode;
  });
  try {
    await command.parseAsync(argv, { from: "user" });
  } catch (error) {
    // Commander has printed it: help, the version, or an unknown command.
    if (!(error instanceof CommanderError)) throw error;
    code = error.exitCode;
  }
  return code;
}

/** How a command is called: with the names of those above it. */
function pathOf(command: Command): string {
  return command.parent === null ? command.name() : `${pathOf(command.parent)} ${command.name()}`;
}

function unknownOption(name: string, options: readonly Option[]): string {
  const near = nearest(name.replace(/^-+/, ""), [...options.map((option) => option.name()), "help"]);
  // 'drift' has it.
  if (name === "--all" && near === undefined && options.some((option) => option.long === "--stack"))
    return "--all is not an option. Name each stack with --stack; 'pulumi stack ls' lists them.";
  const meant = near === undefined ? formatMeant(name.slice(2), options) : `--${near}`;
  return `${name} is not an option.${meant === undefined ? "" : ` Did you mean ${meant}?`}`;
}

/** Some commands print JSON by `--json`, those with more formats by `--format json`: whoever knows one may try it on the other. */
function formatMeant(name: string, options: readonly Option[]): string | undefined {
  if (name === "format") return options.some(({ long }) => long === "--json") ? "--json" : undefined;
  const format = options.find(({ long }) => long === "--format");
  const words = `${format?.flags} ${format?.description}`.split(/[\s,;|<>]+/);
  return format !== undefined && words.includes(name) ? `--format ${name}` : undefined;
}
