import type { PaymentAccount } from "../api/service.js";
import type { Properties, ReadInputs, ResourceInput } from "./inputs.js";

/** An object as the service knows it: two services, or two sandboxes, may give one id twice. */
export interface ObjectPlace {
  account: Pick<PaymentAccount, "serviceUrl" | "accountId">;
  className: string;
  id: string;
}

const keyOf = ({ account, className, id }: ObjectPlace): string =>
  [account.serviceUrl, account.accountId, className, id].join(" ");

/**
 * What one process was told in the course of a run and later methods need. It holds no live state of the service.
 */
export class Memory {
  readonly #urnsByTag = new Map<string, string>();
  readonly #claims = new Map<string, string>();
  readonly #holders = new Map<string, { className: string; urn: string }>();
  readonly #inState = new Set<string>();
  readonly #namesInState = new Map<string, string>();
  readonly #inDoubt = new Set<string>();
  readonly #made = new Set<string>();
  readonly #planned = new Set<string>();
  readonly #kept = new Map<string, object>();
  readonly #declared = new Map<string, ReadInputs<unknown>>();
  readonly #inputsInState = new Map<string, Properties>();

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

  /** Claims something for one resource alone; the urn of another that has it already, if there is one. */
  claim(what: string, urn: string): string | undefined {
    if (urn === "") return undefined;
    const holder = this.#claims.get(what) ?? urn;
    this.#claims.set(what, holder);
    return holder === urn ? undefined : holder;
  }

  /**
   * The program manages the object through this resource; the urn of another of its resources that does already, if there
   * is one. Two of them would undo each other's changes in every run.
   */
  manage(place: ObjectPlace, urn: string): string | undefined {
    return this.claim(keyOf(place), urn);
  }

  /** The urn of another resource of the program that manages the object, if there is one. Claims nothing. */
  managerOf(place: ObjectPlace, urn: string): string | undefined {
    const manager = this.#claims.get(keyOf(place));
    return urn === "" || manager === urn ? undefined : manager;
  }

  /** Who manages the object is replaced: by the end of the run nobody does. */
  giveUp(place: ObjectPlace): void {
    this.#claims.delete(keyOf(place));
  }

  /** State holds the object for this resource. */
  hold(place: ObjectPlace, urn: string): void {
    const { className } = place;
    this.#holders.set(keyOf(place), { className, urn: urn || (this.holder(place) ?? "") });
  }

  /** The urn of the resource whose state holds the object ("" where that is all we know); undefined: none that we saw. */
  holder(place: ObjectPlace): string | undefined {
    return this.#holders.get(keyOf(place))?.urn;
  }

  /** State holds some object of this class for this resource. */
  holdsAny(className: string, urn: string): boolean {
    return [...this.#holders.values()].some((held) => held.urn === urn && held.className === className);
  }

  /** State holds an object for this resource; which one, no diff may have told. */
  noteInState(urn: string): void {
    this.#inState.add(urn);
  }

  isInState(urn: string): boolean {
    return urn !== "" && this.#inState.has(urn);
  }

  /** State holds an object of this declared name for this resource; which one, no diff may have told. */
  nameInState(urn: string, name: string): void {
    this.#namesInState.set(urn, name);
  }

  stateHasName(urn: string, name: string): boolean {
    return this.#namesInState.get(urn) === name;
  }

  /** A creation under this name was not answered. */
  doubt(account: ObjectPlace["account"], name: string): void {
    this.#inDoubt.add(keyOf({ account, className: "", id: name }));
  }

  isInDoubt(account: ObjectPlace["account"], name: string): boolean {
    return this.#inDoubt.has(keyOf({ account, className: "", id: name }));
  }

  /** This run created the object, or took it over: whoever held it before must not take it away again. */
  made(place: ObjectPlace): void {
    this.#made.add(keyOf(place));
  }

  wasMade(place: ObjectPlace): boolean {
    return this.#made.has(keyOf(place));
  }

  /** This run plans to change the object, or has changed it: what was seen of it before will not stay so. */
  plan(place: ObjectPlace): void {
    this.#planned.add(keyOf(place));
  }

  isPlanned(place: ObjectPlace): boolean {
    return this.#planned.has(keyOf(place));
  }

  /** The program declares the object so: another resource must not take that away, or write something else. */
  declare(place: ObjectPlace, read: ReadInputs<unknown>): void {
    this.#declared.set(keyOf(place), read);
  }

  declaredOf(place: ObjectPlace): ReadInputs<unknown> | undefined {
    return this.#declared.get(keyOf(place));
  }

  /** What the program declared when state was last written; a diff is told the outputs alone. */
  rememberInputs({ tag }: ResourceInput, inputs: Properties): void {
    if (tag !== "") this.#inputsInState.set(tag, inputs);
  }

  inputsInState({ tag }: ResourceInput): Properties | undefined {
    return this.#inputsInState.get(tag);
  }

  /** What state keeps of an object, for a replacement that manages the same one. */
  keep(place: ObjectPlace, kept: object): void {
    this.#kept.set(keyOf(place), kept);
  }

  keptOf(place: ObjectPlace): object | undefined {
    return this.#kept.get(keyOf(place));
  }
}
