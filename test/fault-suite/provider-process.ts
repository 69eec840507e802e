import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import type { Properties } from "../../provider/lifecycle/inputs";
import { received } from "../../provider/native/properties";
import { pinnedNode } from "../../tools/set-up/pinned-node.js";
import { HostFailure, type HostProcess } from "../stand-in-engine/host";
import type { CallFailure, Message, ProviderClient, SdkWire } from "./sdk-wire";

/** The real process that serves the resources, started as the engine starts it, with this in the engine's place. */
export class ProviderProcess implements HostProcess {
  private constructor(
    /** Everything that it wrote or logged at the engine, in order. */
    readonly lines: string[],
    private readonly wire: SdkWire,
    private readonly child: ChildProcess,
    private readonly engine: { forceShutdown(): void },
    private readonly client: ProviderClient,
  ) {}

  /** @param installed the folder of a program, in which the package and the SDK are installed */
  static async start(wire: SdkWire, installed: string, config: Record<string, string>): Promise<ProviderProcess> {
    const lines: string[] = [];
    const { engine, port } = await serveEngine(wire, (line) => lines.push(line));
    const inherited = Object.entries(process.env).filter(([name]) => !/^(PULUMI|PAYMENTS|HTTPS?_PROXY)/i.test(name));
    const child = spawn(pinnedNode, [wire.provider, `127.0.0.1:${port}`], {
      cwd: installed,
      env: Object.fromEntries(inherited),
      stdio: ["ignore", "pipe", "pipe"],
    });
    const address = await addressOf(child, lines);
    const client = new wire.clients.ResourceProviderClient(address, wire.grpc.credentials.createInsecure());
    const started = new ProviderProcess(lines, wire, child, engine, client);
    // The inputs of a provider resource have no namespace.
    const names = Object.entries(config).map(([key, value]) => [key.replace(/^payments:/, ""), value]);
    const settings = wire.host === "dynamic" ? config : Object.fromEntries(names);
    await started.call("configure", "ConfigureRequest", { setArgs: struct(wire, settings) });
    return started;
  }

  async check(urn: string, olds: Properties, news: Properties): Promise<{ inputs: Properties; failures: string[] }> {
    const { wire } = this;
    const fields = { setUrn: urn, setOlds: struct(wire, olds), setNews: struct(wire, news) };
    const answer = await this.call("check", "CheckRequest", fields);
    const failures = (answer.getFailuresList!() as Message[]).map(
      (failure) => `${failure.getProperty!()}: ${failure.getReason!()}`,
    );
    return { inputs: plain(answer.getInputs!()), failures };
  }

  async diff(
    urn: string,
    id: string,
    olds: Properties,
    news: Properties,
    ignoreChanges: readonly string[] = [],
  ): Promise<{ changes: boolean; replaces: string[] }> {
    const { wire } = this;
    const sides = { setOlds: struct(wire, olds), setNews: struct(wire, news) };
    const fields = { setUrn: urn, setId: id, ...sides, setIgnorechangesList: ignoreChanges };
    const answer = await this.call("diff", "DiffRequest", fields);
    const some = 2;
    return { changes: answer.getChanges!() === some, replaces: answer.getReplacesList!() as string[] };
  }

  async create(urn: string, inputs: Properties): Promise<{ id: string; outputs: Properties }> {
    const fields = { setUrn: urn, setProperties: struct(this.wire, inputs) };
    const answer = await this.call("create", "CreateRequest", fields);
    return { id: answer.getId!() as string, outputs: plain(answer.getProperties!()) };
  }

  async read(urn: string, id: string, outputs: Properties): Promise<{ id: string; outputs: Properties }> {
    const fields = { setUrn: urn, setId: id, setProperties: struct(this.wire, outputs) };
    const answer = await this.call("read", "ReadRequest", fields);
    return { id: answer.getId!() as string, outputs: plain(answer.getProperties!()) };
  }

  async update(urn: string, id: string, olds: Properties, news: Properties): Promise<Properties> {
    const { wire } = this;
    const fields = { setUrn: urn, setId: id, setOlds: struct(wire, olds), setNews: struct(wire, news) };
    return plain((await this.call("update", "UpdateRequest", fields)).getProperties!());
  }

  async delete(urn: string, id: string, outputs: Properties): Promise<void> {
    await this.call("delete", "DeleteRequest", { setUrn: urn, setId: id, setProperties: struct(this.wire, outputs) });
  }

  /** Ends it, with no time to tidy up for SIGKILL. */
  async end(signal: "SIGTERM" | "SIGKILL" = "SIGTERM"): Promise<void> {
    this.engine.forceShutdown();
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const gone = once(this.child, "exit");
    this.child.kill(signal);
    await gone;
  }

  private call(method: string, messageName: string, fields: Properties): Promise<Message> {
    const request = new this.wire.messages[messageName]!();
    for (const [setter, value] of Object.entries(fields)) request[setter]!(value);
    return new Promise((resolve, reject) => {
      this.client[method]!(request, (error, answer) => {
        if (error === null) resolve(answer ?? ({} as Message));
        else reject(failureOf(this.wire, error));
      });
    });
  }
}

function serveEngine(wire: SdkWire, tell: (line: string) => void): Promise<{ engine: Engine; port: number }> {
  const engine = new wire.grpc.Server();
  engine.addService(wire.engine.EngineService, {
    log: ({ request }, done) => {
      tell(`${request.getUrn!()} ${request.getMessage!()}`);
      done(null, new wire.Empty());
    },
  });
  return new Promise((resolve, reject) => {
    engine.bindAsync("127.0.0.1:0", wire.grpc.ServerCredentials.createInsecure(), (error, port) =>
      error === null ? resolve({ engine, port }) : reject(error),
    );
  });
}
type Engine = InstanceType<SdkWire["grpc"]["Server"]>;

/** The process prints its port as its first line; what comes after it is for people. */
async function addressOf(child: ChildProcess, lines: string[]): Promise<string> {
  let text = "";
  const exited = once(child, "exit").then(() => {
    throw new Error(`the provider process ended before it was ready:\n${text}${lines.join("\n")}`);
  });
  child.stderr!.setEncoding("utf8").on("data", (part: string) => lines.push(part));
  const port = new Promise<string>((resolve) => {
    child.stdout!.setEncoding("utf8").on("data", (part: string) => {
      if (/^\d+\n/.test(text)) lines.push(part);
      else {
        text += part;
        const first = /^(\d+)\n/.exec(text)?.[1];
        if (first !== undefined) resolve(`127.0.0.1:${first}`);
      }
    });
  });
  return Promise.race([port, exited]);
}

function struct(wire: SdkWire, properties: Properties): Message {
  return wire.Struct.fromJavaScript(properties);
}

/** The plugin marks what is secret; the suite asks for values. */
function plain(message: unknown): Properties {
  return message === undefined ? {} : received((message as Message).toJavaScript!() as Properties).properties;
}

function failureOf(wire: SdkWire, error: CallFailure): HostFailure {
  const [packed] = error.metadata?.get("grpc-status-details-bin") ?? [];
  if (packed === undefined) return new HostFailure(error.details);
  const [detail] = wire.status.Status.deserializeBinary(packed).getDetailsList!() as Message[];
  // A create or update that failed whole has none.
  if (detail === undefined) return new HostFailure(error.details);
  const { deserializeBinary } = wire.messages.ErrorResourceInitFailed;
  const partial = detail.unpack!(deserializeBinary, "pulumirpc.ErrorResourceInitFailed") as Message;
  const reasons = partial.getReasonsList!() as string[];
  const properties = plain(partial.getProperties!());
  return new HostFailure(error.details, { id: partial.getId!() as string, properties, reasons });
}
