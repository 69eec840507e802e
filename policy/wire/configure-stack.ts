import type { ReaderClass } from "./reader.js";

/** What the engine tells of the stack before it asks about any resource. */
export interface ToldStack {
  name: string;
  project: string;
  organization: string;
  isPreview: boolean;
  /** With secrets in plain text. */
  config: ReadonlyMap<string, string>;
  secretKeys: ReadonlySet<string>;
}

/**
 * The call `ConfigureStack`, described here because older SDKs (up to 3.160 at least) do not know it, and engines make it whatever the SDK:
 * without it no rule would see the stack's configuration.
 */
export function configureStackCall(Reader: ReaderClass): object {
  return {
    path: "/pulumirpc.Analyzer/ConfigureStack",
    requestStream: false,
    responseStream: false,
    requestDeserialize: (bytes: Uint8Array) => toldIn(new Reader(bytes)),
    // The answer has no fields.
    responseSerialize: () => Buffer.alloc(0),
  };
}

/** Reads `AnalyzerStackConfigureRequest` of the engine's analyzer protocol. */
function toldIn(reader: InstanceType<ReaderClass>): ToldStack {
  const config = new Map<string, string>();
  const secretKeys = new Set<string>();
  const told = { name: "", project: "", organization: "", isPreview: false, config, secretKeys };
  while (reader.nextField()) {
    const field = reader.getFieldNumber();
    if (field === 1) told.name = reader.readString();
    else if (field === 2) told.project = reader.readString();
    else if (field === 3) told.organization = reader.readString();
    else if (field === 4) told.isPreview = reader.readBool();
    else if (field === 6) secretKeys.add(reader.readString());
    else if (field === 7) reader.readMessage(config, () => config.set(...entryIn(reader)));
    else reader.skipField();
  }
  return told;
}

function entryIn(reader: InstanceType<ReaderClass>): [key: string, value: string] {
  const entry: [string, string] = ["", ""];
  while (reader.nextField()) {
    const field = reader.getFieldNumber();
    if (field === 1 || field === 2) entry[field - 1] = reader.readString();
    else reader.skipField();
  }
  return entry;
}
