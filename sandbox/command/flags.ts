/** One `--flag` of the command. */
export interface Flag {
  name: string;
  /** What follows it, as help shows it, such as `N`; absent for a flag without value. */
  value?: string;
  description: string;
  repeatable?: boolean;
}

export interface ReadFlags {
  /** Values by flag name, in order; a flag without value has the value "". */
  values: Map<string, string[]>;
  /** Every problem, one sentence each. */
  problems: string[];
}

/**
 * Reads `--name value` and `--name=value`. It goes on after each problem, so that all are reported at once: `parseArgs` of Node stops at
 * the first one.
 */
export function readFlags(argv: readonly string[], flags: readonly Flag[]): ReadFlags {
  const values = new Map<string, string[]>();
  const problems: string[] = [];
  const rest = [...argv];
  const valueFollows = (): boolean => rest[0] !== undefined && !rest[0].startsWith("--");
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    const [, name, inline] = /^--([^=]+)(?:=(.*))?$/s.exec(word) ?? [];
    const flag = flags.find((candidate) => candidate.name === name);
    if (name === undefined) problems.push(`"${word}" is not expected here.`);
    else if (!flag) {
      const near = nearest(name, flags);
      problems.push(`--${name} is not an option.${near === undefined ? "" : ` Did you mean --${near}?`}`);
      // What follows was meant as its value: one mistake, one problem.
      if (inline === undefined && valueFollows()) rest.shift();
    } else if (flag.value === undefined && inline !== undefined) problems.push(`--${name} takes no value.`);
    else if (values.has(name) && !flag.repeatable) problems.push(`--${name} is given twice.`);
    else {
      const value = flag.value === undefined ? "" : (inline ?? (valueFollows() ? rest.shift() : undefined));
      if (value === undefined) problems.push(`--${name} needs a value: --${name} ${flag.value}.`);
      else values.set(name, [...(values.get(name) ?? []), value]);
    }
  }
  return { values, problems };
}

/** A help line for each flag, aligned. */
export function describeFlags(flags: readonly Flag[]): string {
  const heads = flags.map((flag) => `--${flag.name}${flag.value === undefined ? "" : ` ${flag.value}`}`);
  const width = Math.max(...heads.map((head) => head.length));
  return flags.map((flag, index) => `  ${heads[index]!.padEnd(width)}  ${flag.description}`).join("\n");
}

/** The flag that was probably meant: at most a third of its letters differ. */
function nearest(word: string, flags: readonly Flag[]): string | undefined {
  const measured = flags.map(({ name }) => ({ name, edits: distance(word.toLowerCase(), name) }));
  const [best] = measured.sort((left, right) => left.edits - right.edits);
  return best && best.edits <= Math.ceil(best.name.length / 3) ? best.name : undefined;
}

/** Letters to insert, drop or change until one word is the other. */
function distance(left: string, right: string): number {
  let row = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (const [i, letter] of [...left].entries()) {
    const next = [i + 1];
    for (let j = 0; j < right.length; j++)
      next.push(Math.min(next[j]! + 1, row[j + 1]! + 1, row[j]! + (letter === right[j] ? 0 : 1)));
    row = next;
  }
  return row.at(-1)!;
}
