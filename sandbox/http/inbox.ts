import type { FastifyInstance } from "fastify";
import type { World } from "../core/world";
import { Inbox } from "../objects/inbox";

/** Room for an event made of the largest body that the admin interface takes. */
const bodyLimitBytes = 2_097_152;
const withoutBody = new Set([204, 205, 304]);

/** Serves the scripted receivers of webhooks, to whoever posts to them. */
export function registerInbox(app: FastifyInstance, world: World): void {
  const inbox = new Inbox(world);
  app.post<{ Params: { id: string } }>(
    "/_sandbox/receivers/:id/inbox",
    { bodyLimit: bodyLimitBytes },
    async (request, reply) => {
      const { headers, body, params, url } = request;
      const answer = await inbox.take(params.id, { headers, body });
      if (answer === "timeout") return reply.hijack();
      if (answer === "reset") {
        reply.hijack();
        // The answer has no connection yet while those before it on the same one are still to be sent.
        request.raw.socket.resetAndDestroy();
        return reply;
      }
      // Whoever follows a redirect comes back here and is seen among the requests.
      if (answer >= 300 && answer < 400) reply.header("location", url);
      return reply.code(answer).send(withoutBody.has(answer) ? undefined : { received: answer < 300 });
    },
  );
}
