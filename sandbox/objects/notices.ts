import { iso } from "../core/clock";
import type { World } from "../core/world";
import { inDays } from "./health-limits";
import { noticeRecipients } from "./users";

/** One notice to one user. */
export interface Mail {
  at: string;
  kind: "endpoint_inactive" | "endpoint_disabled";
  endpoint_id: string;
  to: string;
  subject: string;
  text: string;
}

interface Endpoint {
  id: string;
  account_id: string;
}

/** Tells that an endpoint became inactive, how long it is until it is disabled, and how to re-enable it. */
export function noticeInactive(world: World, endpoint: Endpoint, disabledAtMs: number): void {
  const left = inDays(Math.max(0, disabledAtMs - world.clock.now()));
  send(world, endpoint, {
    kind: "endpoint_inactive",
    subject: `Webhook endpoint ${endpoint.id} is inactive; ${left} left before it is disabled`,
    text: [
      `Deliveries to the webhook endpoint ${endpoint.id} keep failing. It is inactive now: events are queued, and none is delivered.`,
      `If it is not re-enabled it will be disabled in ${left}, at ${iso(disabledAtMs)}. Queued events are lost then.`,
      `To re-enable it: ${how(endpoint)}. All events that ${world.settings.replaySet === "all" ? "arrived during the outage" : "were queued meanwhile"} are then replayed, oldest first.`,
    ].join("\n"),
  });
}

/** Tells that an endpoint was disabled, and how to re-enable it. */
export function noticeDisabled(world: World, endpoint: Endpoint): void {
  send(world, endpoint, {
    kind: "endpoint_disabled",
    subject: `Webhook endpoint ${endpoint.id} is disabled`,
    text: [
      `The webhook endpoint ${endpoint.id} is disabled: no event is delivered to it, none is queued, and what was queued is lost.`,
      `To re-enable it: ${how(endpoint)}. Events from then on are delivered again.`,
    ].join("\n"),
  });
}

/** Oldest first. */
export function listMail(world: World): Mail[] {
  return world.store
    .all<Omit<Mail, "at"> & { at: number }>(
      'SELECT at, kind, endpoint_id, recipient AS "to", subject, text FROM mail ORDER BY seq',
    )
    .map((mail) => ({ ...mail, at: iso(mail.at) }));
}

function how({ id }: Endpoint): string {
  return `PATCH /v1/webhook-endpoints/${id} with the body {"status":"active"}`;
}

function send(world: World, endpoint: Endpoint, mail: Pick<Mail, "kind" | "subject" | "text">): void {
  for (const { email } of noticeRecipients(world, endpoint.account_id)) {
    world.store.run(
      "INSERT INTO mail (at, kind, endpoint_id, recipient, subject, text) VALUES (?, ?, ?, ?, ?, ?)",
      world.clock.now(),
      mail.kind,
      endpoint.id,
      email,
      mail.subject,
      mail.text,
    );
  }
}
