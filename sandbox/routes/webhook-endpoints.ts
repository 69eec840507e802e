import { z } from "zod";
import { defineOperation } from "../http/operation";
import { partnerIdOf } from "../objects/accounts";
import { reenableWebhookEndpoint, requireWebhookEndpoint, webhookEndpointSchema } from "../objects/webhook-endpoints";

const common = {
  path: "/v1/webhook-endpoints/{id}",
  keys: "secret",
  account: "owner",
  status: 200,
  params: z.object({ id: z.string().max(200).meta({ description: "Id of the endpoint" }) }),
  response: webhookEndpointSchema,
} as const;

export const readWebhookEndpoint = defineOperation({
  ...common,
  method: "GET",
  summary: "Read a webhook endpoint",
  source: "not shown by the document",
  assumptions: ["webhook-endpoint-read", "endpoint-account", "scope-names", "webhook-endpoint-record"],
  scope: "webhook_endpoints:read",
  handle: ({ world, account, params: { id } }) => requireWebhookEndpoint(world, partnerIdOf(account), id),
});

export const updateWebhookEndpoint = defineOperation({
  ...common,
  method: "PATCH",
  summary: "Re-enable an inactive or disabled webhook endpoint",
  source: "Endpoints, Webhook endpoints",
  assumptions: [
    "endpoint-account",
    "scope-names",
    "webhook-endpoint-record",
    "reenable-healthy-endpoint",
    "strict-parameters",
  ],
  scope: "webhook_endpoints:write",
  body: z.strictObject({
    status: z
      .literal("active", 'must be "active": a PATCH only re-enables')
      .meta({ description: "active re-enables an inactive or disabled endpoint" }),
  }),
  handle: ({ world, account, params: { id } }) =>
    reenableWebhookEndpoint(world, requireWebhookEndpoint(world, partnerIdOf(account), id)),
});
