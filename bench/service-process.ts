import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, openSync, readFileSync } from "node:fs";
import { connect } from "node:net";
import { performance } from "node:perf_hooks";
import { setTimeout as wait } from "node:timers/promises";

const READY_WITHIN_MS = 60_000;
const ENDS_WITHIN_MS = 10_000;
const LOOK_EVERY_MS = 50;
/** As much of what a service said as its failure quotes. */
const QUOTED_CHARACTERS = 2_000;

export interface ServiceStart {
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  /** File for what it says. Nothing of that goes through this process, which has a load to send. */
  readonly log: string;
  /** It is ready with its first line on standard output, or once it accepts connections on a port of 127.0.0.1. */
  readonly readyWith: "line" | { readonly port: number };
}

/** A service that runs as a process of its own. */
export interface Service {
  /** Its first line; empty for one that is ready with its port. */
  readonly line: string;
  /** Milliseconds from the start of the process until it is ready. */
  readonly readyMs: number;
  /** Ends it; a second call changes nothing. */
  stop(): Promise<void>;
}

const running = new Set<ChildProcess>();

/** Ends the services that still run: for the way out. */
export function stopServices(): void {
  for (const child of running) child.kill("SIGKILL");
}

/**
 * Starts a service and waits until it is ready.
 * @throws Error with its last words if it ends, or is not ready within a minute
 */
export async function startService({
  command,
  args,
  env = process.env,
  log,
  readyWith,
}: ServiceStart): Promise<Service> {
  const file = openSync(log, "w");
  const startedAt = performance.now();
  const child = spawn(command, args, { env, stdio: ["ignore", readyWith === "line" ? "pipe" : file, file] });
  closeSync(file);
  running.add(child);
  const ended = new Promise<string>((resolve) => {
    child.once("error", (error) => resolve(`could not be started: ${error.message}`));
    child.once("close", (code, signal) => resolve(`ended with ${signal ?? `code ${code}`}`));
  }).finally(() => running.delete(child));
  const gaveUp = new AbortController();
  const timer = setTimeout(() => gaveUp.abort(), READY_WITHIN_MS);
  const late = `was not ready within ${READY_WITHIN_MS / 1_000} s`;
  const ready = readyWith === "line" ? firstLine(child) : accepts(readyWith.port, gaveUp.signal);
  const outcome = await Promise.race([
    ready.then((line) => ({ line })),
    ended.then((why) => ({ why })),
    new Promise<{ why: string }>((resolve) => gaveUp.signal.addEventListener("abort", () => resolve({ why: late }))),
  ]);
  const readyMs = performance.now() - startedAt;
  clearTimeout(timer);
  if ("line" in outcome) return { line: outcome.line, readyMs, stop: () => stop(child, ended) };
  gaveUp.abort();
  child.kill("SIGKILL");
  const said = readFileSync(log, "utf8").trim().slice(-QUOTED_CHARACTERS);
  throw new Error(`${command} ${args.join(" ")} ${outcome.why}${said === "" ? "" : `:\n${said}`}`);
}

/** Never resolves for a process that says nothing: whoever waits looks for its end too. */
function firstLine(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    let said = "";
    child.stdout?.setEncoding("utf8").on("data", (part: string) => {
      said += part;
      const end = said.indexOf("\n");
      if (end >= 0) resolve(said.slice(0, end));
    });
  });
}

async function accepts(port: number, signal: AbortSignal): Promise<string> {
  while (!signal.aborted) {
    const accepted = await new Promise<boolean>((resolve) => {
      const socket = connect({ port, host: "127.0.0.1" });
      socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
      socket.once("connect", () => socket.destroy());
    });
    if (accepted) return "";
    await wait(LOOK_EVERY_MS);
  }
  throw new Error("nobody waits any longer");
}

async function stop(child: ChildProcess, ended: Promise<string>): Promise<void> {
  const late = setTimeout(() => child.kill("SIGKILL"), ENDS_WITHIN_MS);
  child.kill("SIGTERM");
  await ended;
  clearTimeout(late);
}
