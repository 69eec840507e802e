import type { FastifyInstance } from "fastify";
import type { Engine } from "../engine";
import { requestSchemas } from "../http/schemas";
import { accountRoutes } from "./accounts";
import { apiKeyRoutes } from "./api-keys";
import { clockRoutes } from "./clock";
import { deliveryRoutes } from "./deliveries";
import { eventRoutes } from "./events";
import { faultRoutes } from "./faults";
import { fidelityRoutes } from "./fidelity";
import { describeOperations } from "./operations";
import { overviewRoutes } from "./overview";
import { paymentMethodRoutes } from "./payment-methods";
import { receiverRoutes } from "./receivers";
import { requestRoutes } from "./requests";
import { type AdminRoute, adminRoute } from "./route";
import { snapshotRoutes } from "./snapshots";
import { subscriptionRoutes } from "./subscriptions";
import { userRoutes } from "./users";
import { webhookEndpointRoutes } from "./webhook-endpoints";

const routes: readonly AdminRoute[] = [
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
  ...overviewRoutes,
];

export const adminRoutes: readonly AdminRoute[] = [
  adminRoute({
    method: "GET",
    path: "/operations",
    summary: "this list",
    handle: () => describeOperations(adminRoutes),
  }),
  ...routes,
];

/** Serves the admin interface under `/_sandbox`, each call in one transaction. The server asks for the token. */
export function registerAdmin(app: FastifyInstance, engine: Engine): void {
  for (const route of adminRoutes) {
    app.route({
      method: route.method,
      url: `/_sandbox${route.path.replace(/\{(\w+)\}/g, ":$1")}`,
      schema: requestSchemas(route),
      handler: async (request, reply) => {
        const caller = new AbortController();
        reply.raw.once("close", () => caller.abort());
        const perform = (): unknown => route.handle(engine, request, caller.signal);
        const result = route.atomic ? engine.world.store.transaction(perform) : await perform();
        return reply.code(route.status).send(result);
      },
    });
  }
}
