import { z } from "zod";
import { adminRoutes } from "../../../sandbox/admin/register";
import { cardFormSchema } from "../../../sandbox/objects/cards";
import { billingDetailsSchema } from "../../../sandbox/objects/payment-methods";
import { readOptions } from "../../../sandbox/options";
import { operationsFor } from "../../../sandbox/routes";
import type { JsonSchema } from "./from-schema";

/** Something that can be called. */
export interface Target {
  /** Such as `POST /v1/api-keys`. */
  name: string;
  method: string;
  /** With `{id}` in it. */
  path: string;
  query: JsonSchema | undefined;
  body: JsonSchema | undefined;
}

/** What the page of the card form sends. */
const cardFormBody = z.strictObject({
  type: z.literal("card"),
  card: cardFormSchema,
  billing_details: billingDetailsSchema.optional(),
});

/** Every operation of `/v1`, every call of the admin interface, and what neither table has. */
export function allTargets(): Target[] {
  const operations = operationsFor(readOptions({})).map((operation) => toTarget(operation, ""));
  const admin = adminRoutes.map((route) => toTarget(route, "/_sandbox"));
  const others = [
    ["GET", "/"],
    ["GET", "/openapi.json"],
    ["GET", "/_sandbox/card-form"],
    ["GET", "/_sandbox/pages/{name}"],
    ["POST", "/_sandbox/receivers/{id}/inbox"],
    ["GET", "/v1/{id}"],
    ["POST", "/{id}"],
  ] as const;
  const cardForm = { method: "POST", path: "/_sandbox/card-form", query: undefined, body: cardFormBody };
  return [
    ...operations,
    ...admin,
    toTarget(cardForm, ""),
    ...others.map(([method, path]) =>
      toTarget(
        { method, path, query: undefined, body: method === "POST" ? z.record(z.string(), z.json()) : undefined },
        "",
      ),
    ),
  ];
}

function toTarget(
  { method, path, query, body }: { method: string; path: string } & Record<"query" | "body", z.ZodType | undefined>,
  prefix: string,
): Target {
  return {
    name: `${method} ${prefix}${path}`,
    method,
    path: prefix + path,
    query: query && toJson(query),
    body: body && toJson(body),
  };
}

function toJson(schema: z.ZodType): JsonSchema {
  return z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as JsonSchema;
}
