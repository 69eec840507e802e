import { createRequire } from "node:module";
import { askedLater } from "./asked.js";
import { configureStackCall } from "./configure-stack.js";
import type { ReaderClass } from "./reader.js";

type Messages = typeof import("@pulumi/pulumi/proto/analyzer_pb.js");
type PluginMessages = typeof import("@pulumi/pulumi/proto/plugin_pb.js");

/** The part of a message of `google-protobuf` that carries properties. */
export interface StructMessage {
  toJavaScript(): Record<string, unknown>;
}

/** What the SDK of the program brings along for a process that the engine asks about policies. */
export interface WireModules {
  messages: Messages;
  plugin: PluginMessages;
  service: { configure: { responseType?: new () => unknown } } & object;
  struct: { fromJavaScript(value: Record<string, unknown>): StructMessage };
  grpc: {
    Server: new (options: Record<string, number>) => GrpcServer;
    ServerCredentials: { createInsecure(): unknown };
  };
}

export interface GrpcServer {
  addService(service: object, handlers: Readonly<Record<string, unknown>>): void;
  bindAsync(address: string, credentials: unknown, done: (error: Error | null, port: number) => void): void;
}

/** Thrown where `@pulumi/pulumi` is not installed beside this package. */
export class PulumiSdkMissing extends Error {
  override readonly name = "PulumiSdkMissing";
  constructor(cause: unknown) {
    super("the policy pack needs @pulumi/pulumi, which is not installed here. Run: npm install @pulumi/pulumi", {
      cause,
    });
  }
}

/** Loads only the messages and the transport, never the SDK as a whole: that takes longer than the rest of the pack. */
export function wireModules(): WireModules {
  try {
    const sdk = createRequire(require.resolve("@pulumi/pulumi/package.json"));
    const service = sdk("./proto/analyzer_grpc_pb.js").AnalyzerService;
    const Reader = sdk("google-protobuf").BinaryReader as ReaderClass;
    return {
      messages: sdk("./proto/analyzer_pb.js"),
      plugin: sdk("./proto/plugin_pb.js"),
      service: {
        ...service,
        configureStack: configureStackCall(Reader),
        analyze: askedLater(service.analyze, Reader),
        remediate: askedLater(service.remediate, Reader),
      },
      struct: sdk("google-protobuf/google/protobuf/struct_pb.js").Struct,
      grpc: sdk("@grpc/grpc-js"),
    };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "MODULE_NOT_FOUND") throw new PulumiSdkMissing(error);
    throw error;
  }
}
