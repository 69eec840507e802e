import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { ServiceError } from "../core/errors";
import { type Answer, errorAnswer } from "./answer";
import { requestLimits } from "./limits";

/** The refusal of bytes that never became a request, by the code of Node's parser. */
function refusalOf(code: string | undefined): ServiceError {
  switch (code) {
    case "ERR_HTTP_REQUEST_TIMEOUT":
      return new ServiceError("request_timeout", "The request did not arrive whole in time. Send it again, faster.");
    case "HPE_HEADER_OVERFLOW":
      return new ServiceError(
        "head_too_large",
        `The request line and the headers are larger than ${requestLimits.headBytes / 1024} KiB together.`,
      );
    case "HPE_CHUNK_EXTENSIONS_OVERFLOW":
      return new ServiceError("body_too_large", "The extensions of a chunk are too large.", "body");
    default:
      return new ServiceError("invalid_request", `The request is not HTTP/1.1${reasons[code ?? ""] ?? ""}.`);
  }
}

/** Why, for the codes that say it. */
const reasons: Record<string, string> = {
  HPE_INVALID_METHOD: ": its method is unknown",
  HPE_INVALID_URL: ": its path has characters that must be percent-encoded",
  HPE_INVALID_VERSION: ": its version is unknown",
  HPE_INVALID_HEADER_TOKEN: ": a header has characters that are not allowed",
  HPE_INVALID_CONTENT_LENGTH: ": content-length is not a number",
  HPE_UNEXPECTED_CONTENT_LENGTH: ": content-length is given twice, or beside transfer-encoding",
  HPE_INVALID_TRANSFER_ENCODING: ": transfer-encoding is not chunked",
  HPE_INVALID_CHUNK_SIZE: ": the size of a chunk is not a number",
  HPE_INVALID_EOF_STATE: ": it breaks off",
};

/** What an answer to bytes carries that never became a request. */
export interface Names {
  requestId: string;
  date: string;
}

/** Connections that end with a refusal, once what was asked before on them is answered. */
const ending = new WeakSet<Duplex>();

/**
 * Refuses what the parser gave up on, in the one shape of errors, and closes the connection. Whole requests that came before on the same
 * connection are answered first. `refused` receives the refusal, if one was sent.
 */
export function refuseUnreadable(
  error: NodeJS.ErrnoException,
  socket: Duplex,
  name: () => Names,
  refused: (refusal: ServiceError, names: Names) => void,
): void {
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  if (ending.has(socket)) return;
  ending.add(socket);
  afterAnswers(socket, (answerBegun) => {
    if (!socket.writable) return;
    // An answer that has begun cannot be followed by another one to the same request.
    if (answerBegun) {
      socket.end();
      return;
    }
    const [refusal, names] = [refusalOf(error.code), name()];
    socket.end(onTheWire(errorAnswer(refusal, names.requestId), names.date));
    refused(refusal, names);
  });
}

/** By connection: the answers that are still to be sent, in their order, and last the one to the latest request. */
const answers = new WeakMap<Duplex, readonly ServerResponse[]>();

/** Lets `refuseUnreadable` know what a server has been asked. */
export function noteAnswers(server: Server): void {
  server.prependListener("request", ({ socket }, answer) => {
    const waiting = (answers.get(socket) ?? []).filter(({ writableFinished }) => !writableFinished);
    answers.set(socket, [...waiting, answer]);
  });
}

/** Waits for the answers to all requests that arrived whole. `answerBegun`: the one that did not has its answer, or the beginning of it. */
function afterAnswers(socket: Duplex, then: (answerBegun: boolean) => void): void {
  const noted = answers.get(socket) ?? [];
  const underWay = noted.find(({ writableFinished }) => !writableFinished);
  if (underWay?.req.complete) underWay.once("finish", () => afterAnswers(socket, then));
  else then(underWay ? underWay.headersSent : noted.at(-1)?.req.complete === false);
}

/** CONNECT asks for a tunnel, which Node hands over as a bare socket. */
export function refuseTunnel(request: IncomingMessage, socket: Duplex, { requestId, date }: Names): void {
  const refusal = new ServiceError("method_not_allowed", `The service does not take ${request.method}.`);
  socket.on("error", () => undefined);
  socket.end(onTheWire(errorAnswer(refusal, requestId), date));
}

const phrases: Record<number, string> = {
  400: "Bad Request",
  405: "Method Not Allowed",
  408: "Request Timeout",
  413: "Content Too Large",
  431: "Request Header Fields Too Large",
};

function onTheWire({ status, headers, payload = "" }: Answer, date: string): string {
  const all = { date, ...headers, "content-length": String(Buffer.byteLength(payload)), connection: "close" };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${phrases[status] ?? ""}\r\n${lines.join("")}\r\n${payload}`;
}
