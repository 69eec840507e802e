import type { ConfigureRequest } from "../configuration/sources";
import { twoManagersLine } from "../guards/adopt";
import type { Change } from "../report/record";
import { knownSecrets } from "../text/secrets";
import type { Naming } from "./accounts";
import { type CheckFailure, check } from "./check";
import { collect } from "./collect";
import { collectCheck } from "./collect-check";
import { type Properties, secretFields, unknownMarker } from "./inputs";
import { manageAll } from "./managed";
import { observeAt, observeForPlan } from "./observe-at";
import { notObservedLine } from "./plan";
import { comparedInRefresh, preview } from "./preview";
import { previewRequest, registerKeys } from "./preview-request";
import { ProviderCall } from "./provider-call";
import { Refusal } from "./refusal";
import type { CreateResult, ResourceContext, ResourceDefinition } from "./resource";
import type { Run } from "./run";
import { scopeConflicts } from "./scope-conflicts";
import { type Placement, readStored, unknownOutputs, writeStored } from "./state";

/** What state is to hold of an object. */
export interface RecordedObject {
  id: string;
  properties: Properties;
  /** Why the object is there and not as wanted: it is recorded, and the run fails saying this. */
  unfinished?: string | undefined;
  /** Names of outputs that a newer version left in state. This version keeps them, and can't tell which of them are secrets. */
  unknownOutputs?: readonly string[];
}

/** Whether an object is to be changed or replaced, why it is replaced, and what of it differs. */
export interface Diff {
  changes: boolean;
  replaces: string[];
  differing: readonly Change[];
}

/** An existing object as state is to record it, with the arguments that would leave it as it is. */
export interface FoundObject {
  id: string;
  properties: Properties;
  inputs: Properties;
}

/** What each method of a provider does, whatever hosts it. Throws Refusal, or an error that is a defect of ours. */
export interface Lifecycle {
  labelOf(id: string): string;
  configure(request: ConfigureRequest): void;
  check(olds: Properties, news: Properties): Promise<{ inputs: Properties; failures: CheckFailure[] }>;
  diff(id: string, olds: Properties, news: Properties): Promise<Diff>;
  create(inputs: Properties): Promise<RecordedObject>;
  /** Undefined: the object is gone. */
  read(id: string, properties: Properties): Promise<RecordedObject | undefined>;
  /**
   * Reads an object that state does not hold. Undefined: there is none.
   *
   * @param isManaged the resource is to manage it from now on: then nothing else of this stack may
   */
  find(id: string, given: Properties, isManaged: boolean): Promise<FoundObject | undefined>;
  update(id: string, olds: Properties, news: Properties): Promise<RecordedObject>;
  delete(id: string, properties: Properties): Promise<void>;
}

const unchanged: Diff = { changes: false, replaces: [], differing: [] };

/** The lifecycle of one resource class. Every promise is kept here once, for all resources and all hosts. */
export function lifecycleOf<Args extends Naming, Live, Private extends object>(
  definition: ResourceDefinition<Args, Live, Private>,
  run: Run,
): Lifecycle {
  const { className, noun } = definition;
  const { registry } = run;
  const secretNames = secretFields(definition);
  /** What state and the program hold of values is known from the first call that brings it. */
  const learn = (id: string | undefined, ...all: Properties[]): void => {
    for (const properties of all)
      for (const name of secretNames) if (properties[name] !== unknownMarker) knownSecrets.learn(properties[name], id);
  };
  const labelOf = (id: string): string => `${noun} ${id}`;
  const moveRefused = (id: string): string =>
    `${labelOf(id)} is not at the new address; the move was refused. If only this object was deleted before the move, remove it from state with 'pulumi state delete'.`;

  /** Every call has its own context: calls of many resources run side by side. */
  function inCall<Result>(work: (providerCall: ProviderCall<Args, Live, Private>) => Promise<Result>): Promise<Result> {
    const providerCall = new ProviderCall(definition, run);
    return providerCall.explain(() => work(providerCall));
  }

  function record(
    result: CreateResult<Private>,
    placement: Placement,
    { account, urn = "" }: ResourceContext,
  ): RecordedObject {
    registry.record({ account, className, id: result.id }, urn);
    const properties = writeStored(result.outputs, result.privateState, placement, secretNames);
    return { id: result.id, properties, unfinished: result.unfinished };
  }

  return {
    labelOf,
    configure: (request) => run.configure(request),

    check: (olds, news) => {
      learn(typeof news.adoptId === "string" ? news.adoptId : undefined, olds, news);
      const checked = () => inCall((providerCall) => check(providerCall, olds, news));
      if (run.report === undefined) return checked();
      const { urn } = new ProviderCall(definition, run).read(news).resource;
      return collectCheck(run.report, { className, urn }, news, checked);
    },

    diff: (id, olds, news) =>
      inCall(async (providerCall) => {
        learn(id, olds, news);
        const { report } = run;
        if (run.isRefreshAsked === false && !registry.isDeclared(providerCall.read(news, id).resource))
          return unchanged;
        if (report !== undefined) {
          await collect(report, providerCall, { id, olds, news });
          return unchanged;
        }
        const request = previewRequest(providerCall, { id, olds, news });
        const { context, read } = request;
        const place = { account: context.account, className, id };
        const isDeclared = registry.isDeclared(read.resource);
        const managed = manageAll(request);
        const plan = await (isDeclared ? preview(request) : comparedInRefresh(request));
        for (const line of plan.notes) await context.log.info(line);
        for (const line of plan.warnings) await context.log.warn(line);
        for (const line of plan.runWarnings) await context.log.warnOnceARun(line);
        if (plan.refusal !== undefined) throw new Refusal(plan.refusal);
        const changes = plan.action !== "none";
        if (isDeclared && changes) registry.object(place).isPlanned = true;
        if (plan.replaces.length > 0) for (const each of managed) registry.object(each).managedBy = undefined;
        return { changes, replaces: plan.replaces, differing: plan.changes };
      }),

    create: (inputs) =>
      inCall(async (providerCall) => {
        learn(undefined, inputs);
        const read = providerCall.read(inputs);
        const { resource } = read;
        const placement = providerCall.desiredPlacement(read);
        const context = providerCall.context(placement, resource.urn, noun);
        const result = await definition.create(context, read.known as Args, resource);
        const place = { account: context.account, className, id: result.id };
        registry.object(place).isCreated = true;
        registry.manage(place, resource.urn);
        scopeConflicts(definition, context, read, { id: result.id, recorded: result });
        return record(result, placement, context);
      }),

    read: (id, properties) =>
      inCall(async (providerCall) => {
        learn(id, properties);
        // A record compares the program with what state said before any reading.
        if (run.report !== undefined) return { id, properties };
        const recorded = readStored<Private>(definition.privateState, properties);
        const placement = providerCall.recordedPlacement(recorded.origin);
        const context = providerCall.context(placement, providerCall.urnOf(id), labelOf(id));
        registerKeys(definition, context, { id, recorded, recordedBy: "" });
        const entry = registry.object({ account: context.account, className, id });
        if (run.readsBeforeDiff) entry.outputsBefore ??= properties;
        if (context.configuration.driftCheck === "off") {
          await context.log.warnOnceARun(notObservedLine);
          return { id, properties };
        }
        const observation = await observeAt(definition, context, { id, recorded, relocates: placement.relocates });
        if (observation.state === "found") {
          const outputs = definition.outputsOf(observation.live, recorded, context.clock.now().toISOString());
          return { id, properties: writeStored(outputs, recorded.privateState, placement, secretNames) };
        }
        if (observation.state === "unknown") {
          if (run.isRefreshAsked === false) return { id, properties };
          if (context.configuration.driftCheck === "strict") throw observation.error;
          await context.log.warn(
            `could not be read, so state stays as it is: ${providerCall.reasonOf(observation.error)}`,
          );
          return { id, properties };
        }
        if (placement.relocates) throw new Refusal(moveRefused(id));
        if (run.readsBeforeDiff && context.urn !== undefined) registry.noteGone(context.urn);
        await context.log.warn(`gone: ${labelOf(id)} was deleted outside Pulumi (${observation.why})`);
        return undefined;
      }),

    find: (id, given, isManaged) =>
      inCall(async (providerCall) => {
        learn(id, given);
        const read = providerCall.read(given);
        const placement = providerCall.desiredPlacement(read);
        const { urn } = read.resource;
        const context = providerCall.context(placement, urn, labelOf(id));
        if (isManaged) {
          const manager = registry.manage(
            { account: context.account, className: definition.keys?.heldBy === undefined ? className : "ApiKey", id },
            urn,
          );
          if (manager !== undefined) throw new Refusal(twoManagersLine(labelOf(id), manager));
        }
        const observation = await definition.importObject(context, id, read.known, read.resource);
        if (observation.state === "unknown") throw observation.error;
        if (observation.state === "absent") return undefined;
        const { args, ...found } = observation.live;
        const { properties } = record({ ...found, id: isManaged ? found.id : id }, placement, context);
        const { accountId, profile } = read.known;
        const inputs = Object.entries({ ...args, accountId, profile }).filter(([, value]) => value !== undefined);
        return { id: isManaged ? found.id : id, properties, inputs: Object.fromEntries(inputs) };
      }),

    update: (id, olds, news) =>
      inCall(async (providerCall) => {
        learn(id, olds, news);
        const read = providerCall.read(news, id);
        const stored = readStored<Private>(definition.privateState, olds);
        const recorded = { ...stored, outputs: definition.recordedFor?.(read.known, stored).outputs ?? stored.outputs };
        const placement = providerCall.desiredPlacement(read);
        providerCall.refuseElsewhere(
          providerCall.recordedPlacement(recorded.origin, { accountNamed: true }),
          placement,
        );
        const context = providerCall.context(placement, read.resource.urn, labelOf(id));
        const ignored = new Set(read.resource.ignoreChanges);
        const fields = Object.keys(definition.args.shape).filter((name) => !ignored.has(name) && !ignored.has("*"));
        const result = await definition.change(context, {
          id,
          args: read.known as Args,
          recorded,
          fields: new Set(fields),
          resource: read.resource,
          observeNow: () => observeForPlan(definition, context, { id, recorded, relocates: false }, "observeNow"),
        });
        scopeConflicts(definition, context, read, { id, recorded: result });
        return { ...record(result, placement, context), unknownOutputs: unknownOutputs(definition, stored.outputs) };
      }),

    delete: (id, properties) =>
      inCall(async (providerCall) => {
        learn(id, properties);
        const recorded = readStored<Private>(definition.privateState, properties);
        const placement = providerCall.recordedPlacement(recorded.origin);
        const context = providerCall.context(placement, providerCall.urnOf(id), labelOf(id));
        const place = { account: context.account, className, id };
        if (registry.object(place).isCreated) {
          await context.log.info(`${labelOf(id)} was taken over in this run, so it is left as it is`);
          return;
        }
        const manager = registry.managerOf(place, context.urn ?? "");
        if (manager !== undefined) {
          await context.log.info(`${labelOf(id)} is managed by ${manager} of this stack, so it is left as it is`);
          return;
        }
        // At another service every object is "gone already": a move is believed only for what is seen there.
        if (placement.relocates) {
          const observation = await observeAt(definition, context, { id, recorded, relocates: placement.relocates });
          if (observation.state === "unknown") throw observation.error;
          if (observation.state === "absent") throw new Refusal(moveRefused(id));
        }
        const line = await definition.remove(context, id, recorded);
        if (line !== undefined) await context.log.info(line);
      }),
  };
}
