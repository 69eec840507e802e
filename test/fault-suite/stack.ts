import type { Properties } from "../../provider/lifecycle/inputs";
import type { ResourceClassName } from "../../provider/text/class-names";
import { type Declared, type Ended, type Entry, type Form, StandInEngine } from "../stand-in-engine/engine";
import type { Host } from "../stand-in-engine/host";

/** A stack of one resource. The host of a command may serve others, and outlives it. */
export class Stack {
  private host: Host | undefined;
  readonly engine: StandInEngine;

  constructor(
    readonly className: ResourceClassName,
    readonly name: string,
    form: Form,
  ) {
    const place = { organization: "organization", project: "faults", stack: "test" };
    this.engine = new StandInEngine(() => this.host!, place, form);
  }

  get recorded(): Entry | undefined {
    return this.engine.state[0];
  }

  up(host: Host, args: Properties): Promise<Ended> {
    return this.on(host).up(this.program(args));
  }

  preview(host: Host, args: Properties): Promise<Ended> {
    return this.on(host).preview(this.program(args));
  }

  refresh(host: Host): Promise<Ended> {
    return this.on(host).refresh();
  }

  destroy(host: Host): Promise<Ended> {
    return this.on(host).destroy();
  }

  private on(host: Host): StandInEngine {
    this.host = host;
    return this.engine;
  }

  private program(args: Properties): Declared[] {
    return [{ className: this.className, name: this.name, args: () => args }];
  }
}
