import type { FastifySchema, FastifyServerOptions } from "fastify";
import { z } from "zod";
import { parsePart } from "./problems";

interface Schemas {
  params: z.ZodType | undefined;
  query: z.ZodType | undefined;
  body: z.ZodType | undefined;
}

const noParameters = z.strictObject({});

/** What Fastify checks of a request. Without a schema, query parameters are refused and a body is ignored. */
export function requestSchemas({ params, query = noParameters, body }: Schemas): FastifySchema {
  return { ...(params && { params }), querystring: query, ...(body && { body }) };
}

const parts = { params: "path", querystring: "query", body: "body" } as const;

interface Compiled {
  schema: z.ZodType;
  httpPart: keyof typeof parts;
}

/**
 * Has Fastify check requests with zod schemas. Given here, and not by `setValidatorCompiler`, this also keeps Fastify's own compilers
 * unloaded, which are a sixth of the time to start. Fastify's types allow only Ajv here, hence the cast.
 */
export const zodSchemas = {
  compilersFactory: {
    buildValidator:
      () =>
      ({ schema, httpPart }: Compiled) =>
      (value: unknown) => {
        try {
          return { value: parsePart(parts[httpPart], schema, value) };
        } catch (error) {
          return { error };
        }
      },
    buildSerializer: () => () => JSON.stringify,
  },
} as unknown as NonNullable<FastifyServerOptions["schemaController"]>;
