import type { FastifyInstance } from "fastify";
import type { World } from "../core/world";
import { receive } from "../objects/receivers";

/** Room for an event made of the largest body that the admin interface takes. */
const bodyLimitBytes = 2_097_152;
const withoutBody = new Set([204, 205, 304]);

/** Serves the scripted receivers of webhooks, to whoever posts to them. */
export function registerInbox(app: FastifyInstance, world: World): void {
  app.post<{ Params: { id: string } }>(
    "/_sandbox/receivers/:id/inbox",
    { bodyLimit: bodyLimitBytes },
    async (request, reply) => {
      const { headers, body, params, url } = request;
      const answer = world.store.transaction(() => receive(world, params.id, { headers, body }));
      if (answer === "timeout") return reply.hijack();
      if (answer === "reset") {
        reply.hijack();
        reply.raw.socket?.resetAndDestroy();
        return reply;
      }
      // Whoever follows a redirect comes back here and is seen among the requests.
      if (answer >= 300 && answer < 400) reply.header("location", url);
      return reply.code(answer).send(withoutBody.has(answer) ? undefined : { received: answer < 300 });
    },
  );
}
