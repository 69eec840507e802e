import type { ConfigureRequest } from "../configuration/sources.js";
import { knownSecrets } from "../text/secrets.js";
import type { Naming } from "./accounts.js";
import { type CheckFailure, check } from "./check.js";
import { collect } from "./collect.js";
import { collectCheck } from "./collect-check.js";
import { type Properties, secretFields, unknownMarker } from "./inputs.js";
import { manageAll } from "./managed.js";
import { observeAt, observeForPlan } from "./observe-at.js";
import { notLookedLine } from "./plan.js";
import { comparedInRefresh, holdAll, preview, previewRequest } from "./preview.js";
import { Refusal } from "./refusal.js";
import type { Made, ResourceDefinition, Scene } from "./resource.js";
import type { Run } from "./run.js";
import { scopeConflicts } from "./scope-conflicts.js";
import { Stage } from "./stage.js";
import { type Placement, readStored, writeStored } from "./state.js";

/** What state is to hold of an object. */
export interface RecordedObject {
  id: string;
  properties: Properties;
  /** Why the object is there and not as wanted: it is recorded, and the run fails saying this. */
  unfinished?: string | undefined;
}

/** What each method of a provider does, whatever hosts it. Throws Refusal, or an error that is a defect of ours. */
export interface Lifecycle {
  labelOf(id: string): string;
  configure(request: ConfigureRequest): void;
  check(olds: Properties, news: Properties): Promise<{ inputs: Properties; failures: CheckFailure[] }>;
  diff(id: string, olds: Properties, news: Properties): Promise<{ changes: boolean; replaces: string[] }>;
  create(inputs: Properties): Promise<RecordedObject>;
  /** Undefined: the object is gone. */
  read(id: string, properties: Properties): Promise<RecordedObject | undefined>;
  update(id: string, olds: Properties, news: Properties): Promise<RecordedObject>;
  delete(id: string, properties: Properties): Promise<void>;
}

/** The lifecycle of one resource class. Every promise is kept here once, for all resources and all hosts. */
export function lifecycleOf<Args extends Naming, Live, Kept extends object>(
  definition: ResourceDefinition<Args, Live, Kept>,
  run: Run,
): Lifecycle {
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
  function staged<Result>(work: (stage: Stage<Args, Live, Kept>) => Promise<Result>): Promise<Result> {
    const stage = new Stage(definition, run);
    return stage.explain(() => work(stage));
  }

  function record(made: Made<Kept>, placement: Placement, { account, urn = "" }: Scene): RecordedObject {
    memory.hold({ account, className, id: made.id }, urn);
    const properties = writeStored(made.outputs, made.kept, placement, secretNames);
    return { id: made.id, properties, unfinished: made.unfinished };
  }

  return {
    labelOf,
    configure: (request) => run.configure(request),

    check: (olds, news) => {
      learn(typeof news.adoptId === "string" ? news.adoptId : undefined, olds, news);
      const checked = () => staged((stage) => check(stage, olds, news));
      if (run.report === undefined) return checked();
      const { urn } = new Stage(definition, run).read(news).resource;
      return collectCheck(run.report, { className, urn }, news, checked);
    },

    diff: (id, olds, news) =>
      staged(async (stage) => {
        learn(id, olds, news);
        const { report } = run;
        if (report !== undefined) return collect(report, stage, { id, olds, news });
        const request = previewRequest(stage, { id, olds, news });
        const { scene, read } = request;
        const place = { account: scene.account, className, id };
        const isDeclared = memory.isDeclared(read.resource);
        const managed = manageAll(request);
        const plan = await (isDeclared ? preview(request) : comparedInRefresh(request));
        for (const line of plan.notes) await scene.voice.info(line);
        for (const line of plan.warnings) await scene.voice.warn(line);
        for (const line of plan.runWarnings) await scene.voice.warnOnceARun(line);
        if (plan.refusal !== undefined) throw new Refusal(plan.refusal);
        const changes = plan.action !== "none";
        if (isDeclared && changes) memory.object(place).isPlanned = true;
        if (plan.replaces.length > 0) for (const each of managed) memory.object(each).managedBy = undefined;
        return { changes, replaces: plan.replaces };
      }),

    create: (inputs) =>
      staged(async (stage) => {
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
        return record(made, placement, scene);
      }),

    read: (id, properties) =>
      staged(async (stage) => {
        learn(id, properties);
        const stored = readStored<Kept>(definition.kept, properties);
        const held = stage.held(stored.home);
        const scene = stage.scene(held, stage.urnOf(id), labelOf(id));
        holdAll(definition, scene, { id, stored, holder: "" });
        if (scene.configuration.driftCheck === "off") {
          await scene.voice.warnOnceARun(notLookedLine);
          return { id, properties };
        }
        const sight = await observeAt(definition, scene, { id, stored, rehome: held.rehome });
        if (sight.state === "found") {
          const outputs = definition.outputsOf(sight.live, stored, scene.clock.now().toISOString());
          return { id, properties: writeStored(outputs, stored.kept, held, secretNames) };
        }
        if (sight.state === "unknown") {
          if (scene.configuration.driftCheck === "strict") throw sight.error;
          await scene.voice.warn(`could not be read, state is left as it is: ${stage.reasonOf(sight.error)}`);
          return { id, properties };
        }
        if (held.rehome) throw new Refusal(moveRefused(id));
        await scene.voice.warn(`gone: ${labelOf(id)} was deleted outside Pulumi (${sight.why})`);
        return undefined;
      }),

    update: (id, olds, news) =>
      staged(async (stage) => {
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
        return record(made, placement, scene);
      }),

    delete: (id, properties) =>
      staged(async (stage) => {
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
