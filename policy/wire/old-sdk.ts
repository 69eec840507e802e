import type { MethodDefinition } from "@grpc/grpc-js";
import type { AnalyzerStackConfigureRequest } from "@pulumi/pulumi/proto/analyzer_pb.js";

/** The engine's message about the stack, sent before any resource. */
export interface AnalyzedStack
  extends Pick<
    AnalyzerStackConfigureRequest,
    "getStack" | "getProject" | "getOrganization" | "getDryRun" | "getConfigSecretKeysList"
  > {
  /** With secrets in plain text. */
  getConfigMap(): { forEach(each: (value: string, key: string) => void): void };
}

/** The part of the reader of `google-protobuf` that is needed here. */
interface Reader {
  nextField(): boolean;
  getFieldNumber(): number;
  skipField(): void;
  readBool(): boolean;
  readString(): string;
  readMessage(message: unknown, read: () => void): void;
}

/**
 * The call `ConfigureStack`, which SDKs up to 3.160 at least do not have. Engines make it with any SDK, and without it no rule
 * sees the stack's configuration. A test says when this file can go.
 */
export function configureStackOfOldSdk(
  BinaryReader: new (bytes: Uint8Array) => Reader,
): MethodDefinition<AnalyzedStack, unknown> {
  const requestDeserialize = (bytes: Uint8Array): AnalyzedStack => {
    const texts = ["", "", "", ""];
    const secretKeys: string[] = [];
    const config = new Map<string, string>();
    let isPreview = false;
    const reader = new BinaryReader(bytes);
    while (reader.nextField()) {
      const field = reader.getFieldNumber();
      if (field <= 3) texts[field] = reader.readString();
      else if (field === 4) isPreview = reader.readBool();
      else if (field === 6) secretKeys.push(reader.readString());
      else if (field === 7) {
        const entry: [string, string, string] = ["", "", ""];
        reader.readMessage(entry, () => {
          while (reader.nextField()) entry[reader.getFieldNumber()] = reader.readString();
        });
        config.set(entry[1], entry[2]);
      } else reader.skipField();
    }
    const [, stack = "", project = "", organization = ""] = texts;
    return {
      getStack: () => stack,
      getProject: () => project,
      getOrganization: () => organization,
      getDryRun: () => isPreview,
      getConfigMap: () => config,
      getConfigSecretKeysList: () => secretKeys,
    };
  };
  const nothing = () => Buffer.alloc(0);
  return {
    path: "/pulumirpc.Analyzer/ConfigureStack",
    requestStream: false,
    responseStream: false,
    requestSerialize: nothing,
    requestDeserialize,
    responseSerialize: nothing,
    responseDeserialize: nothing,
  };
}
