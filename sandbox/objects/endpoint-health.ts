import type { World } from "../core/world";
import { disabledAfterMs, healthJob, inactiveAfterMs } from "./health-limits";
import { type EndpointStatus, requireWebhookEndpoint, setEndpointStatus } from "./webhook-endpoints";

interface Health {
  status: EndpointStatus;
  /** First failed attempt after the last successful delivery; null while nothing failed since (assumption `health-count`). */
  failing_since: number | null;
}

/** Lets time make failing endpoints inactive, and inactive ones disabled. */
export function defineHealth(world: World): void {
  world.jobs.define<string>(healthJob, {
    settle(endpointId) {
      const health = healthOf(world, endpointId);
      const change = health && changeByTime(health, world.clock.now());
      if (change)
        setEndpointStatus(world, requireWebhookEndpoint(world, undefined, endpointId), change.to, change.reason);
    },
  });
}

/** What time alone does to an endpoint: States and transitions, Webhook endpoint. */
function changeByTime(
  { status, failing_since }: Health,
  nowMs: number,
): { to: EndpointStatus; reason: string } | undefined {
  const failingMs = failing_since === null ? 0 : nowMs - failing_since;
  if (status === "active" && failingMs >= inactiveAfterMs)
    return { to: "inactive", reason: "no successful delivery for 3 days" };
  if (status === "inactive" && failingMs >= disabledAfterMs)
    return { to: "disabled", reason: "no successful delivery for 7 days" };
  return undefined;
}

/** What an attempt says of the health of its endpoint. */
export function noteAttempt(
  world: World,
  endpointId: string,
  attempt: { succeeded: boolean; exhausted: boolean; atMs: number },
): void {
  const health = healthOf(world, endpointId);
  // An attempt that was under way when its endpoint was left says nothing any more.
  if (health?.status !== "active" && health?.status !== "pending") return;
  if (attempt.succeeded) setFailingSince(world, endpointId, null);
  else if (health.failing_since === null) {
    setFailingSince(world, endpointId, attempt.atMs);
    world.jobs.schedule(attempt.atMs + inactiveAfterMs, healthJob, endpointId);
  }
  if (health.status !== "pending") return;
  const endpoint = requireWebhookEndpoint(world, undefined, endpointId);
  if (attempt.succeeded) setEndpointStatus(world, endpoint, "active", "a delivery was answered with 2xx");
  else if (attempt.exhausted) setEndpointStatus(world, endpoint, "inactive", "a delivery used up all its attempts");
}

/** Whether an endpoint was re-enabled and has taken nothing since: one delivery that exhausts its attempts makes it inactive again. */
export function isUnproven(world: World, endpointId: string): boolean {
  return healthOf(world, endpointId)?.status === "pending";
}

function healthOf(world: World, endpointId: string): Health | undefined {
  return world.store.get<Health>("SELECT status, failing_since FROM webhook_endpoints WHERE id = ?", endpointId);
}

function setFailingSince(world: World, endpointId: string, ms: number | null): void {
  world.store.run("UPDATE webhook_endpoints SET failing_since = ? WHERE id = ?", ms, endpointId);
}
