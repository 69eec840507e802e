import { nearest } from "../provider/text/near";

/** One `--flag` of a command. */
export interface Flag {
  name: string;
  /** What follows it, as help shows it, such as `N`; absent for a flag without value. */
  value?: string;
  description: string;
  repeatable?: boolean;
  /** Whether a value may be several, with commas between. */
  separable?: boolean;
}

export interface ReadFlags {
  /** Values by flag name, in order; a flag without value has the value "". */
  values: Map<string, string[]>;
  /** Every problem, one sentence each. */
  problems: string[];
}

/** Reads `--name value` and `--name=value`, going on after each problem so that all are told at once. */
export function readFlags(argv: readonly string[], flags: readonly Flag[]): ReadFlags {
  const values = new Map<string, string[]>();
  const problems: string[] = [];
  const rest = [...argv];
  let last: Flag | undefined;
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    const [, name, inline] = /^--([^=]+)(?:=(.*))?$/s.exec(word) ?? [];
    const flag = flags.find((candidate) => candidate.name === name);
    if (name === undefined) {
      problems.push(`"${word}" is not expected here.${severalOf(last)}`);
      last = undefined;
    } else if (!flag) {
      problems.push(unknownFlag(name, flags));
      // What follows was meant as its value: one mistake, one problem.
      if (inline === undefined && rest[0] !== undefined && !rest[0].startsWith("--")) rest.shift();
    } else if (flag.value === undefined && inline !== undefined) problems.push(`--${name} takes no value.`);
    else if (values.has(name) && !flag.repeatable) problems.push(`--${name} is given twice.`);
    else {
      const follows = rest[0] !== undefined && !rest[0].startsWith("--");
      const value = flag.value === undefined ? "" : (inline ?? (follows ? rest.shift() : undefined));
      if (value === undefined) problems.push(`--${name} needs a value: --${name} ${flag.value}.`);
      else {
        values.set(name, [...(values.get(name) ?? []), value]);
        last = flag;
      }
    }
  }
  return { values, problems };
}

/** Who puts a word behind a value mostly means several values. */
function severalOf(flag: Flag | undefined): string {
  if (!flag?.repeatable || flag.value === undefined) return "";
  const listed = flag.separable ? `Give several as --${flag.name} A,B,C, or repeat` : "For several, repeat";
  return ` ${listed} the option: --${flag.name} A --${flag.name} B.`;
}

/** The same for a command that takes words, such as files, before its flags. */
export function readWordsAndFlags(argv: readonly string[], flags: readonly Flag[]): ReadFlags & { words: string[] } {
  const firstFlag = argv.findIndex((word) => word.startsWith("--"));
  const words = argv.slice(0, firstFlag === -1 ? argv.length : firstFlag);
  return { words, ...readFlags(argv.slice(words.length), flags) };
}

function unknownFlag(name: string, flags: readonly Flag[]): string {
  const near = nearest(
    name,
    flags.map((flag) => flag.name),
  );
  // 'drift' has it.
  if (name === "all" && near === undefined && flags.some((flag) => flag.name === "stack" && flag.repeatable))
    return "--all is not an option. Name each stack with --stack; 'pulumi stack ls' lists them.";
  const meant = near === undefined ? formatMeant(name, flags) : `--${near}`;
  return `--${name} is not an option.${meant === undefined ? "" : ` Did you mean ${meant}?`}`;
}

/** Some commands print JSON by `--json`, those with more formats by `--format json`: whoever knows one may try it on the other. */
function formatMeant(name: string, flags: readonly Flag[]): string | undefined {
  if (name === "format") return flags.some((flag) => flag.name === "json") ? "--json" : undefined;
  const format = flags.find((flag) => flag.name === "format");
  const words = `${format?.value} ${format?.description}`.split(/[\s,;|]+/);
  return format !== undefined && words.includes(name) ? `--format ${name}` : undefined;
}

/** A help line for each flag, aligned. */
export function describeFlags(flags: readonly Flag[]): string {
  const heads = flags.map((flag) => `--${flag.name}${flag.value === undefined ? "" : ` ${flag.value}`}`);
  const width = Math.max(...heads.map((head) => head.length));
  return flags.map((flag, index) => `  ${heads[index]!.padEnd(width)}  ${flag.description}`).join("\n");
}
