import { Agent } from "node:http";
import type { Egress } from "./addresses";
import { answered, type SentAttempt, type WebhookMessage } from "./message";
import { Pipeline } from "./pipeline";
import { post } from "./post";
import { allowedAddresses, type Resolve } from "./resolve";

/**
 * Sends webhooks and resolves with what came of the first of them, at least one, in their order; the others are to be sent again. Never
 * rejects but for an abort.
 */
export type SendWebhooks = (messages: readonly WebhookMessage[]) => Promise<SentAttempt[]>;

export interface SendSettings {
  /** Wall time from the start of the attempt to the head of the answer. */
  timeoutMs: number;
  egress: Egress;
  resolve: Resolve;
  /** Ends what is under way, with its reason. */
  signal: AbortSignal;
}

/**
 * Makes the function that sends webhooks: Events, rules 1, 3 and 4. Redirects are not followed. Every attempt has a connection of its
 * own, since an old one that the receiver closes at that moment would look like a failure of the receiver; only the sandbox's own
 * receivers, which close none, are reached over connections that stay.
 */
export function webhookSender(settings: SendSettings): SendWebhooks {
  const reused = new Agent({ keepAlive: true });
  settings.signal.addEventListener("abort", () => reused.destroy(), { once: true });
  const pipeline = new Pipeline(settings.timeoutMs, settings.signal);
  /** Whether the last webhook that went to a receiver of the sandbox broke the connection: the next goes alone, to know which it is. */
  let broken = false;

  async function sendOne(message: WebhookMessage): Promise<SentAttempt> {
    const timeout = AbortSignal.timeout(settings.timeoutMs);
    const signal = AbortSignal.any([settings.signal, timeout]);
    try {
      const addresses = await unlessAborted(signal, addressesOf(message, settings));
      if (addresses.length === 0) return { outcome: "blocked", status: null };
      return answered(await post(message, addresses, signal, message.trusted ? reused : false));
    } catch {
      settings.signal.throwIfAborted();
      return { outcome: timeout.aborted ? "timeout" : "unreachable", status: null };
    }
  }

  async function sendToOwn(messages: readonly WebhookMessage[]): Promise<SentAttempt[]> {
    if (!broken) {
      const sent = await pipeline.send(messages, await addressesOf(messages[0]!, settings));
      settings.signal.throwIfAborted();
      if (sent.length > 0) return sent;
    }
    const alone = await sendOne(messages[0]!);
    broken = alone.outcome === "unreachable";
    return [alone];
  }

  return (messages) =>
    messages.length > 1 && messages.every(({ trusted }) => trusted)
      ? sendToOwn(messages)
      : Promise.all(messages.map(sendOne));
}

function addressesOf({ url, trusted }: WebhookMessage, { egress, resolve }: SendSettings): Promise<string[]> {
  return allowedAddresses(new URL(url), trusted ? "any" : egress, resolve);
}

/** A name lookup cannot be ended, but need not be waited for. */
function unlessAborted<Result>(signal: AbortSignal, work: Promise<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
    work.then(resolve, reject);
  });
}
