import type { PaymentServiceError } from "../api/errors";
import type { Dependencies, Freshness } from "../api/service";
import { createServices } from "../api/services";
import { readConfiguration } from "../configuration/configuration";
import type { Connection } from "../configuration/connection";
import { credentialsIn } from "../configuration/credentials";
import { describeProblems, type Problem } from "../configuration/problem";
import type { Sources } from "../configuration/sources";
import { accountsOf, type Naming, place } from "../lifecycle/accounts";
import { type Properties, readInputs } from "../lifecycle/inputs";
import type { Run } from "../lifecycle/run";
import { outgoing, withoutKnownSecrets } from "../text/outgoing";
import { knownSecrets } from "../text/secrets";
import type { Outcome, ReadingFailure, ReadingFailureCode } from "./outcome";
import type { ReadingDefinition } from "./reading";
import { type ReadingName, readings } from "./registry";

/** Reads for one run of a program: all its readings of one account share one snapshot of the keys. */
export interface Reader {
  /** Never throws for anything but a defect. Sends nothing but GET. */
  read(name: ReadingName, args: Properties, freshness: Freshness): Promise<Outcome>;
}

/** Settings come from where the provider takes them, by the same code. Nothing is sent before the first reading. */
export function openReader(sources: Sources, edges: Partial<Dependencies> & Pick<Dependencies, "say">): Reader {
  for (const credential of credentialsIn(sources)) knownSecrets.learn(credential);
  const configured = readConfiguration(sources);
  const services = createServices(edges);
  if ("configuration" in configured) for (const note of configured.configuration.notes) edges.say(note);

  return {
    async read(name, args, freshness) {
      if ("configuration" in configured) {
        const run = {
          configuration: () => configured.configuration,
          service: ({ settings }: Connection) => services(settings),
        };
        return readIn(run, name, args, freshness);
      }
      const title = `${name}: the configuration is incomplete or wrong:`;
      return failed("configuration", describeProblems(title, configured.problems));
    },
  };
}

/** One reading with the configuration and the clients of a run. Never throws for anything but a defect. Sends nothing but GET. */
export async function readIn(
  run: Pick<Run, "configuration" | "service">,
  name: ReadingName,
  args: Properties,
  freshness: Freshness,
): Promise<Outcome> {
  const definition: ReadingDefinition<Naming> = readings[name];
  const refused = (code: ReadingFailureCode, title: string, problems: Problem[]): Outcome =>
    failed(code, describeProblems(`${name}: ${title}`, problems));
  const { known, problems } = readArgs(definition, args);
  if (problems.length > 0) return refused("arguments", "the arguments are wrong:", problems);
  const placed = place(run.configuration(), known);
  if ("problems" in placed) return refused("arguments", "the account is unknown:", placed.problems);
  const { connection } = placed;
  // A reading never writes: what it is given to send with refuses anything but GET.
  const service = run.service({ ...connection, settings: { ...connection.settings, readOnly: true } });
  const observation = await definition.read({ ...accountsOf(placed, service), connection }, known, freshness);
  if ("result" in observation) return { result: withoutKnownSecrets(observation.result) };
  const subject = `${name} of ${definition.subject(known)} in account ${placed.accountId} at ${connection.serviceUrl}`;
  if ("failure" in observation) return failed(observation.failure.code, `${subject}: ${observation.failure.message}`);
  const why = reasonOf(observation.error, connection);
  return failed("unreadable", `${subject}: could not be read, so its state is unknown: ${why}`, observation.error);
}

function readArgs(definition: ReadingDefinition<Naming>, args: Properties): { known: Naming; problems: Problem[] } {
  const { known, problems: found, unknown, unusable } = readInputs<Naming>(definition.args, args);
  const wait = `is unknown until apply. Use ${definition.functionName}Output, which waits for it`;
  const problems = [...found, ...[...unknown].map((path) => ({ path, message: wait }))];
  const { oneOf } = definition;
  if (oneOf !== undefined) {
    const given = oneOf.filter((name) => name in known || unusable.has(name));
    if (given.length !== 1) {
      const message = `Give ${given.length === 0 ? "one of them" : "only one of them"}`;
      problems.push({ path: oneOf.join(" or "), message });
    }
  }
  return { known: known as Naming, problems };
}

function failed(code: ReadingFailureCode, message: string, error?: PaymentServiceError): Outcome {
  const failure: ReadingFailure = { code, message: outgoing(message) };
  if (error !== undefined) failure.serviceCode = error.code;
  return { failure };
}

/** A credential that is refused is looked for where it came from. */
function reasonOf(error: PaymentServiceError, { credentialKey, credentialVariable, instance }: Connection): string {
  if (error.code !== "unauthorized") return error.message;
  if (instance !== undefined) return `${error.message} The credential is ${credentialKey}.`;
  return `${error.message} The credential came from ${credentialKey} or ${credentialVariable}.`;
}
