import type { ServiceDefinition } from "@grpc/grpc-js";
import type { EngineModules, LogRequest } from "../dynamic/logger";
import { installedSdk } from "./installed-sdk";

type ProviderMessages = typeof import("@pulumi/pulumi/proto/provider_pb.js");
type PluginMessages = typeof import("@pulumi/pulumi/proto/plugin_pb.js");
type Struct = NonNullable<ReturnType<InstanceType<ProviderMessages["CheckRequest"]>["getNews"]>>;

/** The parts of the Pulumi SDK that the plugin needs. Loading the whole SDK would take longer than everything else. */
export interface SdkMessages {
  service: ServiceDefinition;
  provider: ProviderMessages;
  plugin: PluginMessages;
  Empty: new () => object;
  Struct: { fromJavaScript(properties: Readonly<Record<string, unknown>>): Struct };
  Any: new () => { pack(bytes: Uint8Array, name: string): void };
  Status: new () => {
    setCode(code: number): void;
    setMessage(text: string): void;
    addDetails(details: object): void;
    serializeBinary(): Uint8Array;
  };
  /** The engine's log, loaded once something is to be said. */
  logTo(address: string): EngineModules;
}

export function sdkMessages(): SdkMessages {
  const sdk = installedSdk();
  return {
    service: sdk("./proto/provider_grpc_pb.js").ResourceProviderService,
    provider: sdk("./proto/provider_pb.js"),
    plugin: sdk("./proto/plugin_pb.js"),
    Empty: sdk("google-protobuf/google/protobuf/empty_pb.js").Empty,
    Struct: sdk("google-protobuf/google/protobuf/struct_pb.js").Struct,
    Any: sdk("google-protobuf/google/protobuf/any_pb.js").Any,
    Status: sdk("./proto/status_pb.js").Status,
    logTo(address) {
      const { EngineClient } = sdk("./proto/engine_grpc_pb.js");
      const messages: { LogRequest: new () => LogRequest; LogSeverity: EngineModules["severity"] } =
        sdk("./proto/engine_pb.js");
      // The client is the SDK's, and takes the credentials of its own copy of gRPC alone.
      const client = new EngineClient(address, sdk("@grpc/grpc-js").credentials.createInsecure());
      return { client, LogRequest: messages.LogRequest, severity: messages.LogSeverity };
    },
  };
}
