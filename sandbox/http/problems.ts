import type { z } from "zod";
import { type ErrorCode, ServiceError } from "../core/errors";
import { withoutKeyValues } from "../core/ids";

type Part = "body" | "query" | "path";

/**
 * Checks one part of a request against its schema.
 * @throws ServiceError naming the first field at fault in `param` and every one of them in the message.
 */
export function parsePart<Schema extends z.ZodType>(part: Part, schema: Schema, value: unknown): z.output<Schema> {
  if (part === "body" && (typeof value !== "object" || value === null || Array.isArray(value))) {
    throw new ServiceError(
      "invalid_request",
      "The body must be a JSON object, sent with content-type: application/json.",
      "body",
    );
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.flatMap((issue) => toProblems(part, issue, value));
  const [first] = problems;
  const said = new Set(problems.map(({ param, text }) => `${param}: ${text}.`));
  const message = [...said].slice(0, 20).join(" ");
  throw new ServiceError(
    first?.code ?? "invalid_request",
    withoutKeyValues(message),
    withoutKeyValues(first?.param ?? part),
  );
}

interface Problem {
  code: ErrorCode;
  param: string;
  text: string;
}

function toProblems(part: Part, issue: z.core.$ZodIssue, value: unknown): Problem[] {
  if (issue.code === "unrecognized_keys") {
    const kind = part === "body" ? "field of this operation's body" : "parameter of this operation";
    return issue.keys.map((key) => ({
      code: "unknown_parameter",
      param: key.slice(0, 100) || part,
      text: key === "" ? `"" is not a ${kind}` : `is not a ${kind}`,
    }));
  }
  const param = issue.path.join(".") || part;
  if (issue.path.length > 0 && at(value, issue.path) === undefined) {
    return [{ code: "missing_parameter", param, text: "is required" }];
  }
  if (part === "query" && Array.isArray(at(value, issue.path)))
    return [{ code: "invalid_parameter", param, text: "is given more than once" }];
  return [{ code: "invalid_parameter", param, text: issue.message }];
}

function at(value: unknown, path: PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (inner, key) => (typeof inner === "object" && inner !== null ? Reflect.get(inner, key) : undefined),
    value,
  );
}
