import type { ResourceLogger } from "../lifecycle/resource";
import { outgoing } from "../text/outgoing";
import { sdkModule } from "./sdk-modules";

/**
 * Lines on the row of a resource: sent to the engine with the urn. Where the SDK is not as expected they go to standard
 * output, which the engine shows on the stack's row.
 */

export interface LogRequest {
  setSeverity(severity: number): void;
  setMessage(message: string): void;
  setUrn(urn: string): void;
}
export interface EngineClient {
  log(request: LogRequest, done: (error: Error | null) => void): void;
}
export interface EngineModules {
  client: EngineClient;
  LogRequest: new () => LogRequest;
  severity: { INFO: number; WARNING: number };
}

function connectToEngine(): EngineModules | undefined {
  const address = process.argv[2];
  const service = sdkModule<{ EngineClient: new (address: string, credentials: unknown) => EngineClient }>(
    "../../proto/engine_grpc_pb.js",
  );
  const messages = sdkModule<{ LogRequest: EngineModules["LogRequest"]; LogSeverity: EngineModules["severity"] }>(
    "../../proto/engine_pb.js",
  );
  const grpc = sdkModule<{ credentials: { createInsecure(): unknown } }>("@grpc/grpc-js");
  if (!service?.EngineClient || !messages?.LogRequest || !grpc || !address || !/:\d+$/.test(address)) return undefined;
  const client = new service.EngineClient(address, grpc.credentials.createInsecure());
  return { client, LogRequest: messages.LogRequest, severity: messages.LogSeverity };
}

/** How a host reaches the engine; undefined: not at all. */
type Connect = () => EngineModules | undefined;

function speakerTo(connect: Connect, write: (text: string) => void) {
  let engine: EngineModules | undefined | "not-tried" = "not-tried";
  return async (severity: "INFO" | "WARNING", urn: string | undefined, label: string, line: string): Promise<void> => {
    if (engine === "not-tried") engine = connect();
    if (engine !== undefined && urn && (await sendLog(engine, severity, urn, line))) return;
    write(line.includes(label) ? `${line}\n` : `${label}: ${line}\n`);
  };
}

function sendLog(modules: EngineModules, severity: "INFO" | "WARNING", urn: string, line: string): Promise<boolean> {
  const request = new modules.LogRequest();
  request.setSeverity(modules.severity[severity]);
  request.setMessage(outgoing(line));
  request.setUrn(urn);
  return new Promise((resolve) => modules.client.log(request, (error) => resolve(error === null)));
}

/**
 * Each line of a resource is said once in the life of the process.
 *
 * @param write takes a line that can't be sent to the engine
 */
export function engineLogger(
  said: Set<string>,
  connect: Connect = connectToEngine,
  write: (text: string) => void = (text) => void process.stdout.write(outgoing(text)),
): (urn: string | undefined, label: string) => ResourceLogger {
  const speak = speakerTo(connect, write);
  return (urn, label) => {
    const once = async (severity: "INFO" | "WARNING", line: string, key: string): Promise<void> => {
      if (said.has(key)) return;
      said.add(key);
      await speak(severity, urn, label, line);
    };
    const here = (line: string): string => `${urn || label} ${line}`;
    return {
      info: (line) => once("INFO", line, here(line)),
      warn: (line) => once("WARNING", line, here(line)),
      warnOnceARun: (line) => once("WARNING", line, line),
    };
  };
}
