import { createRequire } from "node:module";
import { sdkMissing } from "../../provider/text/sdk-missing.js";

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
  struct: { fromJavaScript(value: Record<string, unknown>): StructMessage };
}

/** Thrown where `@pulumi/pulumi` is not installed beside this package. */
export class PulumiSdkMissing extends Error {
  override readonly name = "PulumiSdkMissing";
  constructor(cause: unknown) {
    super(`the policy pack needs @pulumi/pulumi, ${sdkMissing}`, { cause });
  }
}

/** Loads only the messages, never the SDK as a whole nor its transport: those take longer than the rest of the pack. */
export function wireModules(): WireModules {
  try {
    const sdk = createRequire(require.resolve("@pulumi/pulumi/package.json"));
    return {
      messages: sdk("./proto/analyzer_pb.js"),
      plugin: sdk("./proto/plugin_pb.js"),
      struct: sdk("google-protobuf/google/protobuf/struct_pb.js").Struct,
    };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "MODULE_NOT_FOUND") throw new PulumiSdkMissing(error);
    throw error;
  }
}
