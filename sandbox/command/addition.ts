import type { SandboxOptions } from "../options";
import type { Sandbox } from "../sandbox";
import type { Flag } from "./flags";

/** What another program that runs the command of the sandbox adds to it. */
export interface Addition {
  /** Its own options, which help lists behind the others. */
  flags: readonly Flag[];
  /**
   * Called before anything is started.
   *
   * @param values every option of the command line, by its name; of one without value `[""]`
   * @returns nothing where none of its options is given
   * @throws Error: nothing is started, and the caller of the command gets the error
   */
  prepare(values: ReadonlyMap<string, readonly string[]>): Promise<Prepared | undefined>;
}

export interface Prepared {
  /** Options of the sandbox; those of the command line win. */
  options: SandboxOptions;
  /**
   * Called once the sandbox can be reached.
   *
   * @returns what a person reads in place of how to call it
   * @throws Error: the sandbox is closed, and the caller of the command gets the error
   */
  ready(sandbox: Sandbox): Promise<string>;
}
