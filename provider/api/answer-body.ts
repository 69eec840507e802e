import type { Secrets } from "../text/secrets";
import type { Answer } from "./exchange";
import { quote } from "./quote";
import { parseJson } from "./read-answer";

/** More than this of an answer is never looked at for a message, in characters. */
const readAnswerMax = 8_192;

/** A web page instead of an answer of the interface ("Request and response bodies are JSON"): something in between spoke. */
export function isHtml(answer: Answer): boolean {
  return (
    /\bhtml\b/i.test(answer.headers["content-type"] ?? "") || /^\s*<(?:!doctype|html|head|body)\b/i.test(answer.text)
  );
}

/**
 * A page where an answer was due, a body that is empty apart: what a gateway or a notice of maintenance says in the
 * service's place, with a 2xx too. JSON that is announced as a page, as by a service that names no type, is an answer.
 */
export function isPageInstead(answer: Answer): boolean {
  if (answer.text.trim() === "" || !isHtml(answer)) return false;
  const body = parseJson(answer.text);
  return typeof body !== "object" || body === null;
}

/** Announced as JSON but not JSON: cut or garbled on the way. */
export function isGarbledJson(answer: Answer): boolean {
  if (answer.text.trim() === "" || !/\bjson\b/i.test(answer.headers["content-type"] ?? "")) return false;
  return parseJson(answer.text) === undefined;
}

/** What an error says in the format of the interface (assumption `error-shape`). Each may be anything. */
interface ErrorBody {
  code?: unknown;
  message?: unknown;
  param?: unknown;
  request_id?: unknown;
}

/** `{"error": {"code", "message", …}}`, or the same without `error` around it; undefined for everything else. */
function errorIn(answer: Answer): ErrorBody | undefined {
  const body = parseJson(answer.text);
  const inner = isObject(body) && "error" in body ? body.error : body;
  const isError = isObject(inner) && (typeof inner.message === "string" || typeof inner.code === "string");
  return isError ? inner : undefined;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * What a message may show of an answer: of an error in the format of the interface its code and its message, each a short
 * line or withheld; of any other body what it is and how long. Undefined for an empty one.
 */
export function showAnswer(answer: Answer, secrets: Secrets, keep: readonly string[]): string | undefined {
  if (answer.text.trim() === "") return undefined;
  const error = errorIn(answer);
  if (error === undefined) return `${mediaTypeOf(answer)}, ${Buffer.byteLength(answer.text)} bytes, not shown`;
  const shown = (value: unknown): string[] =>
    typeof value === "string" && value.trim() !== "" ? [quote(value, secrets, keep)] : [];
  const about = [
    ...shown(error.param).map((param) => `about ${param}`),
    ...shown(error.request_id).map((id) => `request ${id}`),
  ];
  const what = [...shown(error.code), ...shown(error.message)].map((part) => part.replace(/\.$/, "")).join(": ");
  return about.length === 0 ? what : `${what} (${about.join(", ")})`;
}

/** Only what looks like one is repeated. */
function mediaTypeOf(answer: Answer): string {
  const type = (answer.headers["content-type"] ?? "").split(";")[0]!.trim().toLowerCase();
  return mediaTypes.has(type) ? type : "a body of another type";
}
const mediaTypes = new Set([
  "application/json",
  "application/octet-stream",
  "application/problem+json",
  "application/xml",
  "text/html",
  "text/plain",
  "text/xml",
]);

/**
 * The scope that a refusal names, if it does: a field such as `required_scope`, or the only thing in the text that looks
 * like one. The document shows no shape of errors, so this is a help for people and never decides anything.
 */
export function namedScope(answer: Answer, secrets: Secrets): string | undefined {
  const head = answer.text.slice(0, readAnswerMax);
  const field = /"(?:required|missing|needed)_?scopes?"\s*:\s*\[?\s*"([\w*:.-]{1,64})"/i.exec(head)?.[1];
  const mentioned = new Set(head.match(/\b[a-z][a-z_]{2,40}:(?:read|write|delete)\b/g) ?? []);
  const scope = field ?? (mentioned.size === 1 ? [...mentioned][0] : undefined);
  // A secret fits the form of a scope as well.
  return scope === undefined || quote(scope, secrets) !== scope ? undefined : scope;
}

/**
 * What a refusal with 403 speaks of, if that is clear: a scope before the type of the key, and that before the account, which
 * many messages mention in passing. For people too: the document shows neither the shape nor the words of errors.
 */
export function subjectOfRefusal(
  answer: Answer,
  secrets: Secrets,
): "scope" | "publishable key" | "account" | undefined {
  const head = answer.text.slice(0, readAnswerMax);
  if (namedScope(answer, secrets) !== undefined || /scope/i.test(head)) return "scope";
  if (/publishable/i.test(head)) return "publishable key";
  return /account/i.test(head) && !/permission/i.test(head) ? "account" : undefined;
}

/** The documented refusal of a partner account's id ("Errors": a message saying the operation is not enabled for this account). */
export function saysNotEnabledForAccount(answer: Answer): boolean {
  return /not[\s_-]+enabled[\s_-]+for[\s_-]+(?:this|the)?[\s_-]*account/i.test(answer.text.slice(0, readAnswerMax));
}
