import { z } from "zod";
import { idSchema } from "./api-key";

/** Delivery status of an event ("Endpoints", Events): the values that the filter takes. */
const deliveryStatuses = ["succeeded", "failed", "pending", "undelivered"] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

/** The event list's response is not shown: a bare array, `items` or `data` of objects with an `id` is assumed (`events-shape`). */
const eventSchema = z.object({
  id: idSchema,
  delivery_status: z.enum(deliveryStatuses).optional().catch(undefined),
});
export type EventRecord = z.infer<typeof eventSchema>;

export const eventListSchema = z.union([
  z.array(eventSchema),
  z.object({ items: z.array(eventSchema) }).transform((page) => page.items),
  z.object({ data: z.array(eventSchema) }).transform((page) => page.data),
]);
