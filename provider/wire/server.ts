import {
  type Metadata,
  Server,
  ServerCredentials,
  type ServiceDefinition,
  type sendUnaryData,
  status,
} from "@grpc/grpc-js";

/** Returns the response to one request, or throws an error whose message the engine may print. */
export type Handler = (request: never) => unknown;

/** A request about a stack holds all of its properties; the engine sends no more than 400 MB. */
const noLimit = -1;

/** A server that listens on this machine. */
export interface Serving {
  readonly server: Server;
  readonly port: number;
}

/** What a handler may throw to choose the code, and the details that travel with it. */
interface CallFailure {
  readonly code?: unknown;
  readonly message: string;
  readonly metadata?: Metadata;
}

/** Serves unary gRPC calls to one engine on this machine. A call without a handler is UNIMPLEMENTED. */
export function serveCalls(service: ServiceDefinition, handlers: Readonly<Record<string, Handler>>): Promise<Serving> {
  const server = new Server({
    "grpc.max_receive_message_length": noLimit,
    "grpc.max_send_message_length": noLimit,
    // Statistics of every call, which nobody asks for.
    "grpc.enable_channelz": 0,
  });
  const implementation = Object.entries(handlers).map(([name, handler]) => [
    name,
    async ({ request }: { request: unknown }, respond: sendUnaryData<unknown>): Promise<void> => {
      try {
        respond(null, await handler(request as never));
      } catch (error) {
        const { code, message, metadata } = error as CallFailure;
        // A lone surrogate can't be sent.
        const details = message.toWellFormed();
        respond({ code: typeof code === "number" ? code : status.UNKNOWN, details, ...(metadata && { metadata }) });
      }
    },
  ]);
  server.addService(service, Object.fromEntries(implementation));
  return new Promise((resolve, reject) => {
    server.bindAsync("127.0.0.1:0", ServerCredentials.createInsecure(), (error, port) =>
      error === null ? resolve({ server, port }) : reject(error),
    );
  });
}
