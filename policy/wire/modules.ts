import { createRequire } from "node:module";
import type { ServiceDefinition } from "@grpc/grpc-js";
import type { PolicyConfig } from "@pulumi/pulumi/proto/analyzer_pb.js";
import { sdkMissing } from "../../provider/text/sdk-missing";
import { configureStackOfOldSdk } from "./old-sdk";

/** The parts of the program's SDK that a policy pack needs. */
export interface WireModules {
  service: ServiceDefinition;
  messages: typeof import("@pulumi/pulumi/proto/analyzer_pb.js");
  plugin: typeof import("@pulumi/pulumi/proto/plugin_pb.js");
  Empty: new () => object;
  Struct: { fromJavaScript(properties: Readonly<Record<string, unknown>>): ReturnType<PolicyConfig["getProperties"]> };
}

/** Thrown where `@pulumi/pulumi` is not installed beside this package. */
export class PulumiSdkMissing extends Error {
  override readonly name = "PulumiSdkMissing";
  constructor(cause: unknown) {
    super(`the policy pack needs @pulumi/pulumi, ${sdkMissing}`, { cause });
  }
}

/** Loads only the analyzer's messages. Loading the whole SDK would take longer than everything else at the start of a pack. */
export function wireModules(): WireModules {
  try {
    const sdk = createRequire(require.resolve("@pulumi/pulumi/package.json"));
    return {
      service: {
        configureStack: configureStackOfOldSdk(sdk("google-protobuf").BinaryReader),
        ...sdk("./proto/analyzer_grpc_pb.js").AnalyzerService,
      },
      messages: sdk("./proto/analyzer_pb.js"),
      plugin: sdk("./proto/plugin_pb.js"),
      Empty: sdk("google-protobuf/google/protobuf/empty_pb.js").Empty,
      Struct: sdk("google-protobuf/google/protobuf/struct_pb.js").Struct,
    };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "MODULE_NOT_FOUND") throw new PulumiSdkMissing(error);
    throw error;
  }
}
