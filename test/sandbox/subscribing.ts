import type { Harness, Reply, Request } from "./harness";
import { payments } from "./payments";

/** A subscription as its owner sees it, with the payment intents of its cycles. */
export interface Seen {
  id: string;
  status: string;
  payment_method_id: string;
  next_payment_at: string | null;
  payment_intents: { id: string; status: string; amount_received?: number; created_at: string }[];
}

/** Short ways to have subscriptions, over HTTP; each fails if it was refused. */
export function subscribing(sandbox: Harness, headers: Request["headers"] = {}) {
  const made = payments(sandbox, headers);
  function fine<Body>({ status, body }: Reply): Body {
    if (status >= 400) throw new Error(`${status} ${JSON.stringify(body)}`);
    return body;
  }
  /** A payment method of a new customer. */
  async function payer(more: object = {}, card: object = {}) {
    const [payment_method_id, customer_id] = [
      await made.token(more, { ...lastingCard, ...card }),
      await made.customer(),
    ];
    fine(await made.attach(payment_method_id, customer_id));
    return { payment_method_id, customer_id };
  }
  return {
    payer,
    /** A monthly subscription of a new customer, from 31 January on, unless told otherwise. `behaviour` is that of the card. */
    async subscribe({ behaviour = "approve", ...input }: { behaviour?: unknown; [field: string]: unknown } = {}) {
      const body = { ...plan, ...(await payer({ behaviour })), ...input };
      return fine<Seen>(await sandbox.call("POST", "/v1/subscriptions", { headers, body }));
    },
    see: async (id: string) => fine<Seen>(await sandbox.admin("GET", `/subscriptions/${id}`)),
    /** A move by hand. */
    move: (id: string, action: string) => sandbox.admin("POST", `/subscriptions/${id}/${action}`),
    confirm: (id: string) => sandbox.call("POST", `/v1/subscriptions/${id}/confirm`, { headers }),
  };
}

/** So that subscriptions of years are not ended by it. */
export const lastingCard = { exp_year: 2099 };

/** What a subscription needs besides somebody who pays. */
export const plan = {
  currency: "usd",
  price: 1_500,
  interval_unit: "month",
  interval_count: 1,
  billing_cycle_anchor: "2026-01-31",
};
