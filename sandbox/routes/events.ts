import { z } from "zod";
import { defineOperation } from "../http/operation";
import { deliveryStatusSchema, eventSchema, listEvents } from "../objects/events";
import { pageQuery, pageSchema, pageWindow, toPage } from "./page";

export const listEventsOperation = defineOperation({
  method: "GET",
  path: "/v1/events",
  summary: "List events, most recent first",
  source: "Endpoints, Events",
  assumptions: ["event-list", "event-record", "endpoint-account", "scope-names", "default-limit", "strict-parameters"],
  scope: "events:read",
  keys: "secret",
  account: "owner",
  status: 200,
  query: z.strictObject({
    ...pageQuery,
    delivery_status: deliveryStatusSchema.optional().meta({ description: "Only events whose delivery stands so" }),
  }),
  response: pageSchema(eventSchema, "A page of events"),
  handle({ world, account, query }) {
    const window = pageWindow(world, query);
    return toPage(
      window,
      listEvents(world, { accountId: account.id, deliveryStatus: query.delivery_status, ...window }),
    );
  },
});
