import type { Call, Caller } from "./call";
import {
  updateWebhookEndpointBodySchema,
  webhookEndpointPatchAnswerSchema,
  webhookEndpointSchema,
} from "./contract/webhook-endpoint";
import { PaymentServiceError } from "./errors";
import { operations } from "./operations";
import { issuesOf, parseJson } from "./read-answer";
import type { Dependencies, WebhookEndpointObservation, WebhookEndpoints } from "./service";
import type { SnapshotSettings } from "./snapshot";

/** The webhook endpoints that one account id reaches ("Endpoints", Webhook endpoints; reading is the assumption `webhook-endpoint-read`). */
export function createWebhookEndpoints(
  caller: Caller,
  accountId: string,
  { absenceConfirmMs }: Pick<SnapshotSettings, "absenceConfirmMs">,
  { say, sleep }: Pick<Dependencies, "say" | "sleep">,
): WebhookEndpoints {
  let aReadSucceeded = false;
  /** Answered with 404 while that could still mean that reads are not offered. */
  const unjudged = new Set<string>();
  let noReadOffered: string | undefined;

  /** What was passed over as unreadable before is missing after all, and those who asked have gone on by now. */
  const readsWork = (): void => {
    aReadSucceeded = true;
    for (const id of unjudged) {
      say(
        `webhook endpoint ${id} of account ${accountId} is missing: the service returned 404 for it, and reads others. Before, it counted as unreadable. Check the id in the program, and remove it if the endpoint is gone.`,
      );
    }
    unjudged.clear();
  };

  const callOn = (operation: Call["operation"], id: string): Call => ({
    operation,
    accountId,
    id,
    object: `webhook endpoint ${id}`,
  });

  const malformed = (call: Call, status: number, what: string): PaymentServiceError =>
    new PaymentServiceError({
      code: "malformed-response",
      attempt: caller.attemptOf(call),
      status,
      reason: `the answer shows ${what}`,
      advice: "Check payments:baseUrl. If it is right, install a newer pulumi-payments, which may know this form.",
    });

  const read = async (id: string): Promise<WebhookEndpointObservation> => {
    const call = callOn(operations.readWebhookEndpoint, id);
    const answer = await caller.call(call);
    const parsed = webhookEndpointSchema.safeParse(parseJson(answer.text));
    const otherId = parsed.success && parsed.data.id !== undefined && parsed.data.id !== id;
    if (!parsed.success || otherId) {
      const what = parsed.success ? `another endpoint (${parsed.data.id})` : `no endpoint (${issuesOf(parsed.error)})`;
      throw malformed(call, answer.status, what);
    }
    readsWork();
    return { state: "found", live: { id, status: parsed.data.status } };
  };

  /** Something in between may answer 404 once: what was readable is missing only if a later reading says so too. */
  const confirmMissing = async (id: string): Promise<WebhookEndpointObservation> => {
    await sleep(absenceConfirmMs);
    try {
      return await read(id);
    } catch (error) {
      if (!PaymentServiceError.isInstance(error)) throw error;
      if (error.code !== "not-found") return { state: "unknown", error };
      const apart = `${Math.ceil(absenceConfirmMs / 100) / 10} s apart`;
      return { state: "absent", why: `the service returned 404 for it twice, ${apart}, and reads others` };
    }
  };

  const judge = (
    id: string,
    error: PaymentServiceError,
  ): WebhookEndpointObservation | Promise<WebhookEndpointObservation> => {
    if (error.code === "not-found") {
      if (aReadSucceeded) return confirmMissing(id);
      unjudged.add(id);
      return {
        state: "unreadable",
        mayBeMissing: true,
        why: "the service has returned 404 to every read of an endpoint, so it may offer no such read",
      };
    }
    if (error.code === "method-not-allowed" && !aReadSucceeded) {
      noReadOffered = `the service offers no read of endpoints (it answers ${error.details.status})`;
      return { state: "unreadable", why: noReadOffered };
    }
    return { state: "unknown", error };
  };

  return {
    observe: async (id, known) => {
      // What the caller knows of one endpoint holds for the account, so it is remembered for those that know nothing.
      if (known?.wasReadable) readsWork();
      if (noReadOffered !== undefined && !aReadSucceeded) return { state: "unreadable", why: noReadOffered };
      try {
        return await read(id);
      } catch (error) {
        if (!PaymentServiceError.isInstance(error)) throw error;
        return await judge(id, error);
      }
    },
    enable: async (id) => {
      const body = updateWebhookEndpointBodySchema.parse({ status: "active" });
      const call = { ...callOn(operations.enableWebhookEndpoint, id), body };
      const answer = await caller.call(call);
      const shown = webhookEndpointPatchAnswerSchema.parse(parseJson(answer.text));
      if (shown.id !== undefined && shown.id !== id)
        throw malformed(call, answer.status, `another endpoint (${shown.id})`);
      return shown.status;
    },
  };
}
