import type { PaymentAccount } from "../api/service";
import type { Properties, ReadInputs, ResourceInput } from "./inputs";

/** An object as the service knows it: two services, or two sandboxes, may give one id twice. */
export interface ObjectPlace {
  account: Pick<PaymentAccount, "serviceUrl" | "accountId">;
  className: string;
  id: string;
}

export const keyPlace = (account: ObjectPlace["account"], id: string): ObjectPlace => ({
  account,
  className: "ApiKey",
  id,
});

const keyOf = ({ account, className, id }: ObjectPlace): string =>
  [account.serviceUrl, account.accountId, className, id].join(" ");

/** What one run knows of one object. */
interface ObjectEntry {
  /** The resource whose state records it, by its urn; "" where that is all we know. */
  recordedBy?: string;
  /** The resource of the program that manages it. */
  managedBy?: string | undefined;
  /** This run created it or took it over: whoever held it before must not take it away again. */
  isCreated?: true;
  /** This run plans to change it, or has changed it: what was seen of it before will not stay so. */
  isPlanned?: true;
  /** As the program declares it: another resource must not take that away, or write something else. */
  declared?: ReadInputs<unknown>;
  /** What state keeps of it, for a replacement that manages the same one. */
  privateState?: object;
  /** Its outputs as state recorded them before this run read it. */
  outputsBefore?: Properties;
}

/**
 * What one process was told in the course of a run and later methods need: of objects, of resources, of names. It holds no
 * live state of the service.
 */
export class RunRegistry {
  readonly #objects = new Map<string, ObjectEntry>();
  /** Class and urn of each resource whose state records an object. */
  readonly #recording = new Set<string>();
  readonly #urnsByTag = new Map<string, string>();
  readonly #inputsInState = new Map<string, Properties>();
  readonly #claims = new Map<string, string>();
  readonly #namesInDoubt = new Set<string>();
  readonly #gone = new Set<string>();

  /** What is known of an object so far. */
  object(place: ObjectPlace): ObjectEntry {
    const key = keyOf(place);
    const entry = this.#objects.get(key) ?? {};
    this.#objects.set(key, entry);
    return entry;
  }

  /** State records the object for this resource. */
  record(place: ObjectPlace, urn: string): void {
    const entry = this.object(place);
    entry.recordedBy = urn || (entry.recordedBy ?? "");
    this.#recording.add(`${place.className} ${entry.recordedBy}`);
  }

  /** The urn of the resource whose state records the object ("" where that is all we know); undefined: none that we saw. */
  recordedBy(place: ObjectPlace): string | undefined {
    return this.#objects.get(keyOf(place))?.recordedBy;
  }

  /** State records some object of this class for this resource. */
  recordsAny(className: string, urn: string): boolean {
    return this.#recording.has(`${className} ${urn}`);
  }

  /**
   * The program manages the object through this resource; the urn of another of its resources that does already, if there
   * is one. Two of them would undo each other's changes in every run.
   */
  manage(place: ObjectPlace, urn: string): string | undefined {
    const other = this.managerOf(place, urn);
    if (urn !== "" && other === undefined) this.object(place).managedBy = urn;
    return other;
  }

  /** The urn of another resource of the program that manages the object, if there is one. */
  managerOf(place: ObjectPlace, urn: string): string | undefined {
    const managedBy = this.#objects.get(keyOf(place))?.managedBy;
    return urn === "" || managedBy === urn ? undefined : managedBy;
  }

  /** State keeps a resource's tag and not its urn, which stands there anyway; later methods ask for it here. */
  rememberUrn({ tag, urn }: ResourceInput): void {
    if (urn !== "") this.#urnsByTag.set(tag, urn);
  }

  urnOf({ tag, urn }: ResourceInput): string {
    return urn || (this.#urnsByTag.get(tag) ?? "");
  }

  /**
   * The program of this run declares the resource: its check was called. A refresh asks for a diff of what state alone
   * declares, under the urn that the resource had.
   */
  isDeclared({ tag }: ResourceInput): boolean {
    return this.#urnsByTag.has(tag);
  }

  /** What the program declared when state was last written; a diff is told the outputs alone. */
  rememberInputs({ urn }: Pick<ResourceInput, "urn">, inputs: Properties): void {
    if (urn !== "") this.#inputsInState.set(urn, inputs);
  }

  /** Undefined: state holds no object of the resource, as far as a check has told. */
  inputsInState({ urn }: Pick<ResourceInput, "urn">): Properties | undefined {
    return this.#inputsInState.get(urn);
  }

  /** This run read the resource's object and found it gone: the program creates it again. */
  noteGone(urn: string): void {
    this.#gone.add(urn);
  }

  isGone(urn: string): boolean {
    return this.#gone.has(urn);
  }

  /** Claims something for one resource alone; the urn of another that has it already, if there is one. */
  claim(what: string, urn: string): string | undefined {
    if (urn === "") return undefined;
    const recordedBy = this.#claims.get(what) ?? urn;
    this.#claims.set(what, recordedBy);
    return recordedBy === urn ? undefined : recordedBy;
  }

  /** A creation under this name was not answered. */
  doubt({ serviceUrl, accountId }: ObjectPlace["account"], name: string): void {
    this.#namesInDoubt.add(`${serviceUrl} ${accountId} ${name}`);
  }

  isInDoubt({ serviceUrl, accountId }: ObjectPlace["account"], name: string): boolean {
    return this.#namesInDoubt.has(`${serviceUrl} ${accountId} ${name}`);
  }
}
