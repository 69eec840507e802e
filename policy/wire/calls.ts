import { toldStack } from "./configure-stack.js";
import type { WireModules } from "./modules.js";
import { toldResource, toldResources } from "./told-resource.js";

/** A call of the engine's analyzer service: one message in, one out. */
export interface Call {
  path: string;
  read(bytes: Uint8Array): unknown;
  write(answer: never): Uint8Array;
}

interface Message {
  serializeBinary(): Uint8Array;
}

const written = (answer: Message): Uint8Array => answer.serializeBinary();
const nothing = (): Uint8Array => new Uint8Array();

/**
 * The calls that are answered, by the name of their handler. Requests that come for each resource are read here, and not by the SDK:
 * most of what they say is never looked at. `ConfigureStack` is not known to older SDKs (up to 3.160 at least), and engines
 * make it whatever the SDK: without it no rule would see the stack's configuration.
 */
export function analyzerCalls({ messages }: WireModules): Readonly<Record<string, Call>> {
  const call = (name: string, read: Call["read"], write: (answer: Message) => Uint8Array): Call => ({
    path: `/pulumirpc.Analyzer/${name}`,
    read,
    write,
  });
  return {
    getPluginInfo: call("GetPluginInfo", nothing, written),
    configureStack: call("ConfigureStack", toldStack, nothing),
    getAnalyzerInfo: call("GetAnalyzerInfo", nothing, written),
    configure: call("Configure", (bytes) => messages.ConfigureAnalyzerRequest.deserializeBinary(bytes), nothing),
    remediate: call("Remediate", toldResource, written),
    analyze: call("Analyze", toldResource, written),
    analyzeStack: call("AnalyzeStack", toldResources, written),
  };
}
