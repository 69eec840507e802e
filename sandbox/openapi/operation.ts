import { z } from "zod";
import { errorBodySchema } from "../http/answer";
import type { Operation } from "../http/operation";
import { operationId, resourceOf } from "./names";
import { byStatus, refusalsOf } from "./refusals";
import type { Json, Schemas } from "./schemas";

/** Names of the two ways to authenticate, under `components.securitySchemes`. */
export const schemes = { secret: "secretKey", publishable: "publishableKey" } as const;
export const accountParameter = "Account";

/** One operation as OpenAPI describes it. `x-source` and `x-assumptions` say what in it is documented and what is assumed. */
export function describeOperation(operation: Operation, schemas: Schemas): Json {
  const { summary, scope, source, assumptions, params, query, body } = operation;
  return {
    operationId: operationId(operation),
    summary,
    description: accessOf(operation),
    tags: [resourceOf(operation)],
    security: [{ [schemes.secret]: [scope] }, ...(operation.keys === "any" ? [{ [schemes.publishable]: [] }] : [])],
    parameters: [
      { $ref: `#/components/parameters/${accountParameter}` },
      ...(params ? parametersOf("path", schemas.of(params, "sent")) : []),
      // As it is read: the text of a query has no types of its own.
      ...(query ? parametersOf("query", schemas.of(query, "read")) : []),
    ],
    ...(body ? { requestBody: { required: true, content: jsonContent(schemas.of(body, "sent")) } } : {}),
    responses: responsesOf(operation, schemas),
    "x-source": source,
    "x-assumptions": assumptions,
  };
}

function accessOf({ scope, keys, account }: Operation): string {
  const key = `A secret key needs the scope \`${scope}\` or \`*\`${keys === "any" ? "; a publishable key may call it too" : ""}.`;
  const whose =
    account === "any"
      ? "`payments-account` may be the id of a merchant or of a partner account."
      : account === "owner"
        ? "`payments-account` is the id that webhook calls need, see assumption `endpoint-account`."
        : "`payments-account` must be the id of a merchant account.";
  return `${key} ${whose}`;
}

/** Each property of an object as a parameter; its description stands beside the schema. */
function parametersOf(place: "path" | "query", object: Json): Json[] {
  const required = (object.required ?? []) as string[];
  return Object.entries(object.properties as Record<string, Json>).map(([name, { description, ...schema }]) => ({
    name,
    in: place,
    required: place === "path" || required.includes(name),
    description,
    schema,
  }));
}

function responsesOf(operation: Operation, schemas: Schemas): Json {
  const { status, response } = operation;
  const refusal = jsonContent(schemas.of(errorBodySchema, "read"));
  const described = response && schemas.of(response, "read");
  const responses: Json = {
    [status]: described
      ? { description: descriptionOf(response) ?? "Done", content: jsonContent(described) }
      : { description: "Done; the answer is empty" },
  };
  for (const [refused, codes] of byStatus(refusalsOf(operation))) {
    responses[refused] = { description: codes.map((code) => `\`${code}\``).join(", "), content: refusal };
  }
  responses.default = {
    description: "A request that could not be read, one that came too slowly, or a failure of the sandbox itself",
    content: refusal,
  };
  return responses;
}

function descriptionOf(schema: z.ZodType): string | undefined {
  return z.globalRegistry.get(schema)?.description;
}

function jsonContent(schema: Json): Json {
  return { "application/json": { schema } };
}
