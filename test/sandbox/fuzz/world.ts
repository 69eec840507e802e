import { Client } from "undici";
import type { Harness } from "../harness";
import { payments } from "../payments";
import { subscribing } from "../subscribing";
import type { Plan } from "./plan";

export interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
}

/** Back to the seed, and then something of every kind; answers their ids by kind. */
export async function populate(sandbox: Harness): Promise<Record<string, string>> {
  await sandbox.admin("DELETE", "/faults");
  await sandbox.reset();
  const paying = payments(sandbox);
  const made = async (path: string, body: object) => (await sandbox.admin("POST", path, body)).body.id as string;
  const subscribed = subscribing(sandbox);
  const { payment_method_id: attached, customer_id: customer } = await subscribed.payer();
  const { id: subscription } = await subscribed.subscribe({ payment_method_id: attached, customer_id: customer });
  await sandbox.admin("POST", "/snapshots/s");
  return {
    subscription,
    attached,
    token: await paying.token(),
    customer,
    intent: await paying.intent(),
    key: await made("/api-keys", { type: "secret", account_id: sandbox.accountId }),
    event: await made("/events", { type: "payout.paid", account_id: sandbox.accountId }),
    // The card form takes no other key.
    publishable: (await sandbox.admin("POST", "/api-keys", { type: "publishable", account_id: sandbox.accountId })).body
      .value,
    user: await made("/users", { email: "ada@example.com", role: "owner" }),
    account: sandbox.accountId,
    partner: sandbox.partnerAccountId,
    endpoint: sandbox.webhookEndpointId,
    receiver: "seed",
    snapshot: "s",
    file: "board.css",
  };
}

/** Sends plans over one connection, byte for byte as they are; an answer that does not come is a failure. */
export class Sender {
  private readonly client: Client;

  constructor(private readonly sandbox: Harness) {
    this.client = new Client(sandbox.url, { headersTimeout: 10_000, bodyTimeout: 10_000 });
  }

  async send({ target, method, path, headers, body }: Plan, ids: Record<string, string>): Promise<Answer> {
    const named = (text: string) => text.replace(/\{\{(\w+)\}\}/g, (name, kind: string) => ids[kind] ?? name);
    const usual: [string, string][] = [
      ["payments-api-key", target === "POST /_sandbox/card-form" ? ids.publishable! : this.sandbox.apiKey],
      ["payments-account", this.sandbox.accountId],
      ["authorization", `Bearer ${this.sandbox.adminToken}`],
      ...(body ? ([["content-type", "application/json"]] as [string, string][]) : []),
    ];
    const kept = usual.filter(([name]) => !headers.some(([other]) => other === name));
    const answer = await this.client.request({
      method: method as "GET",
      path: encodeBraces(named(path)),
      headers: [...kept, ...headers].flat(),
      body: body === undefined ? null : Buffer.from(named(body), "latin1"),
    });
    return { status: answer.statusCode, headers: answer.headers, text: await answer.body.text() };
  }

  close(): Promise<void> {
    return this.client.close();
  }
}

function encodeBraces(path: string): string {
  return path.replace(/[{}"<>\\^`| ]/g, encodeURIComponent);
}
