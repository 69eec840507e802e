import { z } from "zod";
import {
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  endpointStatusSchema,
  listWebhookEndpoints,
  requireWebhookEndpoint,
  setEndpointStatus,
  setEndpointUrl,
} from "../objects/webhook-endpoints";
import { adminRoute } from "./route";

const params = z.object({ id: z.string() });
const url = z.url({ protocol: /^https?$/, error: "must be an http or https address" }).max(2_000);

/** Webhook endpoints of the seed's partner: the document shows no operation that makes, lists or deletes one. */
export const webhookEndpointRoutes = [
  adminRoute({
    method: "GET",
    path: "/webhook-endpoints",
    summary: "lists the webhook endpoints",
    handle: ({ world }) => listWebhookEndpoints(world),
  }),
  adminRoute({
    method: "POST",
    path: "/webhook-endpoints",
    summary: "makes a webhook endpoint",
    status: 201,
    body: z.strictObject({ url }),
    handle: ({ world, seed }, { body }) => createWebhookEndpoint(world, seed.partnerAccountId, body.url),
  }),
  adminRoute({
    method: "PATCH",
    path: "/webhook-endpoints/{id}",
    summary: "changes the address or the status of an endpoint: this makes drift",
    params,
    body: z.strictObject({ status: endpointStatusSchema.optional(), url: url.optional() }),
    handle({ world }, { params: { id }, body }) {
      let endpoint = requireWebhookEndpoint(world, undefined, id);
      if (body.url !== undefined) endpoint = setEndpointUrl(world, endpoint, body.url);
      if (body.status !== undefined)
        endpoint = setEndpointStatus(world, endpoint, body.status, "set by the admin interface");
      return endpoint;
    },
  }),
  adminRoute({
    method: "DELETE",
    path: "/webhook-endpoints/{id}",
    summary: "deletes an endpoint",
    status: 204,
    params,
    handle: ({ world }, { params: { id } }) =>
      deleteWebhookEndpoint(world, requireWebhookEndpoint(world, undefined, id)),
  }),
];
