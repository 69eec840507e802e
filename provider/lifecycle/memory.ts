import type { ResourceInput } from "./inputs.js";

/**
 * What one process was told in the course of a run and later methods need. It holds no live state of the service: losing
 * it loses rows and courtesies, never a promise.
 */
export class Memory {
  readonly #urnsByTag = new Map<string, string>();
  readonly #claims = new Map<string, string>();
  readonly #holders = new Map<string, string>();

  /** State keeps a resource's tag and not its urn, which stands there anyway; later methods ask for it here. */
  rememberUrn({ tag, urn }: ResourceInput): void {
    if (urn !== "") this.#urnsByTag.set(tag, urn);
  }

  urnOf({ tag, urn }: ResourceInput): string {
    return urn || (this.#urnsByTag.get(tag) ?? "");
  }

  /** Claims something for one resource alone; the urn of another that has it already, if there is one. */
  claim(what: string, urn: string): string | undefined {
    if (urn === "") return undefined;
    const holder = this.#claims.get(what) ?? urn;
    this.#claims.set(what, holder);
    return holder === urn ? undefined : holder;
  }

  /** State holds the object for this resource. */
  hold(className: string, id: string, urn: string): void {
    this.#holders.set(`${className} ${id}`, urn || (this.holder(className, id) ?? ""));
  }

  /** The urn of the resource whose state holds the object ("" where that is all we know); undefined: none that we saw. */
  holder(className: string, id: string): string | undefined {
    return this.#holders.get(`${className} ${id}`);
  }
}
