// Long because: one world is the service, its colleagues and a process of the provider, on each host.
import { openPaymentService } from "../../../provider/api/payment-service";
import type { PaymentService } from "../../../provider/api/service";
import { readConfiguration } from "../../../provider/configuration/configuration";
import { describeProblems } from "../../../provider/configuration/problem";
import { type DynamicProvider, dynamicProvider } from "../../../provider/dynamic/provider";
import { createRun } from "../../../provider/dynamic/run";
import type { Properties } from "../../../provider/lifecycle/inputs";
import { Refusal } from "../../../provider/lifecycle/refusal";
import type { Run } from "../../../provider/lifecycle/run";
import { RunRegistry } from "../../../provider/lifecycle/run-registry";
import { openReport } from "../../../provider/report/writer";
import { resources } from "../../../provider/resources/registry";
import type { ResourceClassName } from "../../../provider/text/class-names";
import { createSandbox, type Sandbox, type SandboxOptions } from "../../../sandbox/index";
import { dynamicHost } from "../../../sdk/host";
import { nativeHost } from "../../../sdk/native/host";
import type { Form } from "../../stand-in-engine/engine";
import type { Host } from "../../stand-in-engine/host";
import { inProcessHost } from "../../stand-in-engine/in-process-host";
import { PluginHost } from "../../stand-in-engine/plugin-host";
import { type Planned, planStep, type Recorded, takeStep } from "../../stand-in-engine/steps";
import { testDependencies } from "../api/support";

export interface Line {
  level: "info" | "warn" | "once";
  urn: string | undefined;
  line: string;
}

/** One run of the CLI: a provider process of its own, with its own snapshot, against the real sandbox. */
export interface Process {
  /** As the engine calls it. */
  host: Host;
  provider(className: ResourceClassName): DynamicProvider;
  run: Run;
  /** What was said on rows, and what the client of the service said. */
  lines: Line[];
  text(): string;
  /** Moves this process's clock, in milliseconds. */
  advance(ms: number): void;
}

export type State = Recorded;

export interface Plan extends Pick<Planned, "step" | "replaces"> {
  lines: Line[];
  text: string;
}

export interface Options {
  ignoreChanges?: string[];
  replaceOnChanges?: string[];
  protect?: boolean;
  retainOnDelete?: boolean;
}

/** How programs reach each host of the provider: Pulumi's dynamic provider, the plugin by its SDK, and by no SDK of ours. */
export const forms = {
  dynamic: dynamicHost,
  native: nativeHost,
  "another language": { ...nativeHost, isOtherLanguage: true },
} satisfies Record<string, Form>;
export type HostName = keyof typeof forms;

let usualHost: HostName = "dynamic";
/** Every world that names no host has this one, from now on. */
export function useHost(host: HostName): void {
  usualHost = host;
}

const opened: { close(): Promise<void> }[] = [];
export async function closeWorlds(): Promise<void> {
  await Promise.all(opened.splice(0).map((each) => each.close()));
}

export class World {
  config: Record<string, string>;
  environment: Record<string, string> = {};
  /** Urns of requests that the SDK let us see, by class name and id; it need not let us see any. */
  readonly seenUrns = new Map<string, string>();
  /** Whether the host lets the provider see the urn of each request. */
  showsUrns = false;

  constructor(
    readonly sandbox: Sandbox,
    readonly hostName: HostName = "dynamic",
  ) {
    this.config = {
      "payments:baseUrl": sandbox.url,
      "payments:apiKey": sandbox.apiKey,
      "payments:accountId": sandbox.accountId,
    };
  }

  get form(): Form {
    return forms[this.hostName];
  }

  /** The admin interface: what a colleague does in the dashboard, and what goes wrong at the service. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers as a client without types would.
  async admin(method: string, path: string, body?: unknown): Promise<any> {
    const response = await fetch(this.sandbox.adminUrl + path, {
      method,
      headers: {
        authorization: `Bearer ${this.sandbox.adminToken}`,
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return text === "" ? undefined : JSON.parse(text);
  }

  // biome-ignore lint/suspicious/noExplicitAny: as above
  async keys(accountId = this.sandbox.accountId): Promise<any[]> {
    return this.admin("GET", `/api-keys?account_id=${accountId}`);
  }

  // biome-ignore lint/suspicious/noExplicitAny: as above
  async key(id: string): Promise<any> {
    return (await this.keys()).find((key) => key.id === id);
  }

  async colleagueMakes(key: object): Promise<{ id: string; value: string }> {
    return this.admin("POST", "/api-keys", { account_id: this.sandbox.accountId, ...key });
  }

  async colleagueChanges(id: string, change: object): Promise<void> {
    await this.admin("PATCH", `/api-keys/${id}`, change);
  }

  async colleagueDeletes(id: string): Promise<void> {
    await this.admin("DELETE", `/api-keys/${id}`);
  }

  async endpointStatus(id: string, status?: string): Promise<string> {
    if (status !== undefined) await this.admin("PATCH", `/webhook-endpoints/${id}`, { status });
    const all = await this.admin("GET", "/webhook-endpoints");
    return all.find((endpoint: { id: string }) => endpoint.id === id)?.status;
  }

  async counts(): Promise<Record<string, number>> {
    return this.admin("GET", "/requests/counts");
  }

  async writes(): Promise<string[]> {
    const requests: { operation: string }[] = await this.admin("GET", "/requests");
    return requests.map(({ operation }) => operation).filter((operation) => !operation.startsWith("GET"));
  }

  async forgetRequests(): Promise<void> {
    await this.admin("DELETE", "/requests");
  }

  async fault(fault: object): Promise<void> {
    await this.admin("POST", "/faults", fault);
  }

  /** @param isRefreshAsked what only the plugin is told of the command */
  start({ isRefreshAsked = false }: { isRefreshAsked?: boolean } = {}): Process {
    const { config, environment } = this;
    const read = readConfiguration({
      configured: (key) => config[key],
      configuredKeys: Object.keys(config),
      environment: { ...environment },
    });
    const lines: Line[] = [];
    const edges = testDependencies();
    const services = new Map<string, PaymentService>();
    const run: Run = {
      configure: () => undefined,
      configuration() {
        if ("problems" in read) throw new Refusal(describeProblems("wrong:", read.problems));
        return read.configuration;
      },
      service(connection) {
        const key = JSON.stringify(connection.settings);
        const known = services.get(key);
        if (known !== undefined) return known;
        const say = (line: string): void => {
          lines.push({ level: "info", urn: undefined, line });
        };
        const service = openPaymentService(connection.settings, { ...edges, say });
        services.set(key, service);
        opened.push(service);
        return service;
      },
      log(urn) {
        const speak = (level: Line["level"]) => async (line: string) => {
          lines.push({ level, urn, line });
        };
        return { info: speak("info"), warn: speak("warn"), warnOnceARun: speak("once") };
      },
      requestFor: (className, id) => {
        const urn = this.seenUrns.get(`${className} ${id}`);
        return urn === undefined ? undefined : { urn, ignoreChanges: [] };
      },
      report: openReport(environment, process.pid),
      registry: new RunRegistry(),
      clock: { now: () => new Date(edges.monotonicMs()), sinceRunStartMs: () => 0, sleep: edges.sleep },
    };
    const definitions = resources as unknown as Record<ResourceClassName, Parameters<typeof dynamicProvider>[0]>;
    const provider = (className: ResourceClassName) => dynamicProvider(definitions[className], run);
    const plugin = (): Host => {
      const say = (line: string): void => void lines.push({ level: "info", urn: undefined, line });
      const makeRun: typeof createRun = (edges) => {
        const { service, clock, log } = run;
        return { ...createRun({ ...edges, say, environment }), service, clock, log };
      };
      const host = new PluginHost({ config: { ...config }, isRefreshAsked, makeRun, lines });
      opened.push({ close: () => host.release() });
      return host;
    };
    const seenUrns = this.showsUrns ? this.seenUrns : undefined;
    return {
      host: this.hostName === "dynamic" ? inProcessHost({ provider, lines, seenUrns }) : plugin(),
      provider,
      run,
      lines,
      text: () => lines.map(({ line }) => line).join("\n"),
      advance: edges.advance,
    };
  }

  resource(className: ResourceClassName, name: string): Managed {
    return new Managed(this, className, name);
  }
}

export async function openWorld(options: SandboxOptions = {}, host = usualHost): Promise<World> {
  const sandbox = await createSandbox({ clock: "manual", ...options });
  opened.push(sandbox);
  return new World(sandbox, host);
}

/** One resource of a stack, driven in the order in which the engine calls a provider. Every command is a new process. */
export class Managed {
  state: State | undefined;

  constructor(
    readonly world: World,
    readonly className: ResourceClassName,
    readonly name: string,
  ) {}

  get urn(): string {
    return `urn:pulumi:test::project::${this.world.form.typeToken(this.className)}::${this.name}`;
  }

  get outputs(): Properties {
    return this.state!.outputs;
  }

  /** What the program hands over, in the form in which the SDK class does. */
  news(args: object, { ignoreChanges, replaceOnChanges, protect, retainOnDelete }: Options = {}): Properties {
    const tag = `tag0000${this.name}`.slice(-8);
    const __resource: Properties = { urn: this.urn, tag };
    if (ignoreChanges) __resource.ignoreChanges = ignoreChanges;
    if (replaceOnChanges) __resource.replaceOnChanges = replaceOnChanges;
    if (protect) __resource.protect = protect;
    if (retainOnDelete) __resource.retainOnDelete = retainOnDelete;
    return { ...args, ...(this.world.hostName === "dynamic" && { __provider: "reference" }), __resource };
  }

  async preview(args: object, options: Options = {}, process = this.world.start()): Promise<Plan> {
    const before = this.state;
    try {
      return (await this.plan(process, args, options)).plan;
    } finally {
      // What a preview reads is nowhere recorded.
      this.state = before;
    }
  }

  private async plan(process: Process, args: object, options: Options): Promise<{ plan: Plan; planned: Planned }> {
    const before = process.lines.length;
    if (this.state?.refreshBeforeUpdate) await this.refresh(process);
    const planned = await planStep(process.host, this.urn, this.state, this.news(args, options), options.ignoreChanges);
    const lines = process.lines.slice(before);
    const { step, replaces } = planned;
    return { planned, plan: { step, replaces, lines, text: lines.map(({ line }) => line).join("\n") } };
  }

  async up(args: object, options: Options = {}, process = this.world.start()): Promise<Plan> {
    const { plan, planned } = await this.plan(process, args, options);
    const old = this.state;
    const record = (now: State): void => {
      this.state = now;
    };
    await takeStep(process.host, this.urn, old, planned, record, options.ignoreChanges);
    if (plan.step === "replace") await process.host.delete(this.urn, old!.id, old!.outputs);
    return { ...plan, lines: process.lines, text: process.text() };
  }

  /** Whether the object is still in state afterwards. */
  async refresh(process = this.world.start({ isRefreshAsked: true })): Promise<boolean> {
    const state = this.state!;
    const read = await process.host.read(this.urn, state.id, state.outputs, state.inputs);
    this.state = read.id === "" ? undefined : { ...state, ...read };
    return this.state !== undefined;
  }

  async destroy(process = this.world.start()): Promise<string> {
    if (this.state!.refreshBeforeUpdate && !(await this.refresh(process))) return process.text();
    await process.host.delete(this.urn, this.state!.id, this.state!.outputs);
    this.state = undefined;
    return process.text();
  }
}

/** What a method threw, as a person reads it. */
export async function failureOf(work: Promise<unknown>): Promise<string> {
  try {
    await work;
  } catch (error) {
    return String((error as { message: string }).message);
  }
  throw new Error("did not fail");
}
