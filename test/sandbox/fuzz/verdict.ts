import { errorStatus } from "../../../sandbox/core/errors";
import type { Harness } from "../harness";
import type { Checker } from "../openapi/checker";
import type { Plan } from "./plan";
import type { Answer } from "./world";

/** Statuses of refusals that no single field is to blame for. */
const withoutField = [405, 408, 431];
const leaks = /\n\s+at |node:internal|node_modules|\.[jt]s:\d|SQLITE|ZodError|TypeError|RangeError|ServiceError/;

/** What is wrong with an answer, whatever was asked; undefined if nothing is. */
export function faultIn(plan: Plan, answer: Answer, sandbox: Harness, checker: Checker): string | undefined {
  const { status, headers, text } = answer;
  if (leaks.test(text)) return `it shows its insides: ${text}`;
  if (status >= 400 && [sandbox.apiKey, sandbox.adminToken].some((secret) => text.includes(secret)))
    return `it shows a secret: ${text}`;
  if (Object.keys(headers).some((name) => name.startsWith("access-control-")))
    return "it opens itself to other origins";
  if (plan.method === "HEAD" || (text === "" && status < 400)) return status < 500 ? undefined : `status ${status}`;
  if (!String(headers["content-type"]).startsWith("application/json"))
    return status < 400 && !plan.path.startsWith("/v1") ? undefined : `it is no JSON: ${text}`;
  const body: unknown = JSON.parse(text);
  return (status >= 400 ? faultInRefusal(status, body) : undefined) ?? described(plan, status, body, checker);
}

function faultInRefusal(status: number, body: unknown): string | undefined {
  const shown = `${status} ${JSON.stringify(body)}`;
  const { error, ...rest } = body as { error?: Record<string, unknown> };
  if (error === undefined || Object.keys(rest).length > 0) return `it is no error: ${shown}`;
  const { code, message, param, request_id, ...more } = error;
  if (Object.keys(more).length > 0) return `it says too much: ${shown}`;
  if (errorStatus[code as keyof typeof errorStatus] !== status) return `its code has another status: ${shown}`;
  if (status >= 500) return `the sandbox failed: ${shown}`;
  if (typeof message !== "string" || !/\w.*[.]$/s.test(message) || message.length > 5_000)
    return `it says no why: ${shown}`;
  if (!/^(req|own)_\d{8,}$/.test(String(request_id))) return `it names no request: ${shown}`;
  if (!withoutField.includes(status) && (typeof param !== "string" || param === ""))
    return `it blames no field: ${shown}`;
  return undefined;
}

/** An answer of `/v1` must be one that the operation is described with. */
function described({ straight, target }: Plan, status: number, body: unknown, checker: Checker): string | undefined {
  const [method = "", path = ""] = target.split(" ");
  if (!straight || checker.document.paths[path] === undefined || status === 431) return undefined;
  return checker.answer(method, path, { status, body });
}
