import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";

/** The parts of an OpenAPI document that the tests look at. */
export interface Document {
  openapi: string;
  paths: Record<string, Record<string, DescribedOperation>>;
  webhooks: Record<string, Record<string, DescribedOperation>>;
  components: { schemas: Record<string, object>; securitySchemes: object };
}

export interface DescribedOperation {
  operationId: string;
  summary: string;
  description: string;
  security: Record<string, string[]>[];
  parameters?: { name?: string; in?: string; $ref?: string; required?: boolean; schema?: object }[];
  requestBody?: { content: Record<string, { schema: object }> };
  responses: Record<string, { description: string; content?: Record<string, { schema: object }> }>;
  "x-source": string;
  "x-assumptions": string[];
}

/** Judges what goes over the wire by the document alone, with a validator of its own. Answers what is wrong, or undefined. */
export class Checker {
  private readonly ajv = new Ajv2020({ strict: false, allErrors: true });

  constructor(readonly document: Document) {
    addFormats.default(this.ajv);
    this.ajv.addSchema(document, "openapi");
  }

  /** An answer: its status must be described by itself, and its body must be as it says there. */
  answer(method: string, template: string, { status, body }: { status: number; body: unknown }): string | undefined {
    const responses = this.document.paths[template]?.[method.toLowerCase()]?.responses;
    const response = responses?.[status];
    if (!response) return `${method} ${template} describes no ${status}: ${JSON.stringify(body)}`;
    if (!response.content) return body === undefined ? undefined : `${method} ${template} ${status} has no body`;
    return this.value(
      body,
      ...[
        "paths",
        template,
        method.toLowerCase(),
        "responses",
        String(status),
        "content",
        "application/json",
        "schema",
      ],
    );
  }

  /** A value against the schema at this place in the document. */
  value(value: unknown, ...place: string[]): string | undefined {
    const pointer = place.map((part) => encodeURIComponent(part.replace(/~/g, "~0").replace(/\//g, "~1"))).join("/");
    const validate = this.ajv.getSchema(`openapi#/${pointer}`);
    if (!validate) return `nothing at ${place.join(" ")}`;
    return validate(value) ? undefined : `${place.join(" ")}: ${this.ajv.errorsText(validate.errors)}`;
  }
}
