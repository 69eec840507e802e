import { type Properties, unknownMarker } from "../../provider/lifecycle/inputs";
import type { ResourceClassName } from "../../provider/text/class-names";
import { asDynamicUrn } from "../../provider/text/type-token";
import { dynamicHost, type Host as SdkHost } from "../../sdk/host";
import { tagOf } from "../../sdk/tag";
import { type Host, HostFailure } from "./host";
import { type Planned, planStep, type Recorded, takeStep } from "./steps";

export interface Options {
  ignoreChanges?: string[];
  protect?: true;
}

/** One resource of a program. `args` gets what other resources of the program are by then. */
export interface Declared {
  className: ResourceClassName;
  name: string;
  /** Names under which state may record it. */
  aliases?: readonly string[];
  args(idOf: (name: string) => string): Properties;
  options?: Options;
}

export interface Entry extends Recorded {
  className: ResourceClassName;
  name: string;
  protect?: true | undefined;
  ignoreChanges?: readonly string[] | undefined;
}

/** How a command ended, and everything that it printed. */
export interface Ended {
  failed: boolean;
  /** What was done or planned, by name: `create`, `same`, … */
  steps: Record<string, string>;
  /** What a preview says of the outputs, by name, where the host can tell. */
  foreseen: Record<string, Properties>;
  text: string;
}

/** Where a stack is, which its urns and tags show. */
export interface Place {
  organization: string;
  project: string;
  stack: string;
}

/** How a program reaches its provider: the SDK's own description of a host. */
export interface Form extends Pick<SdkHost, "typeToken" | "properties" | "told"> {
  /** Other languages than the SDK's own tell the provider nothing beside the arguments. */
  isOtherLanguage?: true;
}

/** Begins the host of one command, which may be one that refreshes. */
export type StartHost = (command: { isRefreshAsked: boolean }) => Host | Promise<Host>;

/** The engine's order of steps and its state as JSON between them, with a host that `start` begins for each command. */
export class StandInEngine {
  /** In the order of registration. */
  state: Entry[] = [];
  /** Replaced objects whose deletion did not happen yet. */
  pending: Entry[] = [];

  constructor(
    private readonly start: StartHost,
    private readonly place: Place,
    private readonly form: Form = dynamicHost,
  ) {}

  /** State as `pulumi stack export` gives it. */
  exported(): { state: Entry[]; pending: Entry[] } {
    return structuredClone({ state: this.state, pending: this.pending });
  }

  /** In place of what state recorded, as `pulumi stack import` does. */
  import({ state, pending }: { state: Entry[]; pending: Entry[] }): this {
    this.state = structuredClone(state);
    this.pending = structuredClone(pending);
    return this;
  }

  urnOf({ className, name }: Pick<Entry, "className" | "name">): string {
    const { stack, project } = this.place;
    return `urn:pulumi:${stack}::${project}::${this.form.typeToken(className)}::${name}`;
  }

  preview(program: readonly Declared[]): Promise<Ended> {
    const idIn = (name: string): string | undefined => {
      const target = program.find((each) => each.name === name && each.className === "ApiKey");
      return target && this.find(target)?.id;
    };
    const [state, pending] = [[...this.state], [...this.pending]];
    return this.command({}, async (host, { steps, foreseen }) => {
      const idOf = (name: string): string =>
        ["create", "replace"].includes(steps[name] ?? "") ? unknownMarker : (idIn(name) ?? unknownMarker);
      for (const declared of program) {
        const planned = await this.plan(host, declared, idOf);
        steps[declared.name] = planned.step;
        const outputs = await this.foresee(host, declared, planned);
        if (outputs !== undefined) foreseen[declared.name] = outputs;
      }
    }).finally(() => {
      // What a preview reads is nowhere recorded.
      this.state = state;
      this.pending = pending;
    });
  }

  /** With `refresh` as `pulumi up --refresh`. */
  up(program: readonly Declared[], { refresh = false }: { refresh?: boolean } = {}): Promise<Ended> {
    return this.command({ isRefreshAsked: refresh }, async (host, { steps }) => {
      for (const declared of program) {
        const { className, name, options } = declared;
        const planned = await this.plan(
          host,
          declared,
          (target) => this.find({ className: "ApiKey", name: target })!.id,
        );
        steps[name] = planned.step;
        const old = this.find(declared);
        const { protect, ignoreChanges } = options ?? {};
        const record = (now: Recorded): void => {
          if (planned.step === "replace") this.pending.push(old!);
          this.record({ ...now, className, name, protect, ignoreChanges }, old);
        };
        await takeStep(host, this.urnOf(declared), old, planned, record, ignoreChanges);
      }
      const isDeclared = (entry: Entry): boolean =>
        program.some(({ name, className }) => name === entry.name && className === entry.className);
      await this.deleteAll(host, [...this.state.filter((entry) => !isDeclared(entry)), ...this.pending]);
    });
  }

  refresh(): Promise<Ended> {
    return this.command({ isRefreshAsked: true }, async () => undefined);
  }

  destroy(): Promise<Ended> {
    return this.command({}, (host) => this.deleteAll(host, [...this.state, ...this.pending]));
  }

  private find({ className, name, aliases = [] }: Pick<Declared, "className" | "name" | "aliases">): Entry | undefined {
    const recorded = this.state.filter((entry) => entry.className === className);
    return [name, ...aliases].flatMap((each) => recorded.filter((entry) => entry.name === each))[0];
  }

  /** In place of what state recorded so far, under whichever name. */
  private record(entry: Entry, old: Entry | undefined): void {
    const copy = JSON.parse(JSON.stringify(entry)) as Entry;
    const at = old === undefined ? -1 : this.state.indexOf(old);
    if (at === -1) this.state.push(copy);
    else this.state[at] = copy;
  }

  private async command(
    { isRefreshAsked = false }: { isRefreshAsked?: boolean },
    work: (host: Host, plan: Pick<Ended, "steps" | "foreseen">) => Promise<void>,
  ): Promise<Ended> {
    const host = await this.start({ isRefreshAsked });
    const before = host.lines.length;
    const plan = { steps: {}, foreseen: {} };
    const printed = (...more: unknown[]): string => [...host.lines.slice(before), ...more].join("\n");
    try {
      await this.readAll(host, plan.steps, isRefreshAsked);
      await work(host, plan);
      return { failed: false, ...plan, text: printed("") };
    } catch (error) {
      if (error instanceof Error && !(error instanceof HostFailure)) throw error;
      const { message, details, reasons = [], id } = error as Partial<HostFailure & { details: string }>;
      return { failed: true, ...plan, text: printed(id, message, details, ...reasons, String(error)) };
    } finally {
      await host.release?.();
    }
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
    if (this.form.isOtherLanguage) return inputs;
    const tag = tagOf(this.place.organization, asDynamicUrn(urn));
    const told = { urn, tag, ...this.form.told({}), ...options };
    return { ...inputs, ...this.form.properties(declared.className), __resource: told };
  }

  /** A replacement and a creation bring a new object; what stays the same has the outputs of state. */
  private async foresee(host: Host, declared: Declared, { step, inputs }: Planned): Promise<Properties | undefined> {
    const old = this.find(declared);
    if (step === "same") return old?.outputs;
    const urn = this.urnOf(declared);
    return host.foresee?.(urn, inputs, step === "update" ? old : undefined, declared.options?.ignoreChanges);
  }

  private async plan(host: Host, declared: Declared, idOf: (name: string) => string): Promise<Planned> {
    const old = this.find(declared);
    const news = this.inputsOf(declared, idOf);
    const planned = await planStep(host, this.urnOf(declared), old, news, declared.options?.ignoreChanges);
    if (planned.step === "replace" && old?.protect)
      throw new HostFailure(`unable to replace ${declared.name}: it is protected`);
    return planned;
  }

  /** Dependents first: the last registered goes first. */
  private async deleteAll(host: Host, entries: readonly Entry[]): Promise<void> {
    const order = (entry: Entry): number =>
      ["ApiKey", "RotatingApiKey", "ApplePayDomainScopes", "WebhookEndpoint"].indexOf(entry.className);
    const kept = entries.find(({ protect }) => protect);
    if (kept !== undefined) throw new HostFailure(`${kept.name} can't be deleted: it is protected`);
    for (const entry of [...entries].sort((a, b) => order(b) - order(a))) {
      await host.delete(this.urnOf(entry), entry.id, entry.outputs);
      this.state = this.state.filter((each) => each !== entry);
      this.pending = this.pending.filter((each) => each !== entry);
    }
  }

  /**
   * What was read is compared with what state itself declares. Where nobody asks for a refresh, a command begins with reading what its
   * provider wants to be read.
   */
  private async readAll(host: Host, steps: Ended["steps"], isRefreshAsked: boolean): Promise<void> {
    const failures: unknown[] = [];
    for (const entry of this.state.filter(({ refreshBeforeUpdate }) => isRefreshAsked || refreshBeforeUpdate)) {
      const urn = this.urnOf(entry);
      try {
        const read = await host.read(urn, entry.id, entry.outputs, entry.inputs);
        if (read.id === "") this.state = this.state.filter((each) => each !== entry);
        else {
          await host.diff(urn, read.id, read.outputs, entry.inputs, entry.ignoreChanges);
          this.record({ ...entry, ...read }, entry);
        }
        if (isRefreshAsked) steps[entry.name] = read.id === "" ? "gone" : "read";
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw failures[0];
  }
}

/** The keys that one entry of state records, the one whose value it hands out first: a rotation's current and its retiring one. */
export function keysRecordedBy({
  className,
  id,
  outputs,
}: Entry): { id: string; value: unknown; type: unknown; name: unknown }[] {
  if (className === "ApiKey") return [{ id, value: outputs.value, type: outputs.type, name: outputs.name }];
  if (className !== "RotatingApiKey") return [];
  const { current, retiring } = outputs as Record<"current" | "retiring", { id: string; name: string } | undefined>;
  return [
    ...(current ? [{ ...current, value: outputs.value, type: "secret" }] : []),
    ...(retiring ? [{ ...retiring, value: outputs.retiringValue, type: "secret" }] : []),
  ];
}
