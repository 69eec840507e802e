import fc from "fast-check";
import { type Harness, start, stopAll } from "../harness";

let sandbox: Harness;
beforeAll(async () => {
  sandbox = await start();
});
afterAll(stopAll);

const field = fc.constantFrom(
  "type",
  "name",
  "scopes",
  "status",
  "url",
  "account_id",
  "seconds",
  "to",
  "operation",
  "effect",
  "kind",
  "data",
);
const value = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom("secret", "active", "merchant", "GET /v1/events", "reset", ["*"]),
  fc.string({ unit: "binary" }),
);
const body = fc.oneof(
  fc.dictionary(fc.oneof(field, fc.string()), value).map((fields) => JSON.stringify(fields)),
  fc.string({ unit: "binary" }),
);
const segment = fc
  .string({ unit: "binary", maxLength: 30 })
  .map((text) => encodeURIComponent(text.replace(/\p{Cs}/gu, "?")));
const path = fc.oneof(
  fc.constantFrom(
    "/v1/api-keys",
    "/v1/events",
    "/v1/accounts",
    "/v1/customers",
    "/v1/payment-intents",
    "/_sandbox/payment-methods",
    "/_sandbox/events",
    "/_sandbox/api-keys",
    "/_sandbox/accounts",
    "/_sandbox/webhook-endpoints",
  ),
  fc
    .tuple(
      fc.constantFrom("/v1/api-keys/", "/v1/webhook-endpoints/", "/v1/", "/_sandbox/snapshots/", "/_sandbox/api-keys/"),
      segment,
    )
    .map((parts) => parts.join("")),
);
const query = fc.oneof(
  fc.constant(""),
  fc
    .tuple(fc.constantFrom("offset", "limit", "delivery_status", "account_id", "x"), segment)
    .map(([name, text]) => `?${name}=${text}`),
);

test("whatever is sent, the answer is never a failure of the sandbox", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom("GET", "POST", "PUT", "PATCH", "DELETE"),
      path,
      query,
      body,
      async (method, where, asked, text) => {
        const response = await fetch(sandbox.url + where + asked, {
          method,
          headers: {
            "payments-api-key": sandbox.apiKey,
            "payments-account": sandbox.accountId,
            authorization: `Bearer ${sandbox.adminToken}`,
            "content-type": "application/json",
          },
          ...(method === "GET" ? {} : { body: text }),
        });
        const answer = await response.text();
        if (response.status >= 400)
          expect(JSON.parse(answer).error).toMatchObject({ code: expect.any(String), message: expect.any(String) });
        expect(response.status).toBeLessThan(500);
      },
    ),
    { numRuns: 600 },
  );
});
