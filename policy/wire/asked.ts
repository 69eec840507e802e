import type { AnalyzeRequest } from "@pulumi/pulumi/proto/analyzer_pb.js";
import type { ReaderClass } from "./reader.js";
import { once } from "./resources.js";

/** A question about one resource, which is read only if a rule looks at resources of its type. */
export interface Asked {
  type: string;
  message(): AnalyzeRequest;
}

interface Call {
  requestDeserialize(bytes: Uint8Array): AnalyzeRequest;
}

/** The call, with its requests left as they came: most resources of most stacks are none of ours. */
export function askedLater(call: Call, Reader: ReaderClass): object {
  const requestDeserialize = (bytes: Uint8Array): Asked => ({
    type: typeIn(new Reader(bytes)),
    message: once(() => call.requestDeserialize(bytes)),
  });
  return { ...call, requestDeserialize };
}

/** The first field of `AnalyzeRequest`. */
function typeIn(reader: InstanceType<ReaderClass>): string {
  while (reader.nextField()) {
    if (reader.getFieldNumber() === 1) return reader.readString();
    reader.skipField();
  }
  return "";
}
