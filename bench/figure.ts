import type { ProgramName, Stack } from "./stack";

/** What a value must keep to; a figure without one is there to be seen. */
export type Limit = { readonly atMost: number } | { readonly atLeast: number } | { readonly exactly: number };

/** What was measured, and the numbers behind it in a few words, such as both medians of a ratio. */
export interface Measured {
  readonly value: number;
  readonly from: string;
}

/** One line of the report. A file in figures/ exports a list of them as `figures`; nothing else has to know of it. */
export interface Figure {
  /** In kebab case: what `--only` takes and what stands in the report. Unique. */
  readonly name: string;
  /** One sentence for the table: what is measured, and against what. */
  readonly about: string;
  /** "ratio" is without a unit; "KB" are 1,000 bytes, "MB" a million. */
  readonly unit: "ratio" | "requests" | "packages" | "files" | "KB" | "MB" | "ms" | "s";
  readonly limit?: Limit;
  /** How many keys it is about, where its name says so; left out of a run that makes fewer. */
  readonly keys?: number;
  /** Set for one that has nothing to do with how many keys a run makes. */
  readonly fixed?: true;
  /** About how long it takes, with 1,000 keys unless fixed, until this machine has its own experience. */
  readonly estimateMs: number;
  /** @throws NotMeasured where this machine cannot measure it */
  measure(bench: Bench): Promise<Measured>;
}

/** What a figure may use. Whatever is made here is cleared away by the run. */
export interface Bench {
  /** Keys in a full-size stack: 1,000 unless the caller wants it quick. */
  readonly keys: number;
  /** A project with both packed packages and the SDK installed, as a user has it. */
  readonly project: string;
  /** Temporary, for whatever a figure keeps; cleared away by the run. */
  readonly folder: string;
  /** How often to measure: the caller's wish, or what the figure needs for a steady median. */
  rounds(usual: number): number;
  /** A stack of the program that `up` has made, shared by all figures. */
  stack(program: ProgramName, keys: number): Promise<Stack>;
  /** A stack with nothing in it yet, of the caller's own. */
  emptyStack(program: ProgramName, keys: number): Promise<Stack>;
  /** Gives a stack that `up` has made to whoever asks for one like it; closes it if there is one already. */
  pass(stack: Stack): Promise<void>;
  /** A measurement that several figures are read from, made once. */
  once<Result>(name: string, make: () => Promise<Result>): Promise<Result>;
  /** Lets something be done at the end of the run, such as stopping a service that several figures use. */
  atEnd(work: () => Promise<void>): void;
  /** Tells how far a measurement is. */
  say(note: string, fraction?: number): void;
}
