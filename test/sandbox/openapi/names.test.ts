import { operationId, resourceOf } from "../../../sandbox/openapi/names";

test.each([
  ["GET", "/v1/api-keys", "listApiKeys"],
  ["POST", "/v1/api-keys", "createApiKey"],
  ["PATCH", "/v1/api-keys/{id}", "updateApiKey"],
  ["PUT", "/v1/api-keys/{id}", "updateApiKey"],
  ["POST", "/v1/api-keys/{id}", "updateApiKey"],
  ["DELETE", "/v1/api-keys/{id}", "deleteApiKey"],
  ["GET", "/v1/webhook-endpoints/{id}", "readWebhookEndpoint"],
  ["POST", "/v1/payment-intents/{id}/confirm", "confirmPaymentIntent"],
  ["PUT", "/v1/payment-methods/{id}/attach", "attachPaymentMethod"],
])("%s %s is called %s", (method, path, name) => {
  expect(operationId({ method, path })).toBe(name);
});

test("an operation is about the resource that its path begins with", () => {
  expect(resourceOf({ path: "/v1/payment-intents/{id}/confirm" })).toBe("payment-intents");
});
