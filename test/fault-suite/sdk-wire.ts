import { createRequire } from "node:module";
import { join } from "node:path";

/** What the SDK's own modules offer, as far as it is used here: messages are built and read by name. */
export interface Message {
  [method: string]: (...args: unknown[]) => unknown;
}

interface Call {
  request: Message;
}
type Done = (error: unknown, answer?: unknown) => void;

interface Grpc {
  Server: new () => {
    addService(service: unknown, handlers: Record<string, (call: Call, done: Done) => void>): void;
    bindAsync(address: string, credentials: unknown, done: (error: Error | null, port: number) => void): void;
    forceShutdown(): void;
  };
  ServerCredentials: { createInsecure(): unknown };
  credentials: { createInsecure(): unknown };
}

/** A failed call, as the gRPC client reports it. */
export interface CallFailure {
  details: string;
  metadata?: { get(key: string): unknown[] };
}

export interface ProviderClient {
  [method: string]: (request: unknown, done: (error: CallFailure | null, answer?: Message) => void) => unknown;
}

/** What serves the resources: Pulumi's dynamic-provider process, or the plugin. */
export type Host = "dynamic" | "native";

/** The engine's side of the SDK's wire protocol, from the SDK that a program has installed: the same versions on both sides. */
export function sdkWire(installed: string, host: Host = "dynamic") {
  // A file of the folder: Jest takes a path that ends with a slash for a file, and would look beside the folder.
  const fromProgram = createRequire(join(installed, "package.json"));
  const dynamicProvider = fromProgram.resolve("@pulumi/pulumi/cmd/dynamic-provider");
  const fromSdk = createRequire(dynamicProvider);
  const load = (path: string): unknown => fromSdk(path);
  return {
    host,
    /** What Node runs as the provider. */
    provider: host === "dynamic" ? dynamicProvider : `${installed}/node_modules/.bin/pulumi-resource-payments`,
    version: (load("../../package.json") as { version: string }).version,
    grpc: load("@grpc/grpc-js") as Grpc,
    Struct: (
      load("google-protobuf/google/protobuf/struct_pb.js") as { Struct: { fromJavaScript(value: object): Message } }
    ).Struct,
    Empty: (load("google-protobuf/google/protobuf/empty_pb.js") as { Empty: new () => Message }).Empty,
    messages: load("../../proto/provider_pb.js") as Record<string, new () => Message> & {
      ErrorResourceInitFailed: { deserializeBinary(bytes: unknown): Message };
    },
    clients: load("../../proto/provider_grpc_pb.js") as {
      ResourceProviderClient: new (address: string, credentials: unknown) => ProviderClient;
    },
    status: load("../../proto/status_pb.js") as { Status: { deserializeBinary(bytes: unknown): Message } },
    engine: load("../../proto/engine_grpc_pb.js") as { EngineService: unknown },
  };
}
export type SdkWire = ReturnType<typeof sdkWire>;
