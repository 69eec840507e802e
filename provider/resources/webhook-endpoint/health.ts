import type { WebhookEndpointStatus } from "../../api/contract/webhook-endpoint-status";
import type { Comparison, ResourceContext } from "../../lifecycle/resource";

/** `unknown`: the service offers no read of endpoints, or none of this one. Neither clean nor drift. */
export type EndpointStatus = WebhookEndpointStatus | "unknown";

/** Which unhealthy states `up` may repair. */
export const reenablePolicies = ["always", "whenInactive", "whenDisabled", "never"] as const;
export type ReenablePolicy = (typeof reenablePolicies)[number];

export function mayReenable(policy: ReenablePolicy | undefined, status: EndpointStatus): boolean {
  const chosen = policy ?? "always";
  if (status === "inactive") return chosen === "always" || chosen === "whenInactive";
  if (status === "disabled") return chosen === "always" || chosen === "whenDisabled";
  return false;
}

/** Whether `up` may send "active" without knowing the status: only a policy that allows it for every status does. */
export const mayAsk = (policy: ReenablePolicy | undefined): boolean => (policy ?? "always") === "always";

/** What re-enabling does, by where the endpoint comes from ("States and transitions", Webhook endpoint; replay rules). */
const consequence: Record<"inactive" | "disabled", string> = {
  inactive: "Re-enabling replays the events that arrived since the outage, oldest first, at about two a second.",
  disabled: "Events from the time it was disabled were not kept and are not replayed.",
};

/** What a run knows of an endpoint. */
export interface LiveEndpoint {
  status: EndpointStatus;
  /** Of an unknown status: the read was answered with 404, so the id may be wrong. */
  mayBeMissing?: true | undefined;
  /** Of an unknown status: the service never accepted a request for this id either, so it may not exist. */
  isUnconfirmed?: true | undefined;
}

/** An endpoint's live status against `active`. Pure. */
export function judgeEndpoint(
  id: string,
  policy: ReenablePolicy | undefined,
  { status, mayBeMissing, isUnconfirmed }: LiveEndpoint,
  rules: Pick<ResourceContext["configuration"], "requireEndpointRead">,
): Comparison {
  if (status === "active") return { differences: [] };
  if (status === "pending") {
    return { differences: [], notes: [`webhook endpoint ${id} is pending: active at its next delivery`] };
  }
  if (status === "unknown") {
    const seen = mayBeMissing
      ? "the service has returned 404 to every read of a webhook endpoint: it offers no such read, or the endpointId is wrong"
      : "the service offers no read of webhook endpoints";
    const line = `${seen}, so their status is unknown`;
    if (rules.requireEndpointRead) {
      return {
        differences: [],
        refusals: [
          `webhook endpoint ${id}: ${line}, and payments:requireEndpointRead is set. To go on without the status, run 'pulumi config set payments:requireEndpointRead false'.`,
        ],
        unobservable: true,
      };
    }
    const advice = `The status can't be read, and it was never confirmed that webhook endpoint ${id} exists: up asks the service to make it active, and fails if the service does not know it.`;
    const ask = { field: "status", desired: "active", live: status, advice, repairable: true };
    return {
      differences: isUnconfirmed && mayAsk(policy) ? [ask] : [],
      runWarnings: [`${line}: neither clean nor drift`],
      unobservable: true,
    };
  }
  const repairable = mayReenable(policy, status);
  const advice = repairable
    ? consequence[status]
    : `reenable: ${JSON.stringify(policy)} leaves the repair to you. Re-enable it in the dashboard. ${consequence[status]}`;
  return {
    differences: [{ field: "status", desired: "active", live: status, advice, repairable, cause: "unhealthy" }],
  };
}
