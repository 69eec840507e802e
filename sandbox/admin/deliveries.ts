import { z } from "zod";
import { listDeliveries } from "../objects/attempts";
import { adminRoute } from "./route";

export const deliveryRoutes = [
  adminRoute({
    method: "GET",
    path: "/deliveries",
    summary: "deliveries of webhooks with their attempts",
    query: z.strictObject({
      event_id: z.string().optional().meta({ description: "Only deliveries of this event" }),
      endpoint_id: z.string().optional().meta({ description: "Only deliveries to this endpoint" }),
    }),
    handle: ({ world }, { query: { event_id, endpoint_id } }) => listDeliveries(world, event_id, endpoint_id),
  }),
];
