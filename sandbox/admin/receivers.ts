import { z } from "zod";
import { receiverScriptSchema } from "../objects/receiver-script";
import { createReceiver, listReceived } from "../objects/receivers";
import { receiverUrl } from "../objects/webhook-endpoints";
import { adminRoute } from "./route";

/** Receivers of webhooks to play with; `seed` is the one of the seed's endpoint. */
export const receiverRoutes = [
  adminRoute({
    method: "POST",
    path: "/receivers",
    summary: "makes a receiver of webhooks that answers as its script says",
    status: 201,
    body: z.strictObject({ script: receiverScriptSchema }),
    handle({ world }, { body: { script } }) {
      const id = createReceiver(world, script);
      return { id, url: receiverUrl(world, id) };
    },
  }),
  adminRoute({
    method: "GET",
    path: "/receivers/{id}/requests",
    summary: "what a receiver was sent",
    params: z.object({ id: z.string() }),
    handle: ({ world }, { params: { id } }) => listReceived(world, id),
  }),
];
