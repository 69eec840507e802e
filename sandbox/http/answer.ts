import { setTimeout as wait } from "node:timers/promises";
import type { FastifyReply } from "fastify";
import { z } from "zod";
import { type ErrorCode, errorStatus, type ServiceError } from "../core/errors";
import type { Fault } from "./faults";

/** What goes onto the wire. */
export interface Answer {
  status: number;
  headers: Record<string, string>;
  payload: string | undefined;
}

const json = { "content-type": "application/json; charset=utf-8" };

export function jsonAnswer(status: number, value: unknown): Answer {
  return value === undefined
    ? { status, headers: {}, payload: undefined }
    : { status, headers: json, payload: JSON.stringify(value) };
}

export const errorBodySchema = z
  .strictObject({
    error: z
      .strictObject({
        code: z.enum(Object.keys(errorStatus) as ErrorCode[]).meta({ description: "Why, for programs" }),
        message: z.string().meta({ description: "Why, for people; it may change" }),
        param: z.string().optional().meta({ description: "Field, header or query parameter at fault, if it is one" }),
        request_id: z.string().meta({ description: "Names the request in the sandbox's log" }),
      })
      .meta({ description: "What went wrong" }),
  })
  .meta({ id: "Error", description: "A refusal. Its shape and codes: assumption `error-shape`." });
type ErrorBody = z.output<typeof errorBodySchema>;

/** The one shape of errors: assumption `error-shape`. */
export function errorAnswer(error: ServiceError, requestId: string): Answer {
  const { code, message, param } = error;
  const body: ErrorBody = {
    error: { code, message, ...(param === undefined ? {} : { param }), request_id: requestId },
  };
  const answer = jsonAnswer(error.status, body);
  return { ...answer, headers: { ...answer.headers, ...error.headers } };
}

/** Sends an answer as a fault lets it through. Resolves with the status that went out, or null if none did. */
export async function sendAnswer(
  reply: FastifyReply,
  answer: Answer,
  fault: Fault | undefined,
  closing: AbortSignal,
): Promise<number | null> {
  switch (fault?.effect) {
    case undefined:
      return send(reply, answer);
    case "slow":
      await pause(fault, closing);
      return send(reply, answer);
    case "status":
      return send(reply, injected(fault, reply.request.id));
    case "timeout":
      reply.hijack();
      return null;
    case "reset":
      return reset(reply);
    case "truncate":
      return answer.payload ? truncate(reply, answer, answer.payload) : reset(reply);
  }
}

/** Waits as long as a slow fault says, unless the server closes. */
export async function pause(fault: Fault, closing: AbortSignal): Promise<void> {
  await wait(fault.ms ?? 1_000, undefined, { signal: closing }).catch(() => undefined);
}

function send(reply: FastifyReply, answer: Answer): number {
  reply.code(answer.status).headers(answer.headers).send(answer.payload);
  return answer.status;
}

function reset(reply: FastifyReply): null {
  reply.hijack();
  // The answer has no connection yet while those before it on the same one are still to be sent.
  reply.request.raw.socket.resetAndDestroy();
  return null;
}

function truncate(reply: FastifyReply, answer: Answer, payload: string): number {
  reply.hijack();
  const bytes = Buffer.from(payload);
  reply.raw.writeHead(answer.status, {
    date: String(reply.getHeader("date")),
    "cache-control": String(reply.getHeader("cache-control")),
    ...answer.headers,
    "content-length": bytes.length,
  });
  reply.raw.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => reply.request.raw.socket.destroy());
  return answer.status;
}

function injected(fault: Fault, requestId: string): Answer {
  const status = fault.status ?? 500;
  const given = fault.body;
  const answer =
    typeof given === "string"
      ? {
          status,
          headers: {
            "content-type": given.trimStart().startsWith("<")
              ? "text/html; charset=utf-8"
              : "text/plain; charset=utf-8",
          },
          payload: given,
        }
      : jsonAnswer(
          status,
          given ?? {
            error: { code: "injected_fault", message: `A fault answers ${status} here.`, request_id: requestId },
          },
        );
  return { ...answer, headers: { ...answer.headers, ...lowerCased(fault.headers ?? {}) } };
}

function lowerCased(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}
