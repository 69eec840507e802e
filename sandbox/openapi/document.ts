import { eventSchema } from "../objects/events";
import type { Settings } from "../options";
import { operationsFor } from "../routes";
import { resourceOf } from "./names";
import { accountParameter, describeOperation, schemes } from "./operation";
import { type Json, Schemas } from "./schemas";

const description = `The payment service as the sandbox serves it, under \`/v1\`. Where the interface document leaves something open, the
sandbox decides: \`x-source\` says where the document states an operation, \`x-assumptions\` which named assumptions fill it in.

Creating twice makes two: there is no idempotency key.`;

/** OpenAPI 3.1 of `/v1`, from the very declarations that route and check its requests and answers. */
export function openApiDocument(settings: Settings): Json {
  const operations = operationsFor(settings);
  const schemas = new Schemas();
  const paths: Record<string, Json> = {};
  for (const operation of operations) {
    const described = { [operation.method.toLowerCase()]: describeOperation(operation, schemas) };
    paths[operation.path] = { ...paths[operation.path], ...described };
  }
  const webhooks = { event: { post: describeDelivery(schemas) } };
  return {
    openapi: "3.1.1",
    info: { title: "Payment service", version: "1", description },
    servers: [{ url: "/", description: "The sandbox that served this document" }],
    tags: [...new Set(operations.map(resourceOf))].map((name) => ({ name })),
    paths,
    webhooks,
    components: {
      schemas: schemas.components,
      parameters: { [accountParameter]: account },
      securitySchemes: {
        [schemes.secret]: keyScheme("A secret key. Its scopes limit what it reaches; `*` allows everything."),
        [schemes.publishable]: keyScheme("A publishable key, for frontends. Its scopes are ignored."),
      },
    },
  };
}

const account: Json = {
  name: "payments-account",
  in: "header",
  required: true,
  description: "Id of the account that the request acts on behalf of, usually prefixed acct_",
  schema: { type: "string" },
};

function keyScheme(text: string): Json {
  return { type: "apiKey", in: "header", name: "payments-api-key", description: text };
}

/** What a receiver of webhooks gets, and what it should answer: Events. */
function describeDelivery(schemas: Schemas): Json {
  const sent = eventSchema.omit({ delivery_status: true }).meta({
    id: "WebhookEvent",
    description: "An event as a webhook tells it (assumption `webhook-payload`).",
  });
  return {
    operationId: "receiveEvent",
    summary: "An event of a connected account",
    description:
      "Sent to every webhook endpoint of the partner. An answer later than 5 seconds, or other than 2xx, is a failed attempt; there are at most 8, over about 60 hours. A replay of an event that used them up starts again at the first.",
    requestBody: { required: true, content: { "application/json": { schema: schemas.of(sent, "read") } } },
    responses: {
      "2XX": { description: "Received. Answer as fast as possible" },
      default: { description: "Not received; it is sent again" },
    },
    "x-source": "Events",
    "x-assumptions": ["webhook-payload", "webhook-authentication", "webhook-answer", "redirect-answers"],
  };
}
