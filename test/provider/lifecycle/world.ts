// Long because: it is one world, in which every command of a stack is driven as the engine drives a provider.
import { createRequire } from "node:module";
import { openPaymentService } from "../../../provider/api/payment-service";
import type { PaymentService } from "../../../provider/api/service";
import { readConfiguration } from "../../../provider/configuration/configuration";
import { describeProblems } from "../../../provider/configuration/problem";
import { type DynamicProvider, dynamicProvider } from "../../../provider/dynamic/provider";
import type { Properties } from "../../../provider/lifecycle/inputs";
import { Refusal } from "../../../provider/lifecycle/refusal";
import type { Run } from "../../../provider/lifecycle/run";
import { RunRegistry } from "../../../provider/lifecycle/run-registry";
import { openReport } from "../../../provider/report/writer";
import { resources } from "../../../provider/resources/registry";
import type { ResourceClassName } from "../../../provider/text/class-names";
import { createSandbox, type Sandbox, type SandboxOptions } from "../../../sandbox/index";
import { testDependencies } from "../api/support";

export interface Line {
  level: "info" | "warn" | "once";
  urn: string | undefined;
  line: string;
}

/** One run of the CLI: a provider process of its own, with its own snapshot, against the real sandbox. */
export interface Process {
  provider(className: ResourceClassName): DynamicProvider;
  run: Run;
  /** What was said on rows, and what the client of the service said. */
  lines: Line[];
  text(): string;
  /** Moves this process's clock, in milliseconds. */
  advance(ms: number): void;
}

export interface State {
  id: string;
  inputs: Properties;
  outputs: Properties;
}

export interface Plan {
  step: "create" | "same" | "update" | "replace";
  replaces: string[];
  lines: Line[];
  text: string;
}

export interface Options {
  ignoreChanges?: string[];
  replaceOnChanges?: string[];
  protect?: boolean;
  retainOnDelete?: boolean;
}

const requireFromSdk = createRequire(require.resolve("@pulumi/pulumi"));
const { Struct } = requireFromSdk("google-protobuf/google/protobuf/struct_pb.js");

/**
 * What the engine carries: the SDK's own wire form, which refuses undefined and turns a Date into an empty object. The
 * engine refuses a message with a text that is not well-formed Unicode.
 */
export function carried(properties: Properties): Properties {
  expectWellFormed(properties);
  return Struct.deserializeBinary(Struct.fromJavaScript(properties).serializeBinary()).toJavaScript();
}

function expectWellFormed(value: unknown): void {
  if (typeof value === "string" && !value.isWellFormed())
    throw new Error("grpc: failed to unmarshal the received message: string field contains invalid UTF-8");
  if (typeof value !== "object" || value === null) return;
  for (const [name, inner] of Object.entries(value)) {
    expectWellFormed(name);
    expectWellFormed(inner);
  }
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

  constructor(readonly sandbox: Sandbox) {
    this.config = {
      "payments:baseUrl": sandbox.url,
      "payments:apiKey": sandbox.apiKey,
      "payments:accountId": sandbox.accountId,
    };
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

  start(): Process {
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
    return {
      provider: (className) => dynamicProvider(definitions[className], run),
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

export async function openWorld(options: SandboxOptions = {}): Promise<World> {
  const sandbox = await createSandbox({ clock: "manual", ...options });
  opened.push(sandbox);
  return new World(sandbox);
}

/** A failed check, as the engine shows it. */
class CheckFailed extends Error {
  constructor(readonly failures: { property: string; reason: string }[]) {
    super(failures.map(({ property, reason }) => `${property}: ${reason}`).join("\n"));
  }
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
    return `urn:pulumi:test::project::pulumi-nodejs:dynamic/payments:${this.className}::${this.name}`;
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
    return { ...args, __provider: "reference", __resource };
  }

  private async checked(process: Process, olds: Properties, news: Properties): Promise<Properties> {
    const { inputs, failures } = await process.provider(this.className).check(carried(olds), carried(news));
    if (failures.length > 0) throw new CheckFailed(failures);
    return carried({ ...inputs, __provider: news.__provider });
  }

  async preview(args: object, options: Options = {}, process = this.world.start()): Promise<Plan> {
    return (await this.plan(process, this.news(args, options))).plan;
  }

  private async plan(process: Process, news: Properties): Promise<{ plan: Plan; inputs: Properties }> {
    const { state } = this;
    const before = process.lines.length;
    const told = (step: Plan["step"], replaces: string[] = []): Plan => {
      const lines = process.lines.slice(before);
      return { step, replaces, lines, text: lines.map(({ line }) => line).join("\n") };
    };
    if (state === undefined) return { inputs: await this.checked(process, {}, news), plan: told("create") };
    const inputs = await this.checked(process, state.inputs, news);
    const { changes, replaces } = await process
      .provider(this.className)
      .diff(state.id, carried(state.outputs), carried(inputs));
    if (replaces.length > 0) return { inputs: await this.checked(process, {}, news), plan: told("replace", replaces) };
    return { inputs, plan: told(changes ? "update" : "same") };
  }

  async up(args: object, options: Options = {}, process = this.world.start()): Promise<Plan> {
    const { plan, inputs } = await this.plan(process, this.news(args, options));
    const provider = process.provider(this.className);
    const old = this.state;
    if (plan.step === "create" || plan.step === "replace") {
      const { id, outs } = await provider.create(carried(inputs));
      this.state = { id, inputs, outputs: carried({ ...outs, __provider: inputs.__provider }) };
      if (old !== undefined) await provider.delete(old.id, carried(old.outputs));
    } else if (plan.step === "update") {
      const { outs } = await savingPartly(
        provider.update(old!.id, carried(old!.outputs), carried(inputs)),
        (properties) => {
          this.state = { id: old!.id, inputs: old!.inputs, outputs: carried(properties) };
        },
      );
      this.state = { id: old!.id, inputs, outputs: carried({ ...outs, __provider: inputs.__provider }) };
    } else this.state = { ...old!, inputs };
    return { ...plan, lines: process.lines, text: process.text() };
  }

  /** Whether the object is still in state afterwards. */
  async refresh(process = this.world.start()): Promise<boolean> {
    const state = this.state!;
    const { id, props } = await process.provider(this.className).read(state.id, carried(state.outputs));
    this.state = id === "" ? undefined : { ...state, id, outputs: carried({ ...props, __provider: "reference" }) };
    return this.state !== undefined;
  }

  async destroy(process = this.world.start()): Promise<string> {
    await process.provider(this.className).delete(this.state!.id, carried(this.state!.outputs));
    this.state = undefined;
    return process.text();
  }
}

/** The engine saves what a partial failure holds, and fails all the same. */
async function savingPartly<Result>(work: Promise<Result>, save: (properties: Properties) => void): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    const { properties } = error as { properties?: Properties };
    if (properties !== undefined) save(properties);
    throw error;
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
