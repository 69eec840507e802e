import { connect, type Socket } from "node:net";
import { performance } from "node:perf_hooks";
import { readAnswer } from "./answer";
import { type LoadRequest, requestBytes } from "./request";

/** A server that does not answer for so long is stuck. */
const SILENT_FOR_MS = 20_000;

export interface Load {
  /** Of a server on 127.0.0.1. */
  readonly port: number;
  readonly request: LoadRequest;
  /** How many are under way at a time, each on a connection of its own that is kept. */
  readonly concurrency: number;
  /** When to send no more; what is under way is waited for. */
  readonly until: { readonly ms: number } | { readonly requests: number };
}

/** What a load came to. */
export interface Served {
  readonly requests: number;
  readonly tookMs: number;
}

/**
 * Sends one request over and over on kept connections, the next as soon as one is answered. Sockets are written and read
 * without an HTTP client between, so that the server is the slower side. Connections are opened before the clock starts.
 * @throws Error for an answer other than 2xx, a connection that breaks off, or a server that falls silent
 */
export async function sendLoad({ port, request, concurrency, until }: Load): Promise<Served> {
  const bytes = requestBytes(request, port);
  const sockets = await Promise.all(Array.from({ length: concurrency }, () => open(port)));
  let sent = 0;
  const startedAt = performance.now();
  const mayGoOn = "ms" in until ? () => performance.now() - startedAt < until.ms : () => sent < until.requests;
  const next = (): boolean => {
    if (!mayGoOn()) return false;
    sent++;
    return true;
  };
  try {
    await Promise.all(sockets.map((socket) => keepSending(socket, bytes, next)));
    return { requests: sent, tookMs: performance.now() - startedAt };
  } catch (cause) {
    const text = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`${request.method} ${request.path}, ${concurrency} at a time: ${text}`, { cause });
  } finally {
    for (const socket of sockets) socket.destroy();
  }
}

/** How many a second. */
export const rateOf = ({ requests, tookMs }: Served): number => (requests * 1_000) / tookMs;

function open(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: "127.0.0.1", noDelay: true });
    socket.once("error", reject);
    socket.once("connect", () => {
      socket.removeListener("error", reject);
      resolve(socket);
    });
  });
}

function keepSending(socket: Socket, bytes: Buffer, next: () => boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    let come: Buffer | undefined;
    const sendOrEnd = (): void => {
      if (next()) socket.write(bytes);
      else resolve();
    };
    socket.setTimeout(SILENT_FOR_MS, () => reject(new Error(`no answer for ${SILENT_FOR_MS / 1_000} s`)));
    socket.on("error", reject);
    socket.on("close", () => reject(new Error("the connection was closed before an answer")));
    socket.on("data", (part) => {
      come = come === undefined ? part : Buffer.concat([come, part]);
      try {
        const answer = readAnswer(come);
        if (answer === undefined) return;
        if (answer.end !== come.length) throw new Error("more came than was asked for");
        if (answer.status < 200 || answer.status > 299)
          throw new Error(`answered ${answer.status}: ${come.subarray(-300).toString()}`);
      } catch (error) {
        reject(error);
        return;
      }
      come = undefined;
      sendOrEnd();
    });
    sendOrEnd();
  });
}
