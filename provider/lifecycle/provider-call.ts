import { PaymentServiceError } from "../api/errors";
import type { Connection } from "../configuration/connection";
import { setLine } from "../configuration/lines";
import { describeProblems } from "../configuration/problem";
import { contextOf, type Naming, place, placeStored } from "./accounts";
import { type Properties, type ReadInputs, readInputs } from "./inputs";
import { checkOrigin } from "./origin";
import { Refusal } from "./refusal";
import type { ResourceContext, ResourceDefinition } from "./resource";
import type { Run } from "./run";
import type { Origin, Placement } from "./state";

/** What read and delete see of the configuration may not be what is configured by now. */
const ofLastUp =
  "refresh and destroy use the configuration of the last 'pulumi up', even a failed one. If the configuration is right now, run 'pulumi up' first.";

/** One call of a method, before its own work: read inputs, find the account, guard it, fail readably. */
export class ProviderCall<Args extends Naming, Live, Private extends object> {
  /** The connection that the call uses: its error says where the credential came from. */
  #connection: Connection | undefined;

  constructor(
    readonly definition: ResourceDefinition<Args, Live, Private>,
    readonly run: Run,
  ) {}

  /** Every error of the service says what it means to whoever runs this. */
  async explain<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      throw PaymentServiceError.isInstance(error) ? new Refusal(this.reasonOf(error)) : error;
    }
  }

  /** refresh and destroy run with the configuration of the last `up`: a refused credential may only be an old one. */
  reasonOf(error: PaymentServiceError): string {
    if (error.code !== "unauthorized" || !this.#connection) return error.message;
    const { credentialVariable, credentialKey, instance, profile } = this.#connection;
    if (instance !== undefined)
      return `${error.message}\nThe credential is ${credentialKey}. If the key was rotated since, put the new one there and run 'pulumi up'. refresh and destroy take it from the program with --run-program.`;
    return `${error.message}\nThe credential came from ${credentialKey} or ${credentialVariable}. refresh and destroy use the configuration of the last 'pulumi up'. If the key was rotated since, run this with ${credentialVariable}=<the new key>. To set the value of another key:\n    ${setLine("apiKey", profile)}`;
  }

  /** @param id the object's, where there is one: then the engine's own request says more than the inputs */
  read(inputs: Properties, id?: string): ReadInputs<Args> {
    const result = readInputs<Args>(this.definition.args, inputs);
    const { resource } = result;
    const request = id === undefined ? undefined : this.run.requestFor(this.definition.className, id);
    const urn = request?.urn ?? this.run.registry.urnOf(resource);
    // A transform may have added some; of a path into an argument the argument counts, since ours are compared whole.
    const added = request?.ignoreChanges.map((path) => /[^.[\]"]+/.exec(path)?.[0] ?? path) ?? [];
    return { ...result, resource: { ...resource, urn, ignoreChanges: [...resource.ignoreChanges, ...added] } };
  }

  /** The urn of an object of which only state speaks. */
  urnOf(id: string): string | undefined {
    return this.run.requestFor(this.definition.className, id)?.urn;
  }

  context(placement: Placement, urn: string | undefined, label: string): ResourceContext {
    const { run } = this;
    this.#connection = placement.connection;
    const service = run.service(placement.connection);
    return contextOf(placement, service, run.configuration(), {
      log: run.log(urn, label),
      clock: run.clock,
      registry: run.registry,
      urn,
    });
  }

  /** Where the program wants the object. */
  desiredPlacement(read: ReadInputs<Args>): Placement {
    const placed = place(this.run.configuration(), read.known);
    if ("problems" in placed) throw new Refusal(describeProblems("the account is unknown:", placed.problems));
    return placed;
  }

  /** An update stays where the object is: elsewhere the same id may be another's. A preview replaces such an object. */
  refuseElsewhere(recorded: Placement, desired: Placement): void {
    const places = [recorded, desired].map(
      ({ connection, accountId }) => `account ${accountId} at ${connection.serviceUrl}`,
    );
    if (places[0] === places[1]) return;
    throw new Refusal(
      `refused, and nothing was read or changed: state records ${places[0]}, the configuration says ${places[1]}. Run the preview again: an object that moves elsewhere is replaced.`,
    );
  }

  /** The way to what state holds, or a refusal: nothing is read or written at another service than state was made with. */
  recordedPlacement(origin: Origin, desired?: { accountNamed: boolean }): Placement & { relocates: boolean } {
    const configuration = this.run.configuration();
    const placed = placeStored(configuration, origin);
    if ("problems" in placed) {
      throw new Refusal(describeProblems("state records an account that is not configured:", placed.problems));
    }
    const checked = checkOrigin(origin, placed.connection, configuration.relocate, desired);
    if (checked.verdict === "refused")
      throw new Refusal(desired === undefined ? `${checked.why}\n${ofLastUp}` : checked.why);
    return { ...placed, relocates: checked.verdict === "relocated" };
  }
}
