import type { RequestListener } from "node:http";
import type { SandboxOptions } from "../../../sandbox/index";
import { happenings, outsideServer } from "../happenings";
import { type Reply, start, stopAll } from "../harness";
import { payments } from "../payments";

export const minute = 60;
export const hour = 60 * minute;
export const day = 24 * hour;

export interface Mail {
  kind: string;
  to: string;
  subject: string;
  text: string;
}

/** The instant so many seconds after the clock's start. */
export function timeAfter(seconds: number): string {
  return new Date(Date.parse("2026-01-01T00:00:00Z") + seconds * 1_000).toISOString();
}

/** Seconds of the clock from its start to an instant. */
export function secondsAt(instant: string): number {
  return (Date.parse(instant) - Date.parse("2026-01-01T00:00:00Z")) / 1_000;
}

/** A running sandbox, and short ways to say what merchants, cardholders, partners and receivers do. All of it is real HTTP. */
export async function scene(options: SandboxOptions = {}) {
  const sandbox = await start(options);
  const pay = payments(sandbox);
  const world = happenings(sandbox);
  return {
    ...sandbox,
    ...pay,
    ...world,
    wait: (seconds: number) => sandbox.advance({ seconds }),
    /** A new key; `value` is whole in it. */
    key: async (body: object = { type: "secret" }) =>
      accepted(await sandbox.call("POST", "/v1/api-keys", { body })) as Record<string, string> & { scopes: string[] },
    /** Status of a call with another key or account. */
    statusWith: async (headers: Record<string, string | undefined>, method: string, path: string, body?: unknown) =>
      (await sandbox.call(method, path, { headers, body })).status,
    merchant: async () => accepted(await sandbox.admin("POST", "/accounts", { kind: "merchant" })).id as string,
    user: async (email: string, role: string, technical_emails = true) =>
      accepted(await sandbox.admin("POST", "/users", { email, role, technical_emails })),
    mail: async () => accepted(await sandbox.admin("GET", "/mail")) as Mail[],
    /** Status of the seed's endpoint, as the interface tells it. */
    endpointStatus: async () =>
      accepted(await sandbox.call("GET", `/v1/webhook-endpoints/${sandbox.webhookEndpointId}`)).status as string,
    /** A payment method that is attached to a new customer. */
    async attached(card: object = {}): Promise<{ customerId: string; paymentMethodId: string }> {
      const [customerId, paymentMethodId] = [await pay.customer(), await pay.token({}, card)];
      accepted(await pay.attach(paymentMethodId, customerId));
      return { customerId, paymentMethodId };
    },
  };
}

const receivers: { close(): void }[] = [];

/** The address of a receiver of somebody's own. */
export async function receiver(listener: RequestListener): Promise<string> {
  const server = await outsideServer(listener);
  receivers.push(server);
  return server.url;
}

/** Ends every scene, and every receiver. */
export async function endScenes(): Promise<void> {
  for (const server of receivers.splice(0)) server.close();
  await stopAll();
}

export type Scene = Awaited<ReturnType<typeof scene>>;

/** The body of an answer that must not be a refusal. */
export function accepted({ status, body }: Reply): Reply["body"] {
  if (status >= 400) throw new Error(`refused with ${status}: ${JSON.stringify(body)}`);
  return body;
}

/** What a refusal says; fails for anything but a 4xx. */
export function refusal({ status, body }: Reply): string {
  if (status < 400 || status > 499) throw new Error(`not a refusal: ${status} ${JSON.stringify(body)}`);
  return body.error.message;
}
