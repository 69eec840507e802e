import type { Server } from "@grpc/grpc-js";
import type { createRun } from "../../provider/dynamic/run";
import { pluginHandlers } from "../../provider/native/plugin";
import { sdkMessages } from "../../provider/native/sdk-messages";
import { packageVersion } from "../../provider/text/package-version";
import { serveCalls } from "../../provider/wire/server";
import { root } from "../../tools/set-up/places.js";
import { type ProviderClient, sdkWire } from "../fault-suite/sdk-wire";
import { WireHost } from "./wire-host";

interface InProcess {
  /** The settings of the stack. */
  config: Readonly<Record<string, string>>;
  isRefreshAsked: boolean;
  /** The edges of the run, with the clock of the test. */
  makeRun: typeof createRun;
  lines: readonly { line: string }[];
}

/** The provider plugin in the process of the test, behind a socket as for the engine. It begins with the first call. */
export class PluginHost extends WireHost {
  private serving: Promise<Server> | undefined;
  private client: ProviderClient | undefined;

  constructor(private readonly plugin: InProcess) {
    super(sdkWire(root, "native"));
  }

  get lines(): string[] {
    return this.plugin.lines.map(({ line }) => line);
  }

  protected async connected(): Promise<ProviderClient> {
    this.serving ??= this.serve();
    await this.serving;
    return this.client!;
  }

  async release(): Promise<void> {
    const server = await this.serving;
    (this.client as { close?(): void } | undefined)?.close?.();
    server?.forceShutdown();
  }

  private async serve(): Promise<Server> {
    const { makeRun, isRefreshAsked, config } = this.plugin;
    const sdk = sdkMessages();
    const handlers = pluginHandlers(sdk, packageVersion(), { isRefreshAsked }, makeRun);
    const { server, port } = await serveCalls(sdk.service, handlers);
    const { clients, grpc } = this.wire;
    this.client = new clients.ResourceProviderClient(`127.0.0.1:${port}`, grpc.credentials.createInsecure());
    await this.configureBy(this.client, config);
    return server;
  }
}
