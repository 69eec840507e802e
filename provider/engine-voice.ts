import type { Voice } from "./lifecycle/resource.js";

/**
 * The one file that knows the insides of the SDK. The dynamic-provider process is started as
 * `node <sdk>/cmd/dynamic-provider <engine address>`; a line sent to that address with a urn stands on the resource's own
 * row. Where any of it is not as expected, lines go to standard output, which the engine shows on the stack's row.
 */

interface LogRequest {
  setSeverity(severity: number): void;
  setMessage(message: string): void;
  setUrn(urn: string): void;
}
interface EngineClient {
  log(request: LogRequest, done: (error: Error | null) => void): void;
}
interface EngineModules {
  client: EngineClient;
  LogRequest: new () => LogRequest;
  severity: { INFO: number; WARNING: number };
}

function connectToEngine(): EngineModules | undefined {
  const address = process.argv[2];
  const main = require.main;
  if (!main?.filename.includes("dynamic-provider") || !address || !/:\d+$/.test(address)) return undefined;
  try {
    const { EngineClient } = main.require("../../proto/engine_grpc_pb.js");
    const { LogRequest, LogSeverity } = main.require("../../proto/engine_pb.js");
    const { credentials } = main.require("@grpc/grpc-js");
    return { client: new EngineClient(address, credentials.createInsecure()), LogRequest, severity: LogSeverity };
  } catch {
    return undefined;
  }
}

let engine: EngineModules | undefined | "not-tried" = "not-tried";

async function speak(
  severity: "INFO" | "WARNING",
  urn: string | undefined,
  label: string,
  line: string,
): Promise<void> {
  if (engine === "not-tried") engine = connectToEngine();
  if (engine !== undefined && urn && (await sendLog(engine, severity, urn, line))) return;
  process.stdout.write(line.includes(label) ? `${line}\n` : `${label}: ${line}\n`);
}

function sendLog(modules: EngineModules, severity: "INFO" | "WARNING", urn: string, line: string): Promise<boolean> {
  const request = new modules.LogRequest();
  request.setSeverity(modules.severity[severity]);
  request.setMessage(line);
  request.setUrn(urn);
  return new Promise((resolve) => modules.client.log(request, (error) => resolve(error === null)));
}

/** Lines on the row of the resource; each line of a resource is said once in the life of the process. */
export function engineVoice(said: Set<string>): (urn: string | undefined, label: string) => Voice {
  return (urn, label) => {
    const once = async (severity: "INFO" | "WARNING", line: string, key: string): Promise<void> => {
      if (said.has(key)) return;
      said.add(key);
      await speak(severity, urn, label, line);
    };
    const here = (line: string): string => `${urn ?? label} ${line}`;
    return {
      info: (line) => once("INFO", line, here(line)),
      warn: (line) => once("WARNING", line, here(line)),
      warnOnceARun: (line) => once("WARNING", line, line),
    };
  };
}
