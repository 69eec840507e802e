import type { z } from "zod";
import type { Observation, PaymentAccount } from "../api/service.js";
import type { Configuration } from "../configuration/configuration.js";
import type { Connection } from "../configuration/connection.js";
import type { Problem } from "../configuration/problem.js";
import type { ReadInputs, ResourceInput } from "./inputs.js";
import type { Memory } from "./memory.js";

/** What a resource works with: its account at the service, what the run was told, and a voice on its own row. */
export interface Scene {
  /** For calls that act on the merchant account. */
  account: PaymentAccount;
  /** For webhook endpoint and event calls: the same, or the partner account (setting `endpointAccount`). */
  endpointAccount: PaymentAccount;
  connection: Connection;
  configuration: Omit<Configuration, "rehome" | "notes">;
  voice: Voice;
  clock: Clock;
  /** What this run was told of other resources. */
  memory: Memory;
  /** The resource's, where it is known. */
  urn?: string | undefined;
}

/** Time, injected at the edge. */
export interface Clock {
  now(): Date;
  /** Since the engine was started: its preview and its writes share that moment. In milliseconds. */
  sinceRunStartMs(): number;
  sleep(ms: number): Promise<void>;
}

/** Lines on the resource's row. Never a secret. */
export interface Voice {
  info(line: string): Promise<void>;
  warn(line: string): Promise<void>;
  /** What many resources would say alike: once a run, whichever says it first. */
  warnOnceARun(line: string): Promise<void>;
}

/** One way in which what is live is not what is wanted. */
export interface Difference {
  field: string;
  /** The argument that declares it, where it has another name: what `ignoreChanges` and `replaceOnChanges` speak of. */
  argument?: string;
  wanted: unknown;
  live: unknown;
  /** What applying it will mean, or why it is not applied: a sentence. */
  advice?: string;
  /** False where an update would not repair it: then it is said, and never planned. */
  repairable: boolean;
  /** A step whose time has come, a clause: planned like a difference, and said as what it is. Nobody changed anything. */
  due?: string;
  /** The live value was as declared until the program changed: no drift. */
  byProgram?: true;
  /** Such a step that the program or this run asked for: planned also where steps that are due are said only. */
  isAsked?: boolean;
}

/** What a resource's comparison found. */
export interface Comparison {
  differences: Difference[];
  /** What should be said and is no difference: said once a run. */
  notes?: string[];
  /** What stands still on this object and needs a person, and is no difference. */
  warnings?: string[];
  /** What holds for the service or the account as a whole: warned about once a run. */
  runWarnings?: string[];
  /** The service shows nothing of such objects, so that finding nothing wrong proves nothing. */
  unseen?: true;
  /** Why live state forbids what is declared; any of them fails the preview. */
  refusals?: string[];
}

/** What state remembers of an object: its outputs, and `kept`, what the service does not tell and read or delete need. */
export interface Stored<Kept> {
  outputs: Readonly<Record<string, unknown>>;
  kept: Partial<Kept>;
}

export interface Made<Kept> {
  id: string;
  outputs: Record<string, unknown>;
  kept: Kept;
  /** Why the object is there and not as wanted; it is saved, and the run fails saying this. */
  unfinished?: string;
}

/** What this run was told of the program, seen from one account. */
export interface Declarations {
  account: Pick<PaymentAccount, "serviceUrl" | "accountId">;
  memory: Memory;
}

/** What a preview has found out of a write to the service that it plans. */
export interface PlannedWrite<Args, Live, Kept> {
  id: string;
  args: Partial<Args>;
  /** The object as it was just seen; undefined: it is gone, and is made anew. */
  live: Live | undefined;
  stored: Stored<Kept>;
  /** The object is replaced: another is made. */
  replaces: boolean;
  /** And this one is removed then, unless `retainOnDelete` keeps it. */
  removes: boolean;
  /** The fields that an update is to write. */
  fields: ReadonlySet<string>;
}

/**
 * A resource, as its author writes it: what it is, how it is seen, how it is compared, how it is changed. `Live` is what
 * can be observed. Everything else (checking, guards, drift, messages) is the lifecycle's, once for all resources.
 */
export interface ResourceDefinition<Args, Live, Kept> {
  /** Name of the SDK class, and the last part of the type token. */
  readonly className: string;
  /** What it is called in a sentence. */
  readonly noun: string;
  /** One paragraph for the docs. */
  readonly description: string;
  readonly args: z.ZodObject;
  readonly outputs: z.ZodObject;
  /** Every field optional: state of any version may lack it. */
  readonly kept: z.ZodObject;
  /** What one field's schema can't see. Pure; gets what is known, and the names of what is not known yet or ill-formed. Default: nothing. */
  problems?(args: Partial<Args>, unusable: ReadonlySet<string>): Problem[];
  /** The keys that state holds in this object, by their ids: no other resource of the program may manage them. Pure. Default: none. */
  keysIn?(stored: Stored<Kept>): string[];
  /** What no two resources of a stack may manage both, such as `adoptId key_1`. Pure. */
  claims(args: Partial<Args>): string[];
  /**
   * Notes what the program declares here, for other resources of the run, and says why it can't stand beside what those
   * declare. Asks nobody; runs in every mode, and again once an object is created or changed. Default: nothing.
   *
   * @param object left out of a check, which does not see the object
   */
  conflicts?(run: Declarations, read: ReadInputs<Args>, object?: { id: string; stored: Stored<Kept> }): Problem[];
  /** Whether a new object's once-only value will stay unknown, so that a program which reads it fails in the preview. Default: false. */
  lacksValue?(run: Declarations, read: ReadInputs<Args>): boolean;
  /** What is wrong with making this, by what is live now. Reads only; runs in preview. */
  preconditions(scene: Scene, args: Partial<Args>, resource: ResourceInput): Promise<Problem[]>;
  /** Why a write that is planned would be refused, by what is live now. Reads only; runs in preview. Default: nothing. */
  writeProblems?(scene: Scene, planned: PlannedWrite<Args, Live, Kept>): Promise<Problem[]>;
  /** For a decision: from the shared snapshot. */
  observe(scene: Scene, id: string, stored: Stored<Kept>): Promise<Observation<Live>>;
  /** Whether anything of it was really seen at the service: a move to another address is believed only then. Pure. Default: what is found was seen. */
  isSeen?(live: Live): boolean;
  /** Live against wanted. Pure. Fields that are not known (absent from `args`) are not compared. */
  compare(args: Partial<Args>, live: Live, stored: Stored<Kept>, rules: Scene["configuration"]): Comparison;
  /** Stored in place of live, for where nobody looked. Pure. */
  liveOf(stored: Stored<Kept>, id: string): Live;
  /** What a replacement of a missing object means for its users: a sentence. */
  readonly goneAdvice: string;
  create(scene: Scene, args: Args, resource: ResourceInput): Promise<Made<Kept>>;
  /** Makes the named fields as wanted; reads again first. Returns everything that state is to hold. */
  change(
    scene: Scene,
    id: string,
    args: Args,
    stored: Stored<Kept>,
    fields: ReadonlySet<string>,
    resource: ResourceInput,
  ): Promise<Made<Kept>>;
  /** What is kept for these arguments: a change of it alone is recorded without a write to the service. Pure. Default: what is kept stays. */
  keptFor?(args: Partial<Args>, kept: Partial<Kept>): Partial<Kept>;
  /** What state holds after a reading. Never loses the once-only value. Pure. */
  outputsOf(live: Live, stored: Stored<Kept>, observedAt: string): Record<string, unknown>;
  /** Removes the object, or leaves it as found; returns what there is to say. */
  remove(scene: Scene, id: string, stored: Stored<Kept>): Promise<string | undefined>;
}
