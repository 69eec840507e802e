import type { Harness, Reply, Spoken } from "./harness";
import { goodCard, payments } from "./payments";

export type Kind = "key" | "customer" | "payment_method" | "payment_intent" | "subscription" | "event";

/** What kind of thing, and its id. */
export type Written = `${Kind} ${string}`;

/**
 * What must be found after the sandbox was killed: for everything that was written the states that it may be in. One is what was
 * acknowledged; a second is that of a change that was under way. `gone` is what was deleted.
 */
export type Ledger = Map<Written, readonly string[]>;

/** The sandbox said no, as it may: a token expires if another writer moves the clock meanwhile. */
class Refused extends Error {}

type Writable = Spoken & { accountId: string };

/** Writes to a sandbox, one call after the other, until a call fails because it was killed. Whatever was answered is in the ledger. */
export async function writeUntilKilled(sandbox: Writable, ledger: Ledger, next: () => number): Promise<void> {
  const stories = storiesOf(sandbox, ledger, next);
  for (;;) {
    try {
      await stories[Math.floor(next() * stories.length)]!();
    } catch (error) {
      if (error instanceof Refused) continue;
      // What fetch throws for a connection that broke off; it is not of this realm.
      if (error instanceof Error || (error as Error).name !== "TypeError") throw error;
      return;
    }
  }
}

function storiesOf(sandbox: Writable, ledger: Ledger, next: () => number) {
  const world = payments(sandbox as Harness);
  const { call, admin } = sandbox;

  /** Something new: it is in the ledger once it is answered. */
  async function make(kind: Kind, states: readonly string[], answer: Promise<Reply>): Promise<string> {
    const { id } = accepted(await answer).body;
    ledger.set(`${kind} ${id}`, states);
    return id;
  }

  /** A change: until it is answered, both states are right. */
  async function change(what: Written, to: string, work: () => Promise<Reply>): Promise<void> {
    const before = ledger.get(what)!;
    ledger.set(what, [...before, to]);
    const reply = await work();
    ledger.set(what, reply.status < 400 ? [to] : before);
    accepted(reply);
  }

  async function payer(): Promise<{ customer_id: string; payment_method_id: string }> {
    const customer_id = await make("customer", ["there"], call("POST", "/v1/customers", { body: {} }));
    // Time may make a token expire before it is attached.
    const payment_method_id = await make(
      "payment_method",
      ["single_use", "expired"],
      admin("POST", "/payment-methods", { card: goodCard }),
    );
    await change(`payment_method ${payment_method_id}`, "attached", () => world.attach(payment_method_id, customer_id));
    return { customer_id, payment_method_id };
  }

  return [
    async function key() {
      const id = await make("key", ["one"], call("POST", "/v1/api-keys", { body: { type: "secret", name: "one" } }));
      await change(`key ${id}`, "two", () => call("PATCH", `/v1/api-keys/${id}`, { body: { name: "two" } }));
      if (next() < 0.5) await change(`key ${id}`, "gone", () => call("DELETE", `/v1/api-keys/${id}`));
    },
    async function payment() {
      const body = { amount: 100, currency: "usd" };
      const id = await make(
        "payment_intent",
        ["requires_payment_method"],
        call("POST", "/v1/payment-intents", { body }),
      );
      const { payment_method_id } = await payer();
      await change(`payment_intent ${id}`, "succeeded", () => world.confirm(id, payment_method_id));
    },
    async function subscription() {
      const plan = { currency: "usd", price: 100, interval_unit: "day", interval_count: 1 };
      const body = { ...plan, ...(await payer()), billing_cycle_anchor: "2026-02-01" };
      await make("subscription", ["there"], call("POST", "/v1/subscriptions", { body }));
    },
    async function event() {
      await make("event", ["there"], admin("POST", "/events", { type: "paid", account_id: sandbox.accountId }));
    },
    async function time() {
      accepted(await admin("POST", "/clock/advance", { seconds: Math.floor(next() * 400) }));
    },
  ];
}

function accepted(reply: Reply): Reply {
  if (reply.status >= 500) throw new Error(JSON.stringify(reply.body));
  if (reply.status >= 400) throw new Refused(JSON.stringify(reply.body));
  return reply;
}
