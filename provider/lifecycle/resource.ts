import type { z } from "zod";
import type { Observation, PaymentAccount } from "../api/service";
import type { Configuration } from "../configuration/configuration";
import type { Connection } from "../configuration/connection";
import type { Problem } from "../configuration/problem";
import type { KeyDeletion, KeyWrite } from "../guards/guard";
import type { Change } from "../report/record";
import type { ReadInputs, ResourceInput } from "./inputs";
import type { RunRegistry } from "./run-registry";

/** What a resource works with: its account at the service, what the run was told, and the log of its own row. */
export interface ResourceContext {
  /** For calls that act on the merchant account. */
  account: PaymentAccount;
  /** For webhook endpoint and event calls: the same, or the partner account (setting `endpointAccount`). */
  endpointAccount: PaymentAccount;
  connection: Connection;
  configuration: Omit<Configuration, "relocate" | "notes">;
  log: ResourceLogger;
  clock: Clock;
  /** What this run was told of other resources. */
  registry: RunRegistry;
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
export interface ResourceLogger {
  info(line: string): Promise<void>;
  warn(line: string): Promise<void>;
  /** What many resources would say alike: once a run, whichever says it first. */
  warnOnceARun(line: string): Promise<void>;
}

/**
 * What a resource states of a change: the argument that declares the field is what `ignoreChanges` and `replaceOnChanges` speak
 * of, and what is not repairable is said and never planned. State's sides and the cause are found by `classify`.
 */
export interface Difference extends Pick<Change, "field" | "argument" | "advice" | "repairable"> {
  desired: unknown;
  live: unknown;
  /** Stated where the field tells it by itself. A step that is `due` is planned like a difference: its advice is a clause. */
  cause?: "unhealthy" | "gone" | "due";
  /** A step that the program or this run asked for: planned also where steps that are due are said only. */
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
  unobservable?: true;
  /** Why live state forbids what is declared; any of them fails the preview. */
  refusals?: string[];
  /** The field of the object that this one is a part of, from which all that differs here follows. */
  follows?: string;
}

/** What state remembers of an object: its outputs, and the private state, which the service does not tell and which read or delete need. */
export interface RecordedState<Private> {
  outputs: Readonly<Record<string, unknown>>;
  privateState: Partial<Private>;
}

export interface CreateResult<Private> {
  id: string;
  outputs: Record<string, unknown>;
  privateState: Private;
  /** Why the object is there and not as wanted; it is saved, and the run fails saying this. */
  unfinished?: string;
}

/** What this run was told of the program, seen from one account. */
export interface Declarations {
  account: Pick<PaymentAccount, "serviceUrl" | "accountId">;
  registry: RunRegistry;
}

/** What a preview has found out of a write to the service that it plans. */
export interface PlannedWrite<Args, Live, Private> {
  id: string;
  args: Partial<Args>;
  /** The object as it was just seen; undefined: it is gone, and is recreated. */
  live: Live | undefined;
  recorded: RecordedState<Private>;
  /** The object is replaced: another is made. */
  replaces: boolean;
  /** And this one is removed then, unless `retainOnDelete` keeps it. */
  removes: boolean;
  /** The fields that an update is to write. */
  fields: ReadonlySet<string>;
}

/**
 * One field of a resource: everything that checking, comparing, writing, state, types and docs need to know of it. What is
 * no function stands in the schemas' metadata: description, secret, set, create-only.
 */
export interface TableField<Live, Private> {
  /** The argument of the program. */
  readonly input?: z.ZodType;
  /** The output that state records. */
  readonly output?: z.ZodType;
  /** The output after a reading. Default: what state records stays. Pure. */
  observe?(live: Live, recorded: RecordedState<Private>): unknown;
  /** The live value as state last recorded it, for where nobody looked. Pure. */
  restore?(output: unknown): unknown;
  /** How the live value is compared with the program's. Default: not at all. */
  readonly comparison?: FieldComparison<Live, Private>;
}

/** How one field is compared, and written where it differs. Each function annotates the arguments that it needs. Pure. */
interface FieldComparison<Live, Private> {
  /** What the field is to be; undefined: not compared. */
  desired(args: object, recorded: RecordedState<Private>, live: Live): unknown;
  /** What it is. Sets are canonical. */
  live(live: Live, args: object): unknown;
  /** Whether the service shows the desired value this way. Default: only the same value is the same. */
  isNormalized?(privateState: Partial<Private>, desired: unknown, live: unknown): boolean;
  /** The part of the update that writes it. */
  write(desired: unknown, live: Live, args: object): object;
}

export type Table<Live, Private> = Readonly<Record<string, TableField<Live, Private>>>;

/** A plan shares the run's snapshot; right before a write everything is read anew. */
export type Reading = "observe" | "observeNow";

/** What a comparison is decided by beside its sides. */
export type PlanRules = ResourceContext["configuration"] & {
  /** Deletions that a guard refuses for now: why, by the key's id. */
  postponed?: ReadonlyMap<string, string>;
};

/** An update, as the engine asks for it. */
export interface PlannedChange<Args, Live, Private> {
  id: string;
  args: Args;
  recorded: RecordedState<Private>;
  /** The fields that may be written. */
  fields: ReadonlySet<string>;
  resource: ResourceInput;
  /** Reads the object again, right before a write. */
  observeNow(): Promise<{ observation: Observation<Live>; postponed: ReadonlyMap<string, string> }>;
}

/** An existing object that a resource takes over as it is. */
export interface ImportedObject<Private> extends CreateResult<Private> {
  /** The arguments that leave it as it is. */
  args: Record<string, unknown>;
}

/** What is planned for an object that is not there yet. */
export interface PlannedCreate {
  /** What stands against it, beside what the guards say of the writes. */
  problems?: Problem[];
  writes: KeyWrite[];
}

/** What is said of an object that is gone. */
interface GoneWords {
  /** What recreating it means for its users: a sentence. */
  readonly advice: string;
  /** How a person brings it back where no up can create it: a clause. Default: up creates it. */
  readonly restore?: string;
}

/** What a resource has to do with API keys. Pure. The default of each is none. */
interface KeyUse<Args, Live, Private> {
  /** The keys that state holds in this object, by their ids: no other resource of the program may manage them. */
  heldBy?(recorded: RecordedState<Private>): string[];
  /**
   * The keys whose scopes this manages: another resource must not declare the same scopes of one.
   *
   * @param object left out of a check, which does not see the object
   */
  scopedBy?(args: Partial<Args>, object?: { id: string; recorded: RecordedState<Private> }): string[];
  /** Whether a new object's once-only value will stay unknown, so that a program which reads it fails in the preview. */
  lackValue?(run: Declarations, read: ReadInputs<Args>): boolean;
  /** The writes on keys that a planned update or replacement makes: the lifecycle asks the guards about them. */
  plannedWrites?(planned: PlannedWrite<Args, Live, Private>, rules: ResourceContext["configuration"]): KeyWrite[];
  /** Deletions that an update may make and that may wait: the guards are asked, and a plan goes on without one that is refused. */
  postponableDeletions?(live: Live, recorded: RecordedState<Private>): KeyDeletion[];
}

/**
 * A resource, as its author writes it: a table of fields, and how its object is observed, created, changed and removed.
 * `Live` is what can be observed. Everything else (checking, guards, drift, messages) is the lifecycle's, once for all
 * resources.
 */
export interface ResourceSource<Args, Live, Private> {
  /** Name of the SDK class, and the last part of the type token. */
  readonly className: string;
  /** What it is called in a sentence. */
  readonly noun: string;
  /** One paragraph for the docs. */
  readonly description: string;
  readonly fields: Table<Live, Private>;
  /** Every field optional: state of any version may lack it. */
  readonly privateState: z.ZodObject;
  /** The argument that names an existing object: no two resources of a stack may name the same. */
  readonly namedBy: keyof Args & string;
  /** What to say of a missing object. */
  readonly gone: GoneWords;
  /** Class of the object that this one is a part of, under the same id. Default: it is an object of its own. */
  readonly partOf?: string;
  /** What one field's schema can't see. Pure; gets what is known, and the names of what is not known yet or ill-formed. Default: nothing. */
  problems?(args: Partial<Args>, unusable: ReadonlySet<string>): Problem[];
  /** What it has to do with API keys. Default: nothing. */
  readonly keys?: KeyUse<Args, Live, Private>;
  /** Looks at what a new object would meet, and says what creating it writes. Reads only; runs in preview. */
  planCreate(context: ResourceContext, args: Partial<Args>, resource: ResourceInput): Promise<PlannedCreate>;
  observe(
    context: ResourceContext,
    id: string,
    recorded: RecordedState<Private>,
    reading: Reading,
  ): Promise<Observation<Live>>;
  /**
   * Reads an existing object that is to be managed as it is: an adopted one, which stays where it is when it is destroyed.
   *
   * @param id of the object, or for a rotation of the key that it begins with
   * @throws Refusal for an object that can't be taken over as it is
   */
  importObject(
    context: ResourceContext,
    id: string,
    args: Partial<Args>,
    resource: ResourceInput,
  ): Promise<Observation<ImportedObject<Private>>>;
  /** Live against wanted. Pure. Fields that are not known (absent from `args`) are not compared. */
  compare(args: Partial<Args>, live: Live, recorded: RecordedState<Private>, rules: PlanRules): Comparison;
  /** Stored in place of live, for where nobody looked. Pure. */
  liveOf(recorded: RecordedState<Private>, id: string): Live;
  create(context: ResourceContext, args: Args, resource: ResourceInput): Promise<CreateResult<Private>>;
  /** Makes the named fields as wanted; reads again first. Returns everything that state is to hold. */
  change(context: ResourceContext, change: PlannedChange<Args, Live, Private>): Promise<CreateResult<Private>>;
  /**
   * What state is to hold for these arguments: its private state, and the outputs that they supply and state lacks. A change of it
   * alone is recorded without a write to the service. Pure. Default: what state holds.
   */
  recordedFor?(args: Partial<Args>, recorded: RecordedState<Private>): RecordedState<Private>;
  /** What state holds after a reading. Never loses the once-only value. Pure. Default: as the table observes. */
  outputsOf?(live: Live, recorded: RecordedState<Private>, observedAt: string): Record<string, unknown>;
  /** Removes the object, or leaves it as found; returns what there is to say. */
  remove(context: ResourceContext, id: string, recorded: RecordedState<Private>): Promise<string | undefined>;
}

/** A resource with what follows from its table. */
export interface ResourceDefinition<Args, Live, Private> extends ResourceSource<Args, Live, Private> {
  readonly args: z.ZodObject;
  readonly outputs: z.ZodObject;
  outputsOf(live: Live, recorded: RecordedState<Private>, observedAt: string): Record<string, unknown>;
}
