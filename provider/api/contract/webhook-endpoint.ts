import { z } from "zod";
import { idSchema } from "./api-key";
import { type WebhookEndpointStatus, webhookEndpointStatuses } from "./webhook-endpoint-status";

/**
 * A webhook endpoint as a read answers it. The document shows no read; that there is one, and that it answers `id` and
 * `status`, is the assumption `webhook-endpoint-read` of docs/explanation/assumptions.md.
 */
export const webhookEndpointSchema = z.object({
  id: idSchema.nullish().transform((id) => id ?? undefined),
  status: z.enum(webhookEndpointStatuses),
});
export interface WebhookEndpointRecord {
  id: string;
  status: WebhookEndpointStatus;
}

/** The response of the PATCH is not shown: an id and a status are used if they are there, and nothing is required. */
export const webhookEndpointPatchAnswerSchema = z
  .object({
    id: idSchema.optional().catch(undefined),
    status: z.enum(webhookEndpointStatuses).optional().catch(undefined),
  })
  .catch({ id: undefined, status: undefined });

/** PATCH /v1/webhook-endpoints/{id}: `active` re-enables; the document offers no other value. */
export const updateWebhookEndpointBodySchema = z.strictObject({ status: z.literal("active") });
