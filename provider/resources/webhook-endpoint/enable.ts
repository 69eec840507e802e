import type { Scene } from "../../lifecycle/resource.js";
import type { EndpointStatus } from "./health.js";

const waitMs = 30_000;
const firstPauseMs = 200;
const longestPauseMs = 3_000;

/**
 * Asks the service to re-enable an endpoint and waits, bounded and with progress, until it is `pending` or `active`.
 * Where it can't be read the outcome stays unknown, and that is said.
 */
export async function enableAndWait(
  scene: Scene,
  id: string,
  before: EndpointStatus,
): Promise<{ status: EndpointStatus; unfinished?: string }> {
  const { webhookEndpoints } = scene.endpointAccount;
  let status: EndpointStatus = (await webhookEndpoints.enable(id)) ?? "unknown";
  if (before === "unknown") {
    await scene.voice.warn(`webhook endpoint ${id}: asked to be active, not confirmed (its status can't be read)`);
    // What the answer to the PATCH says is no reading: later runs could not see it, so state does not hold it.
    return { status: "unknown" };
  }
  const until = scene.clock.now().getTime() + waitMs;
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
    const sight = await webhookEndpoints.observe(id, { wasReadable: true });
    if (sight.state === "found") status = sight.live.status;
    if (status === "active" || status === "pending") {
      await scene.voice.info(`webhook endpoint ${id}: ${before} -> ${status}`);
      return { status };
    }
    if (scene.clock.now().getTime() + pauseMs > until) break;
    if (pauseMs === longestPauseMs) await scene.voice.info(`webhook endpoint ${id}: still ${status}, waiting`);
    await scene.clock.sleep(pauseMs);
  }
  const unfinished = `webhook endpoint ${id} was asked to be active and is still ${status} after ${waitMs / 1_000} s. Look at its receiver in the dashboard, then run 'pulumi up' again.`;
  return { status, unfinished };
}
