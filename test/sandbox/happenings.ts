import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import type { Harness } from "./harness";

export type Step = { status: number | "timeout" | "reset"; count?: number; for_seconds?: number };

export interface Delivery {
  event_id: string;
  endpoint_id: string;
  state: string;
  attempts: { number: number; at: string; outcome: string; status: number | null }[];
  next_at: string | null;
}

export interface Received {
  at: string;
  headers: Record<string, string>;
  body: Record<string, unknown>;
  answered: number | string;
}

/** What happens around a sandbox: events, endpoints and those who receive. Everything is checked: a refused call throws. */
export function happenings(sandbox: Harness) {
  async function admin<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
    const reply = await sandbox.admin(method, path, body);
    if (reply.status >= 400) throw new Error(`${method} ${path}: ${reply.status} ${JSON.stringify(reply.body)}`);
    return reply.body;
  }
  return {
    /** Points the seed's endpoint at a new receiver with this script; answers the receiver's id. */
    async script(...script: Step[]): Promise<string> {
      const { id, url } = await admin<{ id: string; url: string }>("POST", "/receivers", { script });
      await admin("PATCH", `/webhook-endpoints/${sandbox.webhookEndpointId}`, { url });
      return id;
    },
    /** Makes another endpoint with a receiver of its own. */
    async endpoint(...script: Step[]): Promise<{ id: string; receiverId: string }> {
      const receiver = await admin<{ id: string; url: string }>("POST", "/receivers", { script });
      const { id } = await admin<{ id: string }>("POST", "/webhook-endpoints", { url: receiver.url });
      return { id, receiverId: receiver.id };
    },
    target: (url: string) => admin("PATCH", `/webhook-endpoints/${sandbox.webhookEndpointId}`, { url }),
    setStatus: (status: string, id = sandbox.webhookEndpointId) =>
      admin("PATCH", `/webhook-endpoints/${id}`, { status }),
    reenable: () =>
      sandbox.call("PATCH", `/v1/webhook-endpoints/${sandbox.webhookEndpointId}`, { body: { status: "active" } }),
    emit: async (type = "payout.paid", account_id = sandbox.accountId) =>
      (await admin<{ id: string }>("POST", "/events", { type, account_id, data: { amount: 5 } })).id,
    received: (receiverId = "seed") => admin<Received[]>("GET", `/receivers/${receiverId}/requests`),
    deliveries: (query = "") => admin<Delivery[]>("GET", `/deliveries${query}`),
    /** `delivery_status` of an event, or of the latest one. */
    async deliveryStatus(id?: string): Promise<string | null> {
      const { items } = (await sandbox.call("GET", "/v1/events?limit=100")).body;
      return items.find((event: { id: string }) => id === undefined || event.id === id).delivery_status;
    },
  };
}

/** A server on 127.0.0.1 that is none of the sandbox's. */
export async function outsideServer(listener: RequestListener): Promise<{ url: string; close(): void }> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
