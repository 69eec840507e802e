import { createServer, type Http2Server, type ServerHttp2Stream } from "node:http2";
import type { Call } from "./calls.js";

/** Answers one request at once, or throws an error whose message the engine may print. */
export type Handler = (request: never) => unknown;

/** How much a request may bring before the engine waits: that of a stack with all its properties is large. */
const windowBytes = 16 * 1024 * 1024;
/** Whether the message is compressed, and its length. */
const prefixBytes = 5;
/** A long text of what went wrong travels in a header. */
const longestHeaders = 1024 * 1024;
/** Codes of gRPC. */
const unknown = 2;
const unimplemented = 12;

/** Serves unary gRPC calls over plain HTTP/2: what one engine on this machine asks, and nothing else of the protocol. */
export function unaryServer(
  calls: Readonly<Record<string, Call>>,
  handlers: Readonly<Record<string, Handler>>,
): Http2Server {
  const byPath = new Map(Object.entries(calls).map(([name, call]) => [call.path, { call, handler: handlers[name] }]));
  const server = createServer({
    settings: { initialWindowSize: windowBytes },
    maxSendHeaderBlockLength: longestHeaders,
  });
  server.on("session", (session) => session.setLocalWindowSize(windowBytes));
  server.on("stream", (stream, headers) => {
    const { call, handler } = byPath.get(String(headers[":path"])) ?? {};
    // The engine ends a run by closing what is under way.
    stream.on("error", () => undefined);
    if (call === undefined || handler === undefined) return fail(stream, unimplemented, "this pack does not know it");
    const chunks: Buffer[] = [];
    stream.on("data", (chunk: Buffer) => chunks.push(chunk));
    stream.on("end", () => {
      if (stream.destroyed) return;
      try {
        reply(stream, call.write(handler(call.read(messageIn(chunks)) as never) as never));
      } catch (error) {
        fail(stream, unknown, (error as Error).message);
      }
    });
  });
  return server;
}

function messageIn(chunks: readonly Buffer[]): Buffer {
  const frame = chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks);
  if (frame[0] === 1) throw new Error("the engine sent a compressed message, which this pack does not read");
  if (frame.length < prefixBytes || frame.readUInt32BE(1) !== frame.length - prefixBytes)
    throw new Error("the engine sent a message that is not as long as it says");
  return frame.subarray(prefixBytes);
}

function reply(stream: ServerHttp2Stream, message: Uint8Array): void {
  const frame = Buffer.alloc(prefixBytes + message.length);
  frame.writeUInt32BE(message.length, 1);
  frame.set(message, prefixBytes);
  stream.respond({ ":status": 200, "content-type": "application/grpc+proto" }, { waitForTrailers: true });
  stream.on("wantTrailers", () => stream.sendTrailers({ "grpc-status": "0" }));
  stream.end(frame);
}

function fail(stream: ServerHttp2Stream, status: number, message: string): void {
  const answer = { ":status": 200, "content-type": "application/grpc+proto", "grpc-status": String(status) };
  const text = encodeURIComponent(Buffer.from(message).toString());
  stream.respond({ ...answer, "grpc-message": text }, { endStream: true });
}
