import { z } from "zod";
import { iso } from "../core/clock";
import { ServiceError } from "../core/errors";
import { withoutKeyValues } from "../core/ids";
import { recordTransition } from "../core/transitions";
import type { World } from "../core/world";
import type { WebhookTarget } from "../webhooks/message";
import { dropDeliveries, holdDeliveries, replayDeliveries, skipDeliveries } from "./deliveries";
import { disabledAfterMs, healthJob, inactiveAfterMs } from "./health-limits";
import { noticeDisabled, noticeInactive } from "./notices";

export const endpointStatusSchema = z.enum(["active", "inactive", "pending", "disabled"]);
export type EndpointStatus = z.output<typeof endpointStatusSchema>;

export const webhookEndpointSchema = z
  .object({
    id: z.string().meta({ description: "Identifier used in the path" }),
    account_id: z.string().meta({ description: "The partner account that owns the endpoint" }),
    url: z.string().meta({ description: "Notification URL" }),
    status: endpointStatusSchema.meta({ description: "Delivery health" }),
    created_at: z.iso.datetime().meta({ description: "Creation time" }),
    updated_at: z.iso.datetime().meta({ description: "Time of last change" }),
  })
  .meta({
    id: "WebhookEndpoint",
    description: "A webhook endpoint. Fields besides id and status: assumption `webhook-endpoint-record`.",
  });
export type WebhookEndpoint = z.output<typeof webhookEndpointSchema>;

interface EndpointRow {
  id: string;
  account_id: string;
  url: string;
  status: EndpointStatus;
  created_at: number;
  updated_at: number;
}

/** Stands for the sandbox's own address in a stored url: the port may be another one after a restart. */
const ownAddress = "{sandbox}";

/** Address of a receiver of the sandbox itself, as endpoints store it. */
export function storedReceiverUrl(receiverId: string): string {
  return `${ownAddress}/_sandbox/receivers/${receiverId}/inbox`;
}

/** The same as others reach it. */
export function receiverUrl(world: World, receiverId: string): string {
  return toShown(world, storedReceiverUrl(receiverId));
}

export function createWebhookEndpoint(world: World, partnerId: string, url: string): WebhookEndpoint {
  const now = world.clock.now();
  const row: EndpointRow = {
    id: world.ids.next("we"),
    account_id: partnerId,
    url: toStored(world, url),
    status: "active",
    created_at: now,
    updated_at: now,
  };
  world.store.run(
    "INSERT INTO webhook_endpoints (id, account_id, url, status, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?)",
    row.id,
    row.account_id,
    row.url,
    row.status,
    now,
    now,
  );
  return present(world, row);
}

/** Oldest first. */
export function listWebhookEndpoints(world: World): WebhookEndpoint[] {
  return world.store.all<EndpointRow>("SELECT * FROM webhook_endpoints ORDER BY seq").map((row) => present(world, row));
}

/** @throws ServiceError `not_found`, also for the endpoint of another partner. */
export function requireWebhookEndpoint(world: World, partnerId: string | undefined, id: string): WebhookEndpoint {
  const row = world.store.get<EndpointRow>("SELECT * FROM webhook_endpoints WHERE id = ?", id);
  if (row && (partnerId === undefined || row.account_id === partnerId)) return present(world, row);
  throw new ServiceError("not_found", `No webhook endpoint "${withoutKeyValues(id)}".`, "id");
}

/**
 * PATCH with status active: inactive or disabled → pending (States and transitions, Webhook endpoint). An active or pending endpoint
 * stays as it is: assumption `reenable-healthy-endpoint`.
 */
export function reenableWebhookEndpoint(world: World, endpoint: WebhookEndpoint): WebhookEndpoint {
  if (endpoint.status === "active" || endpoint.status === "pending") return endpoint;
  return setEndpointStatus(world, endpoint, "pending", "re-enabled by a PATCH with status active");
}

/**
 * Moves an endpoint to a state, and what hangs on it: inactive holds its deliveries, disabled gives them up, both send the notice of
 * their kind; pending and active replay what was held and count failing days from zero (assumption `health-restart`).
 */
export function setEndpointStatus(
  world: World,
  endpoint: WebhookEndpoint,
  to: EndpointStatus,
  reason: string,
): WebhookEndpoint {
  if (endpoint.status === to) return endpoint;
  const now = world.clock.now();
  world.store.run("UPDATE webhook_endpoints SET status = ?, updated_at = ? WHERE id = ?", to, now, endpoint.id);
  recordTransition(world, { kind: "webhook_endpoint", id: endpoint.id, from: endpoint.status, to, reason });
  if (to === "inactive") becomeInactive(world, endpoint, now);
  else if (to === "disabled") {
    skipDeliveries(world, endpoint.id);
    noticeDisabled(world, endpoint);
  } else {
    world.store.run("UPDATE webhook_endpoints SET failing_since = NULL WHERE id = ?", endpoint.id);
    if (endpoint.status === "inactive") replayDeliveries(world, endpoint.id);
  }
  return requireWebhookEndpoint(world, undefined, endpoint.id);
}

function becomeInactive(world: World, endpoint: WebhookEndpoint, nowMs: number): void {
  // Set outright, it is taken as having failed for as long as it takes by itself: assumption `health-set-outright`.
  const { failing_since } = world.store.get<{ failing_since: number }>(
    "UPDATE webhook_endpoints SET failing_since = coalesce(failing_since, ?) WHERE id = ? RETURNING failing_since",
    nowMs - inactiveAfterMs,
    endpoint.id,
  )!;
  const disabledAtMs = failing_since + disabledAfterMs;
  holdDeliveries(world, endpoint.id);
  world.jobs.schedule(disabledAtMs, healthJob, endpoint.id);
  noticeInactive(world, endpoint, disabledAtMs);
}

export function setEndpointUrl(world: World, endpoint: WebhookEndpoint, url: string): WebhookEndpoint {
  world.store.run(
    "UPDATE webhook_endpoints SET url = ?, updated_at = ? WHERE id = ?",
    toStored(world, url),
    world.clock.now(),
    endpoint.id,
  );
  return requireWebhookEndpoint(world, undefined, endpoint.id);
}

export function deleteWebhookEndpoint(world: World, endpoint: WebhookEndpoint): void {
  dropDeliveries(world, endpoint.id);
  world.store.run("DELETE FROM webhook_endpoints WHERE id = ?", endpoint.id);
}

/** Where webhooks to this endpoint go. */
export function webhookTarget(world: World, id: string): WebhookTarget {
  const { url } = world.store.get<EndpointRow>("SELECT * FROM webhook_endpoints WHERE id = ?", id)!;
  return { url: toShown(world, url), trusted: url.startsWith(ownAddress) };
}

function toStored(world: World, url: string): string {
  const { url: own } = world.origin;
  return own !== "" && url.startsWith(`${own}/_sandbox/receivers/`) ? ownAddress + url.slice(own.length) : url;
}

function toShown(world: World, stored: string): string {
  return stored.startsWith(ownAddress) ? world.origin.url + stored.slice(ownAddress.length) : stored;
}

function present(world: World, row: EndpointRow): WebhookEndpoint {
  return {
    id: row.id,
    account_id: row.account_id,
    url: toShown(world, row.url),
    status: row.status,
    created_at: iso(row.created_at),
    updated_at: iso(row.updated_at),
  };
}
