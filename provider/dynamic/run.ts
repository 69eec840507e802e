import { setTimeout as sleep } from "node:timers/promises";
import { realDependencies } from "../api/dependencies";
import { createServices } from "../api/services";
import { type ReadConfiguration, readConfiguration } from "../configuration/configuration";
import { credentialsInEnvironment } from "../configuration/credential-variables";
import { credentialsIn } from "../configuration/credentials";
import { describeProblems } from "../configuration/problem";
import { type ConfigureRequest, sourcesOf } from "../configuration/sources";
import { Refusal } from "../lifecycle/refusal";
import type { Run } from "../lifecycle/run";
import { RunRegistry } from "../lifecycle/run-registry";
import { openSharedLists } from "../report/shared-lists";
import { openReport } from "../report/writer";
import { knownSecrets } from "../text/secrets";
import { engineAgeMs } from "./engine-age";

/** What a host gives to its run: where it speaks, and what it knows of the engine's requests. */
export interface RunEdges extends Pick<Run, "log" | "requestFor"> {
  /** A line that concerns no resource. */
  say(line: string): void;
  /** Default: that of the process. */
  environment?: NodeJS.ProcessEnv;
}

function readSafely(request: ConfigureRequest | undefined, environment: NodeJS.ProcessEnv): ReadConfiguration {
  try {
    const sources = sourcesOf(request, environment);
    for (const credential of [...credentialsIn(sources), ...credentialsInEnvironment(environment)])
      knownSecrets.learn(credential);
    return readConfiguration(sources);
  } catch (error) {
    const message = `could not be read: ${error instanceof Error ? error.message : "not an Error"}. Run 'pulumi config' to see what is set`;
    return { problems: [{ path: "payments", message }] };
  }
}

/** One process serves one run: all resources in it share the configuration, the connections and the snapshots. */
export function createRun({ say, log, requestFor, environment = process.env }: RunEdges): Run {
  const shareList = openSharedLists(environment, realDependencies);
  const serviceFor = createServices({ say, shareList });
  let read: ReadConfiguration | undefined;
  let problemsWereSaid = false;
  return {
    // The platform caches a provider before its `configure` is awaited and goes on if it throws: so this neither waits nor throws.
    configure(request) {
      if (read !== undefined) return;
      read = readSafely(request, environment);
      if ("configuration" in read) for (const note of read.configuration.notes) say(note);
    },

    configuration() {
      // What runs before `configure` has the environment alone, and does not count as configured.
      const known = read ?? readSafely(undefined, environment);
      if ("configuration" in known) return known.configuration;
      if (problemsWereSaid && read !== undefined)
        throw new Refusal("the configuration is incomplete or wrong. Fix the problems listed with the first resource.");
      problemsWereSaid ||= read !== undefined;
      throw new Refusal(describeProblems("the configuration is incomplete or wrong:", known.problems));
    },

    service: ({ settings }) => serviceFor(settings),
    log,
    requestFor,
    report: openReport(environment, process.pid),
    registry: new RunRegistry(),
    clock: {
      now: () => new Date(),
      sinceRunStartMs: () => engineAgeMs(),
      sleep: (ms) => sleep(ms).then(() => undefined),
    },
  };
}
