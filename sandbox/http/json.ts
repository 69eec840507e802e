import { isUtf8 } from "node:buffer";
import { ServiceError } from "../core/errors";
import { requestLimits } from "./limits";

/**
 * The value of a JSON body; undefined for one without bytes.
 * @throws ServiceError `invalid_json`; `invalid_request` for what could not be stored as it was sent: numbers that are not finite here, a
 * field named `__proto__`, or more than the limits allow. None of the messages quotes the body, which may hold secrets.
 */
export function readJson(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined;
  if (!isUtf8(bytes)) throw new ServiceError("invalid_json", "The body is not valid JSON: it is not UTF-8.", "body");
  const value = parse(bytes.toString("utf8"));
  const problem = problemIn(value, requestLimits.jsonDepth);
  if (problem) {
    const param = problem.path.slice(0, 6).join(".").slice(0, 200) || "body";
    throw new ServiceError("invalid_request", `${param}: ${problem.text}.`, param);
  }
  return value;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const { message } = error as Error;
    const position = / at position (\d+)/.exec(message)?.[1];
    const where = position ? ` at character ${Number(position) + 1}` : /end of/.test(message) ? ": it breaks off" : "";
    throw new ServiceError("invalid_json", `The body is not valid JSON${where}.`, "body");
  }
}

interface Problem {
  path: string[];
  text: string;
}

const tooLong = `is longer than ${requestLimits.textLength} characters`;

/** The first thing that is wrong in a parsed value; never deeper in than `room`, so that no nesting can exhaust the stack. */
function problemIn(value: unknown, room: number): Problem | undefined {
  if (typeof value === "string")
    return value.length > requestLimits.textLength ? { path: [], text: tooLong } : undefined;
  if (typeof value === "number")
    return Number.isFinite(value) ? undefined : { path: [], text: "is too large for a number" };
  if (typeof value !== "object" || value === null) return undefined;
  if (room === 0) return { path: [], text: `is nested more than ${requestLimits.jsonDepth} deep` };
  for (const [key, inner] of Object.entries(value)) {
    if (key === "__proto__") return { path: [key], text: "is not allowed as the name of a field" };
    if (key.length > requestLimits.textLength) return { path: [], text: `has a field whose name ${tooLong}` };
    const problem = problemIn(inner, room - 1);
    if (problem) return { path: [key, ...problem.path], text: problem.text };
  }
  return undefined;
}
