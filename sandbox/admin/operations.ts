import { z } from "zod";
import type { AdminRoute } from "./route";

/** A call of the admin interface, as `GET /_sandbox/operations` lists it. */
export interface AdminOperation {
  method: AdminRoute["method"];
  path: string;
  summary: string;
  /** Names of query parameters, and of the fields of the body; "?" behind what may be left out. */
  query?: string;
  body?: string;
}

/** What a list tells of each call. Pure. */
export function describeOperations(routes: readonly AdminRoute[]): AdminOperation[] {
  return routes.map(({ method, path, summary, query, body }) => ({
    method,
    path: `/_sandbox${path}`,
    summary,
    ...(query && { query: namesIn(query) }),
    ...(body && { body: namesIn(body) }),
  }));
}

function namesIn(schema: z.ZodType): string {
  if (schema instanceof z.ZodUnion) return schema.options.map((each) => namesIn(each as z.ZodType)).join(" or ");
  if (!(schema instanceof z.ZodObject)) return "";
  const fields = Object.entries(schema.shape as Record<string, z.ZodType>);
  return fields.map(([name, field]) => `${name}${field.safeParse(undefined).success ? "?" : ""}`).join(", ");
}
