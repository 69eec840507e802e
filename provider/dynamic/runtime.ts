import { setTimeout as sleep } from "node:timers/promises";
import { createServices } from "../api/services";
import { type ReadConfiguration, readConfiguration } from "../configuration/configuration";
import { credentialsIn } from "../configuration/credentials";
import { describeProblems } from "../configuration/problem";
import { type ConfigureRequest, sourcesOf } from "../configuration/sources";
import { Refusal } from "../lifecycle/refusal";
import type { Run } from "../lifecycle/run";
import { RunRegistry } from "../lifecycle/run-registry";
import { openReport } from "../report/writer";
import { resources } from "../resources/registry";
import type { ResourceClassName } from "../text/class-names";
import { oldNode } from "../text/old-node";
import { outgoing } from "../text/outgoing";
import { knownSecrets } from "../text/secrets";
import { engineAgeMs } from "./engine-age";
import { endWithEngine } from "./engine-gone";
import { pulumiFailure } from "./failure";
import { leaveOutFailureLines } from "./failure-line";
import { engineLogger } from "./logger";
import { type DynamicProvider, dynamicProvider } from "./provider";
import { requestFor, watchRequests } from "./requests";

/**
 * What Pulumi's dynamic-provider process loads through the constant reference in state. One process serves one run, and
 * all resources in it share the connections and the snapshots below.
 */

// A report that Node writes of a crash would hold the environment, and the credential with it.
process.report.excludeEnv = true;
watchRequests();
if (require.main?.filename.includes("dynamic-provider")) {
  endWithEngine(() => process.exit(1));
  leaveOutFailureLines();
}
const log = engineLogger(new Set());
let read: ReadConfiguration | undefined;
let problemsWereSaid = false;

const say = (line: string): void => {
  process.stdout.write(outgoing(`pulumi-payments: ${line}\n`));
};
const serviceFor = createServices({ say });

function readSafely(request: ConfigureRequest | undefined): ReadConfiguration {
  try {
    const sources = sourcesOf(request, process.env);
    for (const credential of credentialsIn(sources)) knownSecrets.learn(credential);
    return readConfiguration(sources);
  } catch (error) {
    const message = `could not be read: ${error instanceof Error ? error.message : "not an Error"}`;
    return { problems: [{ path: "payments", message }] };
  }
}

const run: Run = {
  // The platform caches a provider before its `configure` is awaited and goes on if it throws: so this neither waits nor throws.
  configure(request: ConfigureRequest | undefined) {
    if (read !== undefined) return;
    read = readSafely(request);
    if ("configuration" in read) for (const note of read.configuration.notes) say(note);
  },

  configuration() {
    // What runs before `configure` has the environment alone, and does not count as configured.
    const known = read ?? readSafely(undefined);
    if ("configuration" in known) return known.configuration;
    if (problemsWereSaid && read !== undefined)
      throw new Refusal("the configuration is incomplete or wrong; every problem is listed with the first resource");
    problemsWereSaid ||= read !== undefined;
    throw new Refusal(describeProblems("the configuration is incomplete or wrong:", known.problems));
  },

  service: ({ settings }) => serviceFor(settings),
  log,
  requestFor,
  report: openReport(process.env, process.pid),
  registry: new RunRegistry(),
  clock: {
    now: () => new Date(),
    sinceRunStartMs: () => engineAgeMs(),
    sleep: (ms) => sleep(ms).then(() => undefined),
  },
};

/**
 * The provider of one resource class: what the reference in state asks for.
 *
 * @throws PulumiFailure on a Node that is too old, and for a class that came after this version
 */
export function provider(className: ResourceClassName): DynamicProvider {
  const tooOld = oldNode(process.versions.node);
  if (tooOld !== undefined)
    throw pulumiFailure(
      className,
      `${tooOld}. The program of the stack runs on the Node that is first on PATH; nothing was read or changed`,
    );
  const definition = Object.hasOwn(resources, className) ? resources[className] : undefined;
  if (definition === undefined) {
    throw pulumiFailure(
      className,
      `this version of pulumi-payments has no resource ${className}; install the version that created the stack, or a newer one`,
    );
  }
  return dynamicProvider(definition as Parameters<typeof dynamicProvider>[0], run);
}
