/** Delivery health ("States and transitions", Webhook endpoint). */
export const webhookEndpointStatuses = ["active", "inactive", "pending", "disabled"] as const;
export type WebhookEndpointStatus = (typeof webhookEndpointStatuses)[number];
