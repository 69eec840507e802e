import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { pinnedNode } from "../../tools/set-up/pinned-node.js";
import type { HostProcess } from "../stand-in-engine/host";
import { WireHost } from "../stand-in-engine/wire-host";
import type { ProviderClient, SdkWire } from "./sdk-wire";

/** The real process that serves the resources, started as the engine starts it, with this in the engine's place. */
export class ProviderProcess extends WireHost implements HostProcess {
  private constructor(
    /** Everything that it wrote or logged at the engine, in order. */
    readonly lines: string[],
    wire: SdkWire,
    private readonly client: ProviderClient,
    private readonly child: ChildProcess,
    private readonly engine: { forceShutdown(): void },
  ) {
    super(wire);
  }

  /** @param installed the folder of a program, in which the package and the SDK are installed */
  static async start(
    wire: SdkWire,
    installed: string,
    config: Record<string, string>,
    command: "up" | "refresh" = "up",
  ): Promise<ProviderProcess> {
    const lines: string[] = [];
    const { engine, port } = await serveEngine(wire, (line) => lines.push(line));
    const inherited = Object.entries(process.env).filter(([name]) => !/^(PULUMI|PAYMENTS|HTTPS?_PROXY)/i.test(name));
    // Above it stands a process with the name and the command of the engine's, which is where the plugin looks. It ends with this one.
    const asEngine = 'exec 3<&0; "$@" & provider=$!; { cat <&3 >/dev/null; kill "$provider"; } & wait "$provider"';
    const child = spawn("sh", ["-c", asEngine, command, pinnedNode, wire.provider, `127.0.0.1:${port}`], {
      argv0: "pulumi",
      detached: true,
      cwd: installed,
      env: Object.fromEntries(inherited),
      stdio: ["pipe", "pipe", "pipe"],
    });
    const address = await addressOf(child, lines);
    const client = new wire.clients.ResourceProviderClient(address, wire.grpc.credentials.createInsecure());
    const started = new ProviderProcess(lines, wire, client, child, engine);
    await started.configureBy(client, config);
    return started;
  }

  protected async connected(): Promise<ProviderClient> {
    return this.client;
  }

  /** Ends it, with no time to tidy up for SIGKILL. */
  async end(signal: "SIGTERM" | "SIGKILL" = "SIGTERM"): Promise<void> {
    this.engine.forceShutdown();
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const gone = once(this.child, "exit");
    process.kill(-this.child.pid!, signal);
    await gone;
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
