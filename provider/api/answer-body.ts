import type { Answer } from "./exchange.js";
import type { Redactor } from "./redact.js";

/** The most that a message shows of an answer, in characters. */
export const shownAnswerMax = 500;
/** More than this of an answer is never looked at for a message, in characters. */
const readAnswerMax = 8_192;

/** A web page instead of an answer of the interface ("Request and response bodies are JSON"): something in between spoke. */
export function isHtml(answer: Answer): boolean {
  return (
    /\bhtml\b/i.test(answer.headers["content-type"] ?? "") || /^\s*<(?:!doctype|html|head|body)\b/i.test(answer.text)
  );
}

/** A page where an answer was due, a body that is empty apart: what a gateway or a notice of maintenance says in the service's place, with a 2xx too. */
export function isPageInstead(answer: Answer): boolean {
  return answer.text.trim() !== "" && isHtml(answer);
}

/** Announced as JSON but not JSON: cut or garbled on the way. */
export function isGarbledJson(answer: Answer): boolean {
  if (answer.text.trim() === "" || !/\bjson\b/i.test(answer.headers["content-type"] ?? "")) return false;
  try {
    JSON.parse(answer.text);
    return false;
  } catch {
    return true;
  }
}

/** What a message may show of an answer: one line, without markup and secrets, at most 500 characters. */
export function showAnswer(answer: Answer, redactor: Redactor, keep: readonly string[]): string | undefined {
  const read =
    answer.text.length <= readAnswerMax ? answer.text : answer.text.slice(0, readAnswerMax).replace(/\S{1,1024}$/, "");
  const bare = isHtml(answer) ? read.replace(/<(script|style)\b[\s\S]*?<\/\1\s*>|<[^>]*>/gi, " ") : read;
  const line = redactor
    .body(bare, keep)
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim();
  if (line === "") return undefined;
  return line.length <= shownAnswerMax ? line : `${line.slice(0, shownAnswerMax - 1)}…`;
}

/**
 * The scope that a refusal names, if it does: a field such as `required_scope`, or the only thing in the text that looks
 * like one. The document shows no shape of errors, so this is a help for people and never decides anything.
 */
export function namedScope(answer: Answer): string | undefined {
  const head = answer.text.slice(0, readAnswerMax);
  const field = /"(?:required|missing|needed)_?scopes?"\s*:\s*\[?\s*"([\w*:.-]{1,64})"/i.exec(head)?.[1];
  if (field !== undefined) return field;
  const mentioned = new Set(head.match(/\b[a-z][a-z_]{2,40}:(?:read|write|delete)\b/g) ?? []);
  return mentioned.size === 1 ? [...mentioned][0] : undefined;
}

/**
 * What a refusal with 403 speaks of, if that is clear: a scope before the type of the key, and that before the account, which
 * many messages mention in passing. For people too: the document shows neither the shape nor the words of errors.
 */
export function subjectOfRefusal(answer: Answer): "scope" | "publishable key" | "account" | undefined {
  const head = answer.text.slice(0, readAnswerMax);
  if (namedScope(answer) !== undefined || /scope/i.test(head)) return "scope";
  if (/publishable/i.test(head)) return "publishable key";
  return /account/i.test(head) && !/permission/i.test(head) ? "account" : undefined;
}

/** The documented refusal of a partner account's id ("Errors": a message saying the operation is not enabled for this account). */
export function saysNotEnabledForAccount(answer: Answer): boolean {
  return /not[\s_-]+enabled[\s_-]+for[\s_-]+(?:this|the)?[\s_-]*account/i.test(answer.text.slice(0, readAnswerMax));
}
