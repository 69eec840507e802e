import { existsSync, statSync } from "node:fs";
import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import { defaultFailOn, type FailingTier, failingTiers } from "../../drift/classify/tiers";
import type { PolicyPacks } from "../../drift/collect/look";
import { type FormatName, formatNames } from "../../drift/report/formats/registry";
import type { Shard } from "../../drift/report/stack-order";
import { nearest } from "../../provider/text/near";
import type { CommandLine } from "../command-line";

/** The options of a command that makes a report, as they are given. */
export interface ReportFlags {
  format?: string[];
  out?: string;
  baseline?: string;
  failOn?: string;
  history?: string;
}

export interface DriftFlags extends ReportFlags {
  stack?: string[];
  all?: boolean;
  cwd?: string[];
  jobs?: string;
  timeout?: string;
  shard?: string;
  fromState?: true | string[];
  requireProgram?: boolean;
  policyPack?: string[];
  policyPackConfig?: string[];
}

export function withStackOptions(command: CommandLine): CommandLine {
  return command
    .values("--stack <S>", "a stack to look at; may be given several times")
    .option("--all", "every stack of the projects: then keys that none of them declares are unmanaged")
    .values("--cwd <DIR>", "folder of a project; may be given several times. Default: here")
    .value("--jobs <N>", "previews side by side. Default: one for each core")
    .value("--timeout <S>", "seconds for one stack; one that takes longer is undetermined. Default: 600")
    .value("--shard <K/N>", "with --all: the Kth of N even parts, for the jobs of a CI matrix")
    .option(
      "--from-state [PLACE...]",
      "run no program: what state says was last applied counts as declared. A place is a folder of exported states (*.json) or the name of a stack. Default: the stacks of --stack or --all",
    )
    .option(
      "--require-program",
      "with --from-state: exit 3 at least, since changes of programs and policies stay unknown",
    )
    .values(
      "--policy-pack <PATH>",
      "have the preview judge by this policy pack too, and report what it finds; may be given several times",
    )
    .values(
      "--policy-pack-config <FILE>",
      "the configuration of that pack; as many as there are packs, in their order",
    );
}

export function withReportOptions(command: CommandLine): CommandLine {
  return command
    .values("--format <NAME>", `${formatNames.join(", ")}; may be given several times. Default: text`)
    .value("--out <FILE>", "write the report there; with several formats, FILE.<extension> for each")
    .value("--baseline <FILE>", "what was accepted, with reason, owner and last day; see 'drift accept'")
    .value("--fail-on <TIER,…>", `tiers that exit 2. Default: ${defaultFailOn.join(",")}`)
    .value("--history <DIR>", "keep there since when each finding is known, and report what was repaired");
}

/** The formats of a report, where it goes, and what earlier runs found. */
export interface ReportOptions {
  formats: FormatName[];
  /** A file; undefined: standard output. */
  out: string | undefined;
  /** A file. */
  baseline: string | undefined;
  /** A folder. */
  history: string | undefined;
}

export interface DriftOptions extends ReportOptions {
  stacks: string[];
  all: boolean;
  cwds: string[];
  failOn: FailingTier[];
  jobs: number;
  timeoutMs: number;
  shard?: Shard | undefined;
  /** Folders of exported states; empty: the states of the stacks. Undefined: programs are run. */
  fromState?: string[] | undefined;
  requireProgram: boolean;
  /** Absolute paths. */
  packs: PolicyPacks;
}

const msInSecond = 1_000;
const defaultTimeoutS = 600;

/** Reads what the flags say; every problem is reported. Pure, but for the number of cores and whether the files are there. */
export function readOptions(flags: DriftFlags): { options: DriftOptions; problems: string[] } {
  const { all = false, stack = [], cwd: cwds = ["."], jobs, timeout, requireProgram = false } = flags;
  const problems: string[] = [];
  const { fromState, named } = placesIn(flags, problems);
  const stacks = [...stack, ...named];
  if (all && stacks.length > 0) problems.push("--all and --stack exclude each other.");
  if (!all && stacks.length === 0 && !fromState?.length)
    problems.push("Name the stacks: --stack S, or --all for every stack of the project.");
  const report = readReportOptions(flags, problems);
  const shard = shardIn(flags.shard, problems);
  if (shard !== undefined && !all) problems.push("--shard goes with --all.");
  const options: DriftOptions = {
    ...report,
    stacks,
    all,
    cwds,
    failOn: failOnIn(flags.failOn, problems),
    jobs: wholeIn("jobs", jobs, problems) ?? availableParallelism(),
    timeoutMs: (wholeIn("timeout", timeout, problems) ?? defaultTimeoutS) * msInSecond,
    shard,
    fromState,
    requireProgram,
    packs: packsIn(flags, problems),
  };
  return { options, problems };
}

/** What the flags say of the report. Pure. */
export function readReportOptions(flags: ReportFlags, problems: string[]): ReportOptions {
  const { out, baseline, history } = flags;
  const formats = formatsIn(flags.format ?? ["text"], problems);
  if (formats.length > 1 && out === undefined)
    problems.push("Several formats need --out FILE: each is written to FILE.<extension>.");
  return { formats, out, baseline, history };
}

/** The formats of these names. Pure. */
function formatsIn(names: readonly string[], problems: string[]): FormatName[] {
  const known = names.flatMap(
    (name) => formatNames.find((each) => each === name) ?? unknown("format", name, formatNames, problems),
  );
  return [...new Set(known)];
}

/** The tiers of `--fail-on`. Pure. */
export function failOnIn(text: string | undefined, problems: string[]): FailingTier[] {
  if (text === undefined) return [...defaultFailOn];
  return text
    .split(",")
    .flatMap(
      (name) =>
        failingTiers.find((each) => each === name.trim()) ?? unknown("tier to fail on", name, failingTiers, problems),
    );
}

function unknown(what: string, name: string, names: readonly string[], problems: string[]): [] {
  const near = nearest(name, names);
  problems.push(
    `${JSON.stringify(name)} is not a ${what}.${near === undefined ? ` There are ${names.join(", ")}.` : ` Did you mean ${near}?`}`,
  );
  return [];
}

/** The places of `--from-state`: what is a folder is one of exported states, any other is the name of a stack. */
function placesIn(
  { fromState: given, requireProgram, policyPack = [] }: DriftFlags,
  problems: string[],
): { fromState: string[] | undefined; named: string[] } {
  if (requireProgram && given === undefined) problems.push("--require-program goes with --from-state.");
  if (given === undefined) return { fromState: undefined, named: [] };
  if (policyPack.length > 0) problems.push("A policy pack judges a program: leave --from-state or --policy-pack out.");
  const places = given === true ? [] : given;
  const isFolder = (place: string): boolean => statSync(place, { throwIfNoEntry: false })?.isDirectory() === true;
  return { fromState: places.filter(isFolder), named: places.filter((place) => !isFolder(place)) };
}

function packsIn({ policyPack = [], policyPackConfig = [] }: DriftFlags, problems: string[]): PolicyPacks {
  const all = (paths: readonly string[]): string[] => paths.map((path) => resolve(path));
  const packs = { paths: all(policyPack), configs: all(policyPackConfig) };
  for (const path of [...packs.paths, ...packs.configs]) if (!existsSync(path)) problems.push(`There is no ${path}.`);
  if (packs.configs.length > 0 && packs.configs.length !== packs.paths.length)
    problems.push("--policy-pack-config goes with --policy-pack: give one for each pack, or none.");
  return packs;
}

function shardIn(text: string | undefined, problems: string[]): Shard | undefined {
  if (text === undefined) return undefined;
  const [, index, of] = /^([1-9]\d*)\/([1-9]\d*)$/.exec(text) ?? [];
  const shard = { index: Number(index), of: Number(of) };
  if (shard.index <= shard.of) return shard;
  problems.push(`--shard is K/N, such as 1/4: the first of four parts; not ${JSON.stringify(text)}.`);
  return undefined;
}

function wholeIn(name: string, text: string | undefined, problems: string[]): number | undefined {
  if (text === undefined) return undefined;
  const most = 86_400;
  if (/^[1-9]\d*$/.test(text) && Number(text) <= most) return Number(text);
  problems.push(`--${name} is a whole number from 1 to ${most}, not ${JSON.stringify(text)}.`);
  return undefined;
}
