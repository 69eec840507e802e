const string = { type: "string" } as const;
const strings = { type: "array", items: string } as const;

const key = {
  type: "object",
  required: ["id", "account_id", "name", "type", "scopes", "value", "created_at", "updated_at"],
  properties: {
    id: string,
    account_id: string,
    name: string,
    type: { type: "string", enum: ["publishable", "secret"] },
    scopes: strings,
    value: string,
    created_at: { type: "string", format: "date-time" },
    updated_at: { type: "string", format: "date-time" },
  },
};

const intent = {
  type: "object",
  required: ["id", "amount", "currency", "payment_method_types", "status"],
  properties: {
    id: string,
    amount: { type: "integer" },
    currency: string,
    payment_method_types: strings,
    status: string,
  },
};

const newKey = {
  type: "object",
  additionalProperties: false,
  required: ["type"],
  properties: { type: key.properties.type, name: string, scopes: strings },
};

const newIntent = {
  type: "object",
  additionalProperties: false,
  required: ["amount", "currency"],
  properties: { amount: { type: "integer" }, currency: string, payment_method_types: strings },
};

const keyExample = {
  id: "key_0000000000000001",
  account_id: "acct_0000000000000001",
  name: "bench",
  type: "secret",
  scopes: ["*"],
  value: "sk_sandbox_****",
  created_at: "2026-01-01T00:00:00.000Z",
  updated_at: "2026-01-01T00:00:00.000Z",
};

const intentExample = {
  id: "pi_0000000000000001",
  amount: 1000,
  currency: "usd",
  payment_method_types: ["card"],
  status: "requires_payment_method",
};

/**
 * The operations that are compared, as an OpenAPI document with a ready example for each answer, and nothing else in it: the
 * less there is to search and to make up, the quicker a mock of it.
 * @param items how many keys the example of a page holds
 */
export function prismDocument(items: number) {
  const page = { has_more: true, limit: items, offset: 0, total: 1_000, items: Array(items).fill(keyExample) };
  return {
    openapi: "3.0.3",
    info: { title: "Payment service", version: "1" },
    components: { securitySchemes: { key: { type: "apiKey", in: "header", name: "payments-api-key" } } },
    security: [{ key: [] }],
    paths: {
      "/v1/api-keys": {
        get: {
          parameters: [account, query("limit"), query("offset")],
          responses: { 200: answer("A page of keys", pageOf(key), page) },
        },
        post: {
          parameters: [account],
          requestBody: body(newKey),
          responses: { 201: answer("The key", key, keyExample) },
        },
      },
      "/v1/payment-intents": {
        post: {
          parameters: [account],
          requestBody: body(newIntent),
          responses: { 201: answer("The payment intent", intent, intentExample) },
        },
      },
    },
  };
}

const account = { name: "payments-account", in: "header", required: true, schema: string };
const query = (name: string) => ({ name, in: "query", schema: { type: "integer" } });
const body = (schema: object) => ({ required: true, content: { "application/json": { schema } } });
const answer = (description: string, schema: object, example: object) => ({
  description,
  content: { "application/json": { schema, example } },
});
const pageOf = (item: object) => ({
  type: "object",
  required: ["has_more", "items"],
  properties: {
    has_more: { type: "boolean" },
    limit: { type: "integer" },
    offset: { type: "integer" },
    total: { type: "integer" },
    items: { type: "array", items: item },
  },
});
