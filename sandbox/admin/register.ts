import { createHash, timingSafeEqual } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { ServiceError } from "../core/errors";
import type { Engine } from "../engine";
import { parsePart } from "../http/problems";
import { accountRoutes } from "./accounts";
import { apiKeyRoutes } from "./api-keys";
import { clockRoutes } from "./clock";
import { deliveryRoutes } from "./deliveries";
import { eventRoutes } from "./events";
import { faultRoutes } from "./faults";
import { fidelityRoutes } from "./fidelity";
import { paymentMethodRoutes } from "./payment-methods";
import { receiverRoutes } from "./receivers";
import { requestRoutes } from "./requests";
import type { AdminRoute } from "./route";
import { snapshotRoutes } from "./snapshots";
import { subscriptionRoutes } from "./subscriptions";
import { userRoutes } from "./users";
import { webhookEndpointRoutes } from "./webhook-endpoints";

const routes: AdminRoute[] = [
  ...clockRoutes,
  ...snapshotRoutes,
  ...accountRoutes,
  ...apiKeyRoutes,
  ...webhookEndpointRoutes,
  ...eventRoutes,
  ...deliveryRoutes,
  ...receiverRoutes,
  ...userRoutes,
  ...paymentMethodRoutes,
  ...subscriptionRoutes,
  ...faultRoutes,
  ...requestRoutes,
  ...fidelityRoutes,
];

/** Serves the admin interface under `/_sandbox`, each call in one transaction. */
export function registerAdmin(app: FastifyInstance, engine: Engine, adminToken: string): void {
  for (const route of routes) {
    app.route({
      method: route.method,
      url: `/_sandbox${route.path.replace(/\{(\w+)\}/g, ":$1")}`,
      onRequest: async (request) => {
        if (!route.open) requireToken(request.headers.authorization, adminToken);
      },
      handler: async (request, reply) => {
        const parts = {
          params: route.params && parsePart("path", route.params, request.params),
          query: route.query && parsePart("query", route.query, request.query),
          body: route.body && parsePart("body", route.body, request.body),
        };
        const caller = new AbortController();
        reply.raw.once("close", () => caller.abort());
        const perform = (): unknown => route.handle(engine, parts, caller.signal);
        const result = route.atomic ? engine.world.store.transaction(perform) : await perform();
        return reply.code(route.status).send(result);
      },
    });
  }
}

/** @throws ServiceError `invalid_admin_token` */
function requireToken(authorization: string | undefined, adminToken: string): void {
  const given = /^Bearer +(\S+)$/i.exec(authorization ?? "")?.[1] ?? "";
  if (!timingSafeEqual(digest(given), digest(adminToken))) {
    throw new ServiceError(
      "invalid_admin_token",
      "Send the admin token as authorization: Bearer <token>; the sandbox shows it when it starts.",
      "authorization",
    );
  }
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
