import { PaymentServiceError } from "../../api/errors";
import type { Connection } from "../../configuration/connection";
import { setLine } from "../../configuration/lines";
import { Refusal } from "../../lifecycle/refusal";
import type { ResourceContext } from "../../lifecycle/resource";
import type { EndpointStatus } from "./health";

const waitMs = 30_000;
const firstPauseMs = 200;
const longestPauseMs = 3_000;

/** Says what to do, with the lines that set the partner account where the merchant's id was sent. Pure. */
export function missingEndpoint(
  { account, endpointAccount, connection: { profile, partnerAccountId } }: EndpointPlace,
  id: string,
  why: string,
): string {
  const lines = [
    setLine("endpointAccount", profile, "partner"),
    ...(partnerAccountId === undefined ? [setLine("partnerAccountId", profile, "<id of the partner account>")] : []),
  ];
  const check =
    endpointAccount.accountId === account.accountId
      ? `Check endpointId first. If it is right, the partner account may own the endpoint:\n${lines.map((line) => `    ${line}`).join("\n")}`
      : "Check endpointId and payments:endpointAccount first.";
  return `there is no webhook endpoint ${id} (${why}). This resource keeps an existing endpoint active and creates none: create it in the dashboard and declare its id, or remove the resource. ${check}`;
}

type EndpointPlace = { connection: Pick<Connection, "profile" | "partnerAccountId"> } & Record<
  "account" | "endpointAccount",
  Pick<ResourceContext["account"], "accountId">
>;

/**
 * Asks the service to make an endpoint active whose status can't be read. The status stays unknown: an answer to a write is
 * not a reading that later runs could repeat. But an accepted request confirms that the endpoint exists.
 *
 * @throws Refusal where the service does not know the endpoint, or answers that it is not on its way to `active`
 */
export async function askUnread(context: ResourceContext, id: string): Promise<void> {
  const { accountId, webhookEndpoints } = context.endpointAccount;
  let status: EndpointStatus | undefined;
  try {
    status = await webhookEndpoints.enable(id);
  } catch (error) {
    if (!PaymentServiceError.isInstance(error) || error.code !== "not-found") throw error;
    const why = `the service answers ${error.details.status} to the request of account ${accountId} to make it active`;
    throw new Refusal(missingEndpoint(context, id, why));
  }
  if (status === "inactive" || status === "disabled") {
    throw new Refusal(
      `webhook endpoint ${id} should now be active, but the service reports ${status}. Check it in the dashboard, then run 'pulumi up' again.`,
    );
  }
  await context.log.info(
    `webhook endpoint ${id}: the service accepted the request to make it active; its status can't be read`,
  );
}

/** Asks the service to re-enable an endpoint and waits, bounded and with progress, until it is `pending` or `active`. */
export async function enableAndWait(
  context: ResourceContext,
  id: string,
  before: EndpointStatus,
): Promise<{ status: EndpointStatus; unfinished?: string }> {
  const { webhookEndpoints } = context.endpointAccount;
  let status: EndpointStatus = (await webhookEndpoints.enable(id)) ?? "unknown";
  const until = context.clock.now().getTime() + waitMs;
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
    const observation = await webhookEndpoints.observe(id, { wasReadable: true });
    if (observation.state === "found") status = observation.live.status;
    if (status === "active" || status === "pending") {
      await context.log.info(`webhook endpoint ${id}: ${before} -> ${status}`);
      return { status };
    }
    if (context.clock.now().getTime() + pauseMs > until) break;
    if (pauseMs === longestPauseMs) await context.log.info(`webhook endpoint ${id}: still ${status}, waiting`);
    await context.clock.sleep(pauseMs);
  }
  const unfinished = `webhook endpoint ${id} should now be active, but is still ${status} after ${waitMs / 1_000} s. Check its receiver in the dashboard, then run 'pulumi up' again.`;
  return { status, unfinished };
}
