import type { ConfigureRequest } from "../configuration/sources.js";
import { outgoingLine } from "../text/outgoing.js";
import { knownSecrets } from "../text/secrets.js";
import type { Naming } from "./accounts.js";
import { type CheckFailure, check } from "./check.js";
import { collect } from "./collect.js";
import { collectCheck } from "./collect-check.js";
import { notLookedLine } from "./decide.js";
import { pulumiFailure, Refusal } from "./failure.js";
import { type Properties, secretFields, unknownMarker } from "./inputs.js";
import { manageAll } from "./managed.js";
import { observeAt, observeForPlan } from "./observe-at.js";
import { comparedInRefresh, holdAll, preview, previewRequest } from "./preview.js";
import type { Made, ResourceDefinition, Scene } from "./resource.js";
import type { Run } from "./run.js";
import { scopeConflicts } from "./scope-conflicts.js";
import { Stage } from "./stage.js";
import { type Placement, readStored, writeStored } from "./state.js";

/** The methods that the SDK's dynamic-provider process calls. */
export interface DynamicProvider {
  configure(request: ConfigureRequest): Promise<void>;
  check(olds: Properties, news: Properties): Promise<{ inputs: Properties; failures: CheckFailure[] }>;
  diff(id: string, olds: Properties, news: Properties): Promise<{ changes: boolean; replaces: string[] }>;
  create(inputs: Properties): Promise<{ id: string; outs: Properties }>;
  read(id: string, properties: Properties): Promise<{ id: string; props: Properties }>;
  update(id: string, olds: Properties, news: Properties): Promise<{ outs: Properties }>;
  delete(id: string, properties: Properties): Promise<void>;
}

/** Turns a resource's definition into Pulumi's methods. Every promise is kept here once, for all resources. */
export function dynamicProvider<Args extends Naming, Live, Kept extends object>(
  definition: ResourceDefinition<Args, Live, Kept>,
  run: Run,
): DynamicProvider {
  const { className, noun } = definition;
  const { memory } = run;
  const secretNames = secretFields(definition);
  /** What state and the program hold of values is known from the first call that brings it. */
  const learn = (id: string | undefined, ...all: Properties[]): void => {
    for (const properties of all)
      for (const name of secretNames) if (properties[name] !== unknownMarker) knownSecrets.learn(properties[name], id);
  };
  const labelOf = (id: string): string => `${noun} ${id}`;
  const moveRefused = (id: string): string =>
    `${labelOf(id)} is not at the new address; the move was not accepted. If just this one was deleted before the move, 'pulumi state delete' forgets it.`;

  /** A stage of its own for every call: calls of many resources run side by side. */
  function staged<Result>(subject: string, work: (stage: Stage<Args, Live, Kept>) => Promise<Result>): Promise<Result> {
    const stage = new Stage(definition, run);
    return stage.guard(subject, () => work(stage));
  }

  /** What state is to hold; throws the partial failure of an object that is there and not as wanted. */
  function finish(made: Made<Kept>, placement: Placement, { account, urn = "" }: Scene, provider: unknown): Properties {
    const outs = writeStored(made.outputs, made.kept, placement, secretNames);
    memory.hold({ account, className, id: made.id }, urn);
    if (made.unfinished === undefined) return outs;
    const failure = pulumiFailure(labelOf(made.id), made.unfinished);
    throw { ...failure, id: made.id, properties: { ...outs, __provider: provider }, reasons: [failure.details] };
  }

  return {
    configure: async (request) => run.configure(request),

    check: (olds, news) => {
      learn(typeof news.adoptId === "string" ? news.adoptId : undefined, olds, news);
      const checked = () => staged(className, (stage) => check(stage, olds, news));
      if (run.report === undefined) return checked();
      const { urn } = new Stage(definition, run).read(news).resource;
      return collectCheck(run.report, { className, urn }, news, checked);
    },

    diff: (id, olds, news) =>
      staged(labelOf(id), async (stage) => {
        learn(id, olds, news);
        const { report } = run;
        if (report !== undefined) return collect(report, stage, { id, olds, news });
        const request = previewRequest(stage, { id, olds, news });
        const { scene, read } = request;
        const place = { account: scene.account, className, id };
        const isDeclared = memory.isDeclared(read.resource);
        const managed = manageAll(request);
        const verdict = await (isDeclared ? preview(request) : comparedInRefresh(request));
        for (const line of verdict.infos) await scene.voice.info(line);
        for (const line of verdict.warnings) await scene.voice.warn(line);
        for (const line of verdict.runWarnings) await scene.voice.warnOnceARun(line);
        if (verdict.failure !== undefined) throw new Refusal(verdict.failure);
        if (isDeclared && verdict.changes) memory.object(place).isPlanned = true;
        if (verdict.replaces.length > 0) for (const each of managed) memory.object(each).managedBy = undefined;
        return { changes: verdict.changes, replaces: verdict.replaces.map(outgoingLine) };
      }),

    create: (inputs) =>
      staged(className, async (stage) => {
        learn(undefined, inputs);
        const read = stage.read(inputs);
        const { resource } = read;
        const placement = stage.wanted(read);
        const scene = stage.scene(placement, resource.urn, noun);
        const made = await definition.create(scene, read.known as Args, resource);
        const place = { account: scene.account, className, id: made.id };
        memory.object(place).isCreated = true;
        memory.manage(place, resource.urn);
        scopeConflicts(definition, scene, read, { id: made.id, stored: made });
        return { id: made.id, outs: finish(made, placement, scene, inputs.__provider) };
      }),

    read: (id, properties) =>
      staged(labelOf(id), async (stage) => {
        learn(id, properties);
        const stored = readStored<Kept>(definition.kept, properties);
        const held = stage.held(stored.home);
        const scene = stage.scene(held, stage.urnOf(id), labelOf(id));
        holdAll(definition, scene, { id, stored, holder: "" });
        if (scene.configuration.driftCheck === "off") {
          await scene.voice.warnOnceARun(notLookedLine);
          return { id, props: properties };
        }
        const sight = await observeAt(definition, scene, { id, stored, rehome: held.rehome });
        if (sight.state === "found") {
          const outputs = definition.outputsOf(sight.live, stored, scene.clock.now().toISOString());
          return { id, props: writeStored(outputs, stored.kept, held, secretNames) };
        }
        if (sight.state === "unknown") {
          if (scene.configuration.driftCheck === "strict") throw sight.error;
          await scene.voice.warn(`could not be read, state is left as it is: ${stage.reasonOf(sight.error)}`);
          return { id, props: properties };
        }
        if (held.rehome) throw new Refusal(moveRefused(id));
        await scene.voice.warn(`gone: ${labelOf(id)} was deleted behind Pulumi's back (${sight.why})`);
        return { id: "", props: {} };
      }),

    update: (id, olds, news) =>
      staged(labelOf(id), async (stage) => {
        learn(id, olds, news);
        const read = stage.read(news, id);
        const stored = readStored<Kept>(definition.kept, olds);
        const placement = stage.wanted(read);
        stage.refuseElsewhere(stage.held(stored.home, { accountNamed: true }), placement);
        const scene = stage.scene(placement, read.resource.urn, labelOf(id));
        const ignored = new Set(read.resource.ignoreChanges);
        const fields = Object.keys(definition.args.shape).filter((name) => !ignored.has(name) && !ignored.has("*"));
        const made = await definition.change(scene, {
          id,
          args: read.known as Args,
          stored,
          fields: new Set(fields),
          resource: read.resource,
          observeNow: () => observeForPlan(definition, scene, { id, stored, rehome: false }, "observeNow"),
        });
        scopeConflicts(definition, scene, read, { id, stored: made });
        return { outs: finish(made, placement, scene, news.__provider) };
      }),

    delete: (id, properties) =>
      staged(labelOf(id), async (stage) => {
        learn(id, properties);
        const stored = readStored<Kept>(definition.kept, properties);
        const held = stage.held(stored.home);
        const scene = stage.scene(held, stage.urnOf(id), labelOf(id));
        const place = { account: scene.account, className, id };
        if (memory.object(place).isCreated) {
          await scene.voice.info(`${labelOf(id)} was taken over in this run, so it is left as it is`);
          return;
        }
        const manager = memory.managerOf(place, scene.urn ?? "");
        if (manager !== undefined) {
          await scene.voice.info(`${labelOf(id)} is managed by ${manager} of this stack, so it is left as it is`);
          return;
        }
        // At another service every object is "gone already": a move is believed only for what is seen there.
        if (held.rehome) {
          const sight = await observeAt(definition, scene, { id, stored, rehome: held.rehome });
          if (sight.state === "unknown") throw sight.error;
          if (sight.state === "absent") throw new Refusal(moveRefused(id));
        }
        const line = await definition.remove(scene, id, stored);
        if (line !== undefined) await scene.voice.info(line);
      }),
  };
}
