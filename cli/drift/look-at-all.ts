import type { ClassifiedStack } from "../../drift/classify/stack";
import { type Engine, findEngine } from "../../drift/collect/engine";
import { assemble, type ReportParts } from "../../drift/report/assemble";
import { stackLabel } from "../../drift/report/formats/words";
import type { Report } from "../../drift/report/report";
import { shardOf } from "../../drift/report/stack-order";
import { run } from "../../drift/run";
import { UsageProblem } from "../pulumi";
import { findKeyOwners } from "../stack-tags";
import { printError } from "../terminal";
import { version } from "../version";
import { refuseUnwritable } from "./files";
import { lookEnvironment } from "./look-environment";
import type { DriftOptions } from "./options";
import { memoryIn, withPastFindings } from "./past-findings";
import { findTargets } from "./targets";

/** Finds the stacks that are meant, looks at each, and makes the report. @throws UsageProblem before anything is looked at */
export async function lookAtAll(options: DriftOptions): Promise<Report> {
  const startedAt = new Date();
  // Read first: a file that can't be used is told before anything is started.
  const memory = memoryIn(options);
  refuseUnwritable(options);
  const engine = await usableEngine();
  const everyone = await findTargets(options, engine);
  refuseBareCredential(everyone.length, process.env);
  const targets = options.shard === undefined ? everyone : shardOf(everyone, options.shard);
  const looked = await untilInterrupted((interrupted) =>
    run({
      ...options,
      engine,
      environment: lookEnvironment(process.env),
      targets,
      findKeyOwners,
      interrupted,
      onLook: (classified, done) => progress(classified, `${done}/${targets.length}`),
    }),
  );
  const parts: ReportParts = { tool: version(), startedAt, endedAt: new Date(), failOn: options.failOn, ...looked };
  return assemble(withPastFindings(parts, memory));
}

/** @throws UsageProblem */
export function usableEngine(): Promise<Engine> {
  return findEngine().catch((error: Error) => {
    throw new UsageProblem(
      `The pulumi CLI can't be used: ${error.message} Install it (https://www.pulumi.com/docs/install/), or put it on PATH.`,
    );
  });
}

/** A run that is interrupted still reports what it has seen. */
export async function untilInterrupted<Result>(work: (interrupted: AbortSignal) => Promise<Result>): Promise<Result> {
  const interrupted = new AbortController();
  const interrupt = (): void => interrupted.abort();
  process.once("SIGINT", interrupt).once("SIGTERM", interrupt);
  const result = await work(interrupted.signal);
  process.off("SIGINT", interrupt).off("SIGTERM", interrupt);
  return result;
}

/** One key for several stacks would be sent to whatever address each of them names. */
function refuseBareCredential(stacks: number, environment: NodeJS.ProcessEnv): void {
  if (stacks < 2 || !environment.PAYMENTS_API_KEY) return;
  throw new UsageProblem(
    `PAYMENTS_API_KEY is set, and ${stacks} stacks are to be looked at: one credential is not sent to the service of every stack. Unset it and let each stack bring its own (payments:apiKey), or use profiles, each with PAYMENTS_PROFILE_<NAME>_API_KEY.`,
  );
}

export function progress({ result, findings }: ClassifiedStack, place: string): void {
  const { stack, outcome, resources, durationMs } = result;
  const found = `${findings.length} finding${findings.length === 1 ? "" : "s"}`;
  const seconds = (durationMs / 1_000).toFixed(1);
  printError(`[${place}] ${stackLabel(stack)}: ${outcome}, ${resources} resources, ${found}, ${seconds} s\n`);
}
