import type { z } from "zod";
import type { Engine } from "../engine";

/** One call of the admin interface; `path` is below `/_sandbox`. */
export interface AdminRoute {
  method: "GET" | "POST" | "PATCH" | "DELETE";
  path: string;
  /** What it does, for the list of all calls and for people. */
  summary: string;
  status: number;
  /** Whether the whole call is one transaction; a long one makes its own. */
  atomic: boolean;
  params: z.ZodType | undefined;
  query: z.ZodType | undefined;
  body: z.ZodType | undefined;
  /** `caller` is aborted when the caller goes away before there is an answer. */
  handle(engine: Engine, parts: { params: unknown; query: unknown; body: unknown }, caller: AbortSignal): unknown;
}

type Output<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;

/** Declares an admin call; what `handle` receives follows from the schemas. */
export function adminRoute<
  Params extends z.ZodType | undefined = undefined,
  Query extends z.ZodType | undefined = undefined,
  Body extends z.ZodType | undefined = undefined,
>(route: {
  method: AdminRoute["method"];
  path: string;
  summary: string;
  status?: number;
  atomic?: boolean;
  params?: Params;
  query?: Query;
  body?: Body;
  handle(
    engine: Engine,
    parts: { params: Output<Params>; query: Output<Query>; body: Output<Body> },
    caller: AbortSignal,
  ): unknown;
}): AdminRoute {
  const { method, path, summary, status = 200, atomic = true, params, query, body, handle } = route;
  return { method, path, summary, status, atomic, params, query, body, handle: handle as AdminRoute["handle"] };
}
