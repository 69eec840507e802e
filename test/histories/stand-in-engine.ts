import { type Properties, unknownMarker } from "../../provider/lifecycle/inputs";
import type { ResourceClassName } from "../../provider/text/class-names";
import { tagOf } from "../../sdk/tag";
import { carried, type Process, type World } from "../provider/lifecycle/world";
import type { Options } from "./commands";

/** One resource of a program. `args` gets what other resources of the program are by then. */
export interface Declared {
  className: ResourceClassName;
  name: string;
  /** Names under which state may hold it. */
  aliases?: readonly string[];
  args(idOf: (name: string) => string): Properties;
  options?: Options;
}

export interface Entry {
  className: ResourceClassName;
  name: string;
  id: string;
  inputs: Properties;
  outputs: Properties;
  protect?: true | undefined;
}

/** How a command ended, and all that it said. */
export interface Ended {
  failed: boolean;
  /** What was done or planned, by name: `create`, `same`, … */
  steps: Record<string, string>;
  text: string;
}

interface Failure {
  message?: string;
  details?: string;
  id?: string;
  properties?: Properties;
  reasons?: string[];
}

/** The order of steps of the real engine, its state as JSON between them, and a new provider process for every command. */
export class StandInEngine {
  /** In the order of registration. */
  state: Entry[] = [];
  /** Replaced objects whose deletion did not happen yet. */
  pending: Entry[] = [];

  constructor(
    private readonly world: World,
    /** What every input carries besides; the tag is that of the stack. */
    private readonly stack: string,
  ) {}

  /** State as `pulumi stack export` gives it. */
  exported(): { state: Entry[]; pending: Entry[] } {
    return structuredClone({ state: this.state, pending: this.pending });
  }

  /** In place of what state held, as `pulumi stack import` does. */
  import({ state, pending }: { state: Entry[]; pending: Entry[] }): this {
    this.state = structuredClone(state);
    this.pending = structuredClone(pending);
    return this;
  }

  /** What the program says, with what `ignoreChanges` keeps of the inputs before. */
  private inputsOf(declared: Declared, idOf: (name: string) => string): Properties {
    const { args, options } = declared;
    const urn = this.urnOf(declared);
    const inputs: Properties = { ...args(idOf) };
    const old = this.find(declared);
    for (const ignored of old === undefined ? [] : (options?.ignoreChanges ?? [])) {
      if (old?.inputs[ignored] === undefined) delete inputs[ignored];
      else inputs[ignored] = old.inputs[ignored];
    }
    return { ...inputs, __provider: "reference", __resource: { urn, tag: tagOf("", urn), ...options } };
  }

  urnOf({ className, name }: Pick<Entry, "className" | "name">): string {
    return `urn:pulumi:${this.stack}::history::pulumi-nodejs:dynamic/payments:${className}::${name}`;
  }

  private find({ className, name, aliases = [] }: Pick<Declared, "className" | "name" | "aliases">): Entry | undefined {
    const held = this.state.filter((entry) => entry.className === className);
    return [name, ...aliases].flatMap((each) => held.filter((entry) => entry.name === each))[0];
  }

  /** In place of what state held so far, under whichever name. */
  private keep(entry: Entry, old: Entry | undefined): void {
    const copy = JSON.parse(JSON.stringify(entry)) as Entry;
    const at = old === undefined ? -1 : this.state.indexOf(old);
    if (at === -1) this.state.push(copy);
    else this.state[at] = copy;
  }

  private async command(work: (process: Process, steps: Ended["steps"]) => Promise<void>): Promise<Ended> {
    const process = this.world.start();
    const steps: Ended["steps"] = {};
    const told = (more: string): string => `${process.text()}\n${more}`;
    try {
      await work(process, steps);
      return { failed: false, steps, text: told("") };
    } catch (error) {
      const { message, details, reasons = [], id } = error as Failure;
      return { failed: true, steps, text: told([id, message, details, ...reasons, String(error)].join("\n")) };
    }
  }

  private async checked(process: Process, declared: Declared, olds: Properties, news: Properties): Promise<Properties> {
    const { inputs, failures } = await process.provider(declared.className).check(carried(olds), carried(news));
    if (failures.length > 0)
      throw new Error(failures.map(({ property, reason }) => `${property}: ${reason}`).join("\n"));
    return carried({ ...inputs, __provider: news.__provider });
  }

  /** What is to be done with one resource. */
  private async planOne(
    process: Process,
    declared: Declared,
    idOf: (name: string) => string,
  ): Promise<{ step: string; inputs: Properties }> {
    const news = this.inputsOf(declared, idOf);
    const old = this.find(declared);
    if (old === undefined) return { step: "create", inputs: await this.checked(process, declared, {}, news) };
    const inputs = await this.checked(process, declared, old.inputs, news);
    const provider = process.provider(declared.className);
    const { changes, replaces } = await provider.diff(old.id, carried(old.outputs), carried(inputs));
    if (replaces.length === 0) return { step: changes ? "update" : "same", inputs };
    if (old.protect) throw new Error(`unable to replace ${declared.name}: it is protected`);
    return { step: "replace", inputs: await this.checked(process, declared, {}, news) };
  }

  preview(program: readonly Declared[]): Promise<Ended> {
    const idIn = (name: string): string | undefined => {
      const target = program.find((each) => each.name === name && each.className === "ApiKey");
      return target && this.find(target)?.id;
    };
    return this.command(async (process, steps) => {
      const idOf = (name: string): string =>
        ["create", "replace"].includes(steps[name] ?? "") ? unknownMarker : (idIn(name) ?? unknownMarker);
      for (const declared of program) steps[declared.name] = (await this.planOne(process, declared, idOf)).step;
    });
  }

  /** With `refresh` as `pulumi up --refresh`. */
  up(program: readonly Declared[], { refresh = false }: { refresh?: boolean } = {}): Promise<Ended> {
    return this.command(async (process, steps) => {
      if (refresh) await this.readAll(process, steps);
      const replaced: Entry[] = [];
      try {
        for (const declared of program) {
          const idOf = (name: string): string => this.find({ className: "ApiKey", name })!.id;
          const { step, inputs } = await this.planOne(process, declared, idOf);
          steps[declared.name] = step;
          const old = this.find(declared);
          await this.apply(process, declared, step, inputs, () => {
            if (old !== undefined && step === "replace") replaced.push(old);
          });
        }
      } finally {
        this.pending.push(...replaced);
      }
      const isDeclared = (entry: Entry): boolean =>
        program.some(({ name, className }) => name === entry.name && className === entry.className);
      await this.deleteAll(process, [...this.state.filter((entry) => !isDeclared(entry)), ...this.pending]);
    });
  }

  private async apply(
    process: Process,
    declared: Declared,
    step: string,
    inputs: Properties,
    madeAnother: () => void,
  ): Promise<void> {
    const { className, name, options } = declared;
    const provider = process.provider(className);
    const old = this.find(declared);
    const entry = { className, name, inputs, protect: options?.protect };
    const withProvider = (outs: Properties): Properties => carried({ ...outs, __provider: inputs.__provider });
    try {
      if (step === "create" || step === "replace") {
        const { id, outs } = await provider.create(carried(inputs));
        madeAnother();
        this.keep({ ...entry, id, outputs: withProvider(outs) }, old);
      } else if (step === "update") {
        const { outs } = await provider.update(old!.id, carried(old!.outputs), carried(inputs));
        this.keep({ ...entry, id: old!.id, outputs: withProvider(outs) }, old);
      } else this.keep({ ...old!, ...entry }, old);
    } catch (error) {
      // A partial failure: the object is there, and state is to hold it.
      const { id, properties } = error as Failure;
      if (id !== undefined && properties !== undefined) {
        if (step === "create" || step === "replace") madeAnother();
        this.keep({ ...entry, id, outputs: carried(properties) }, old);
      }
      throw error;
    }
  }

  /** Dependents first: the last registered goes first. */
  private async deleteAll(process: Process, entries: readonly Entry[]): Promise<void> {
    const order = (entry: Entry): number =>
      ["ApiKey", "RotatingApiKey", "ApplePayDomainScopes", "WebhookEndpoint"].indexOf(entry.className);
    const kept = entries.find(({ protect }) => protect);
    if (kept !== undefined) throw new Error(`${kept.name} can't be deleted: it is protected`);
    for (const entry of [...entries].sort((a, b) => order(b) - order(a))) {
      await this.asEngine(entry, () => process.provider(entry.className).delete(entry.id, carried(entry.outputs)));
      this.state = this.state.filter((each) => each !== entry);
      this.pending = this.pending.filter((each) => each !== entry);
    }
  }

  /** The request of the engine has the urn, which the provider sees there. */
  private async asEngine<Result>(entry: Entry, request: () => Promise<Result>): Promise<Result> {
    const { seenUrns } = this.world;
    const object = `${entry.className} ${entry.id}`;
    seenUrns.set(object, this.urnOf(entry));
    return request().finally(() => seenUrns.delete(object));
  }

  /** What was read is compared with what state itself declares. */
  private async readAll(process: Process, steps: Ended["steps"]): Promise<void> {
    const failures: unknown[] = [];
    for (const entry of [...this.state]) {
      const { className, name, id: before, inputs, outputs } = entry;
      const provider = process.provider(className);
      try {
        const { id, props } = await this.asEngine(entry, () => provider.read(before, carried(outputs)));
        if (id === "") this.state = this.state.filter((each) => each !== entry);
        else {
          const now = carried({ ...props, __provider: "reference" });
          await this.asEngine(entry, () => provider.diff(id, now, carried(inputs)));
          this.keep({ ...entry, id, outputs: now }, entry);
        }
        steps[name] = id === "" ? "gone" : "read";
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw failures[0];
  }

  refresh(): Promise<Ended> {
    return this.command((process, steps) => this.readAll(process, steps));
  }

  destroy(): Promise<Ended> {
    return this.command((process) => this.deleteAll(process, [...this.state, ...this.pending]));
  }
}
