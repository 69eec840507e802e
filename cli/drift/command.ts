import { describeExitCodes } from "../exit-codes";
import { describeFlags, readFlags } from "../flags";
import { UsageProblem } from "../pulumi";
import { version } from "../version";
import { assemble, type Parts } from "./assemble";
import { applyBaseline } from "./baseline";
import { findEngine } from "./engine";
import { baselineIn, historyIn, publish, saveHistory } from "./files";
import { stackLabel, summaryOf } from "./formats/text";
import { remember } from "./history";
import type { StackJudgement } from "./judge-stack";
import { lookEnvironment } from "./look";
import { type DriftOptions, driftFlags, readOptions } from "./options";
import type { Report } from "./report";
import { run } from "./run";
import { findTargets, shardOf } from "./targets";
import { tiers } from "./tiers";

/** Looks at stacks and reports. Answers the exit code. */
export async function runDrift(argv: string[]): Promise<number> {
  const flags = readFlags(argv, driftFlags);
  if (flags.values.has("help")) {
    process.stdout.write(help());
    return 0;
  }
  const { options, problems } = readOptions(flags);
  if (problems.length > 0) return refuse(problems);
  try {
    const report = await look(options);
    publish(report, options.formats, options.out);
    if (options.out !== undefined) process.stderr.write(`${summaryOf(report)}\n`);
    return report.exitCode;
  } catch (error) {
    if (error instanceof UsageProblem) return refuse([error.message]);
    throw error;
  }
}

async function look(options: DriftOptions): Promise<Report> {
  const startedAt = new Date();
  const interrupted = new AbortController();
  const interrupt = (): void => interrupted.abort();
  process.once("SIGINT", interrupt).once("SIGTERM", interrupt);
  // Read first: a file that can't be used is told before anything is started.
  const baseline = options.baseline === undefined ? undefined : baselineIn(options.baseline);
  const history = options.history === undefined ? undefined : historyIn(options.history);
  const engine = await findEngine().catch((error: Error) => {
    throw new UsageProblem(`The pulumi CLI can't be used: ${error.message} Install it, or put it on PATH.`);
  });
  const everyone = await findTargets(options, engine);
  refuseBareCredential(everyone.length, process.env);
  const targets = options.shard === undefined ? everyone : shardOf(everyone, options.shard);
  const looked = await run({
    ...options,
    engine,
    environment: lookEnvironment(process.env),
    targets,
    interrupted: interrupted.signal,
    onLook: (judgement, done) => progress(judgement, `${done}/${targets.length}`),
  });
  process.off("SIGINT", interrupt).off("SIGTERM", interrupt);
  const parts: Parts = { tool: version(), startedAt, endedAt: new Date(), failOn: options.failOn, ...looked };
  return assemble(withMemory(parts, { baseline, history, folder: options.history }));
}

/** Adds since when findings are known, and what was accepted. */
export function withMemory(
  parts: Parts,
  known: {
    baseline: ReturnType<typeof baselineIn> | undefined;
    history: ReturnType<typeof historyIn> | undefined;
    folder: string | undefined;
  },
): Parts {
  const now = parts.endedAt.toISOString();
  let result: Parts = parts;
  const seen = (): Pick<Report, "findings" | "stacks" | "completeness"> => ({
    findings: [...result.findings],
    stacks: [...parts.stacks],
    completeness: parts.completeness,
  });
  if (known.history !== undefined && known.folder !== undefined) {
    const { history, findings, repaired } = remember(known.history, seen(), now);
    saveHistory(known.folder, history);
    result = { ...result, findings, repaired };
  }
  if (known.baseline !== undefined) result = { ...result, ...applyBaseline(known.baseline, seen(), now.slice(0, 10)) };
  return result;
}

/** One key for several stacks would be sent to whatever address each of them names. */
function refuseBareCredential(stacks: number, environment: NodeJS.ProcessEnv): void {
  if (stacks < 2 || !environment.PAYMENTS_API_KEY) return;
  throw new UsageProblem(
    `PAYMENTS_API_KEY is set, and ${stacks} stacks are to be looked at: one credential is not sent to the service of every stack. Unset it and let each stack bring its own (payments:apiKey), or use profiles, each with PAYMENTS_PROFILE_<NAME>_API_KEY.`,
  );
}

function progress({ result, findings }: StackJudgement, place: string): void {
  const { stack, outcome, resources, durationMs } = result;
  const found = `${findings.length} finding${findings.length === 1 ? "" : "s"}`;
  const seconds = (durationMs / 1_000).toFixed(1);
  process.stderr.write(`[${place}] ${stackLabel(stack)}: ${outcome}, ${resources} resources, ${found}, ${seconds} s\n`);
}

function refuse(problems: readonly string[]): number {
  process.stderr.write(`${problems.map((each) => `${each}\n`).join("")}pulumi-payments drift --help tells more.\n`);
  return 1;
}

function help(): string {
  const width = Math.max(...Object.keys(tiers).map((name) => name.length));
  return `Finds drift in whole stacks, for a nightly job: what is live at the payment service against what programs declare.

Usage: pulumi-payments drift (--stack S … | --all) [options]
       pulumi-payments drift merge FILE… [options]     join the json reports of shards into one
       pulumi-payments drift accept FINGERPRINT…       put findings into a baseline, with reason, owner and last day
       pulumi-payments explain URN                     one resource: wanted, stored and live side by side

${describeFlags(driftFlags)}

What a finding can be:
${Object.entries(tiers)
  .map(([name, words]) => `  ${name.padEnd(width)}  ${words}`)
  .join("\n")}

It runs 'pulumi preview' on each stack, with a provider that sends nothing but GET and records what it sees. Nothing is
written: not to the service, not to state, not to your selection of a stack. Your own program runs as in any preview, and so
do other providers: what those do is theirs. The credential of each stack needs the scope api_keys:read and no other.

${describeExitCodes({
  clean: "no finding in a tier that fails, and everything was judged",
  usage: "the arguments or a file are wrong; nothing was looked at",
  found: "a finding in a tier of --fail-on (2 wins over 3)",
  undetermined: "none of those, but not everything could be judged",
})}

Examples:
  pulumi-payments drift --stack prod
  pulumi-payments drift --all --cwd infra/shop --cwd infra/billing --format json --out drift.json
  pulumi-payments drift --all --shard 2/8 --format json --out drift-2.json
  pulumi-payments drift merge drift-*.json --format text
  pulumi-payments drift --stack prod --baseline drift-baseline.json --fail-on changed,gone,unhealthy,unmanaged
`;
}
