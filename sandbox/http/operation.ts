import type { z } from "zod";
import type { ErrorCode, ServiceError } from "../core/errors";
import type { World } from "../core/world";
import type { Account, AccountRule } from "../objects/accounts";
import type { Caller } from "../objects/api-keys";
import type { OperationScope } from "../objects/scopes";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** A request that has been authenticated, authorised and checked. */
export interface Call<Params, Query, Body> {
  world: World;
  caller: Readonly<Caller>;
  account: Readonly<Account>;
  params: Params;
  query: Query;
  body: Body;
}

interface Declaration {
  method: Method;
  /** Such as `/v1/api-keys/{id}`. */
  path: string;
  summary: string;
  /** Section of the interface document, or the words that the assumption rests on. */
  source: string;
  /** Names of the assumptions that fill what the document leaves open. */
  assumptions: readonly string[];
  scope: OperationScope;
  /** `any`: open to publishable keys too. */
  keys: "secret" | "any";
  account: AccountRule;
  /** HTTP status of success. */
  status: number;
  /** Codes of the refusals that only the operation's own rule knows, for OpenAPI. */
  refusals?: readonly ErrorCode[];
}

/** One operation of `/v1`: routing, checks, fault names, the fidelity table and OpenAPI all come from this declaration. */
export interface Operation extends Declaration {
  params: z.ZodType | undefined;
  query: z.ZodType | undefined;
  body: z.ZodType | undefined;
  response: z.ZodType | undefined;
  handle(call: Call<unknown, unknown, unknown>): unknown;
}

type Output<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;

/** Declares an operation; what `handle` receives and must return follows from the schemas. */
export function defineOperation<
  Params extends z.ZodType | undefined = undefined,
  Query extends z.ZodType | undefined = undefined,
  Body extends z.ZodType | undefined = undefined,
  Response extends z.ZodType | undefined = undefined,
>(
  declaration: Declaration & {
    params?: Params;
    query?: Query;
    body?: Body;
    response?: Response;
    /** A refusal that is returned, not thrown, leaves what was written: a declined charge did take place. */
    handle(
      call: Call<Output<Params>, Output<Query>, Output<Body>>,
    ): (Response extends z.ZodType ? z.input<Response> : undefined) | ServiceError;
  },
): Operation {
  const { params, query, body, response, handle, ...rest } = declaration;
  return { ...rest, params, query, body, response, handle: handle as Operation["handle"] };
}

/** `POST /v1/api-keys`: how faults, the request log and messages call an operation. */
export function operationName(operation: { method: string; path: string }): string {
  return `${operation.method} ${operation.path}`;
}

/** Whether a path, without its query, is one of a template such as `/v1/api-keys/{id}`. */
export function matchesTemplate(template: string, path: string): boolean {
  const parts = path.split("/");
  const expected = template.split("/");
  return (
    parts.length === expected.length &&
    expected.every((part, index) => (part.startsWith("{") ? parts[index] !== "" : part === parts[index]))
  );
}
