import type { PaymentService } from "../api/service.js";
import type { Configuration } from "../configuration/configuration.js";
import type { Connection } from "../configuration/connection.js";
import { describeProblems, type Problem } from "../configuration/problem.js";
import type { ConfigureRequest } from "../configuration/sources.js";
import { type Naming, place, placeStored, sceneOf } from "./accounts.js";
import { failureFrom, type PulumiFailure, pulumiFailure, Refusal } from "./failure.js";
import { judgeHome } from "./home.js";
import { fieldMeta, type Properties, type ReadInputs, type ResourceInput, readInputs } from "./inputs.js";
import { preview } from "./preview.js";
import type { Clock, Made, ResourceDefinition, Scene, Stored, Voice } from "./resource.js";
import { type Home, type Placement, readStored, writeStored } from "./state.js";

/** The edges of one provider process: what it was told, whom it asks, where it speaks. */
export interface Runtime {
  configure(request: ConfigureRequest | undefined): void;
  /** Throws Refusal with every problem while the configuration is wrong or was never given. */
  configuration(): Configuration;
  service(connection: Connection): PaymentService;
  /** Lines on the row of the resource, or, with no urn, on the stack's. */
  voice(urn: string | undefined, label: string): Voice;
  /** What a resource of this run claims for itself alone, with its urn. */
  claims: Map<string, string>;
  /** The urn of each resource that was checked, by its tag. */
  urns: Map<string, string>;
  /** Ids of objects that state holds, as far as this process was told of them. */
  heldIds: Set<string>;
  clock: Clock;
}

/** The methods that the SDK's dynamic-provider process calls. */
export interface DynamicProvider {
  configure(request: ConfigureRequest): Promise<void>;
  check(olds: Properties, news: Properties): Promise<{ inputs: Properties; failures: CheckFailure[] }>;
  diff(id: string, olds: Properties, news: Properties): Promise<DiffAnswer>;
  create(inputs: Properties): Promise<{ id: string; outs: Properties }>;
  read(id: string, properties: Properties): Promise<{ id: string; props: Properties }>;
  update(id: string, olds: Properties, news: Properties): Promise<{ outs: Properties }>;
  delete(id: string, properties: Properties): Promise<void>;
}

export interface CheckFailure {
  property: string;
  reason: string;
}

export interface DiffAnswer {
  changes: boolean;
  replaces: string[];
}

/** Turns a resource's definition into Pulumi's methods. Every promise is kept here once, for all resources. */
export function dynamicProvider<Args extends Naming, Live, Kept extends object>(
  definition: ResourceDefinition<Args, Live, Kept>,
  runtime: Runtime,
): DynamicProvider {
  const labelOf = (id: string): string => `${definition.noun} ${id}`;

  /** Every method fails in the form that the platform shows best. */
  async function guarded<Result>(subject: string, work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      throw failureFrom(subject, error);
    }
  }

  /** State keeps the tag; the urn stands there anyway, and this process remembers it for its rows. */
  function remembered(resource: ResourceInput): Properties {
    const { urn, tag } = resource;
    if (urn !== "") runtime.urns.set(tag, urn);
    const told = Object.entries(resource).filter(([, value]) => value && !(Array.isArray(value) && value.length === 0));
    return { ...Object.fromEntries(told), urn: undefined };
  }

  function readResource(inputs: Properties): ReadInputs<Args> {
    const result = readInputs<Args>(definition.args, inputs);
    const urn = result.resource.urn || (runtime.urns.get(result.resource.tag) ?? "");
    return { ...result, resource: { ...result.resource, urn } };
  }

  function sceneFor(placement: Placement, urn: string | undefined, label: string): Scene {
    return sceneOf(
      placement,
      runtime.service(placement.connection),
      runtime.configuration(),
      runtime.voice(urn, label),
      runtime.clock,
    );
  }

  function placeWanted(read: ReadInputs<Args>): Placement {
    const placed = place(runtime.configuration(), read.known);
    if ("problems" in placed) throw new Refusal(describeProblems("the account can't be told:", placed.problems));
    return placed;
  }

  function claimProblems(claims: readonly string[], urn: string): Problem[] {
    const problems: Problem[] = [];
    if (urn === "") return problems;
    for (const claim of claims) {
      const holder = runtime.claims.get(claim);
      if (holder === undefined) runtime.claims.set(claim, urn);
      else if (holder !== urn) {
        problems.push({
          path: claim.split(" ")[0]!,
          message: `${claim} is managed by ${holder} of this stack already`,
        });
      }
    }
    return problems;
  }

  /** The way to what state holds, or a refusal: nothing is read or written at another service than state was made with. */
  function placeHeld(home: Home, wanted?: { accountNamed: boolean }): Placement & { rehome: boolean } {
    const placed = placeStored(runtime.configuration(), home);
    if ("problems" in placed) {
      throw new Refusal(describeProblems("state was made with an account that is not configured:", placed.problems));
    }
    const judged = judgeHome(home, placed.connection, runtime.configuration().rehome, wanted);
    if (judged.verdict === "refused") throw new Refusal(judged.why);
    return { ...placed, rehome: judged.verdict === "rehome" };
  }

  function finish(made: Made<Kept>, placement: Placement, provider: unknown): Properties {
    const outs = writeStored(made.outputs, made.kept, placement);
    runtime.heldIds.add(made.id);
    if (made.unfinished === undefined) return outs;
    const failure: PulumiFailure = pulumiFailure(labelOf(made.id), made.unfinished);
    throw { ...failure, id: made.id, properties: { ...outs, __provider: provider }, reasons: [made.unfinished] };
  }

  return {
    configure: async (request) => runtime.configure(request),

    check: (olds, news) =>
      guarded(definition.className, async () => {
        const configuration = runtime.configuration();
        const read = readResource(news);
        const problems = [...read.problems, ...definition.problems(read.known, read.unusable)];
        const placeKnown = !read.unknown.has("accountId") && !read.unknown.has("profile");
        const placed = placeKnown ? place(configuration, read.known) : undefined;
        if (placed && "problems" in placed) problems.push(...placed.problems);
        problems.push(...claimProblems(definition.claims(read.known), read.resource.urn));
        const isNew = Object.keys(olds).length === 0;
        if (isNew && problems.length === 0 && placed && "connection" in placed && configuration.driftCheck !== "off") {
          const scene = sceneFor(placed, read.resource.urn, definition.noun);
          problems.push(...(await preconditionsOf(definition, scene, read, runtime.heldIds)));
        }
        const failures = problems.map((problem) => checkFailure(definition.args, problem));
        return {
          inputs: withoutUndefined({ ...news, ...read.known, __resource: remembered(read.resource) }),
          failures,
        };
      }),

    diff: (id, olds, news) =>
      guarded(labelOf(id), async () => {
        runtime.heldIds.add(id);
        const read = readResource(news);
        const stored = readStored(definition.kept, olds);
        const placeKnown = !read.unknown.has("accountId") && !read.unknown.has("profile");
        const wanted = placeKnown ? placeWanted(read) : undefined;
        const profileMoved = wanted !== undefined && wanted.connection.profile !== stored.home.profile;
        const held = placeHeld(stored.home, { accountNamed: !wanted || wanted.accountNamed || profileMoved });
        const scene = sceneFor(held, read.resource.urn, labelOf(id));
        const verdict = await preview({ definition, scene, id, read, stored, held, wanted, rehome: held.rehome });
        for (const line of verdict.infos) await scene.voice.info(line);
        for (const line of verdict.warnings) await scene.voice.warn(line);
        if (verdict.failure !== undefined) throw new Refusal(verdict.failure);
        return { changes: verdict.changes, replaces: verdict.replaces };
      }),

    create: (inputs) =>
      guarded(definition.className, async () => {
        const read = readResource(inputs);
        const placement = placeWanted(read);
        const scene = sceneFor(placement, read.resource.urn, definition.noun);
        const made = await definition.create(scene, read.known as Args, read.resource, runtime.heldIds);
        return { id: made.id, outs: finish(made, placement, inputs.__provider) };
      }),

    read: (id, properties) =>
      guarded(labelOf(id), async () => {
        runtime.heldIds.add(id);
        const stored = readStored(definition.kept, properties);
        const held = placeHeld(stored.home);
        const scene = sceneFor(held, undefined, labelOf(id));
        if (scene.configuration.driftCheck === "off") return { id, props: properties };
        const sight = await definition.observe(scene, id, stored);
        if (sight.state === "found") {
          const outputs = definition.outputsOf(sight.live, stored, scene.clock.now().toISOString());
          return { id, props: writeStored(outputs, stored.kept, held) };
        }
        if (sight.state === "unknown") {
          if (scene.configuration.driftCheck === "strict") throw sight.error;
          await scene.voice.warn(`could not be read, state is left as it is: ${sight.error.message}`);
          return { id, props: properties };
        }
        if (held.rehome) throw new Refusal(`${labelOf(id)} is not at the new address; the move was not accepted.`);
        await scene.voice.warn(`gone: ${labelOf(id)} was deleted behind Pulumi's back (${sight.why}).`);
        return { id: "", props: {} };
      }),

    update: (id, olds, news) =>
      guarded(labelOf(id), async () => {
        const read = readResource(news);
        const stored: Stored<Kept> & { home: Home } = readStored(definition.kept, olds);
        const wanted = placeWanted(read);
        placeHeld(stored.home, { accountNamed: true });
        const scene = sceneFor(wanted, read.resource.urn, labelOf(id));
        const ignored = new Set(read.resource.ignoreChanges);
        const fields = Object.keys(definition.args.shape).filter((name) => !ignored.has(name) && !ignored.has("*"));
        const made = await definition.change(scene, id, read.known as Args, stored, new Set(fields));
        return { outs: finish(made, wanted, news.__provider) };
      }),

    delete: (id, properties) =>
      guarded(labelOf(id), async () => {
        const stored = readStored(definition.kept, properties);
        const scene = sceneFor(placeHeld(stored.home), undefined, labelOf(id));
        const line = await definition.remove(scene, id, stored);
        if (line !== undefined) await scene.voice.info(line);
      }),
  };
}

/** The engine prints the value of a property that a failure names, so a secret one goes unnamed. */
function checkFailure(args: ResourceDefinition<unknown, unknown, unknown>["args"], problem: Problem): CheckFailure {
  const { path, message, fix } = problem;
  const schema = args.shape[path.split(/[.[]/)[0] ?? ""];
  const reason = fix === undefined ? message : `${message} (${fix})`;
  const named = schema !== undefined && !fieldMeta(schema).secret;
  return named ? { property: path, reason } : { property: "", reason: `${path}: ${reason}` };
}

async function preconditionsOf<Args, Live, Kept>(
  definition: ResourceDefinition<Args, Live, Kept>,
  scene: Scene,
  read: ReadInputs<Args>,
  heldIds: ReadonlySet<string>,
): Promise<Awaited<ReturnType<typeof definition.preconditions>>> {
  try {
    return await definition.preconditions(scene, read.known, read.resource, heldIds);
  } catch (error) {
    if (scene.configuration.driftCheck === "strict") throw error;
    await scene.voice.warn(`what is live could not be looked at: ${(error as Error).message}`);
    return [];
  }
}

function withoutUndefined(properties: Properties): Properties {
  return JSON.parse(JSON.stringify(properties)) as Properties;
}
