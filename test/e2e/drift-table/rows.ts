import type { Tier } from "../../../drift/classify/tiers";
import type { ReportField } from "../../../drift/report/report";

/**
 * The table: what a resource is found to be, with the words for it. `{id}` stands for its id, `{account}` for its account,
 * `{key}` for the current key of a rotation, `{stack}` for the stack, `{url}` for the service, `{request}` for what the service
 * calls a request, `{template}` for the path of the read of an endpoint.
 */
export interface Row {
  tier: Tier;
  kind: "ApiKey" | "RotatingApiKey" | "WebhookEndpoint" | "ApplePayDomainScopes";
  name: string;
  /** As the json report has them. */
  fields: ReportField[];
  /** One line for each field, as people read it; without fields the reason stands there. */
  lines: string[];
  why: string;
  next: string;
  /** Name of the resource that a consequence follows from. */
  because?: string;
}

/** The exit code of a run with findings of this tier and no other, with the tiers that fail by default. */
export const exitCodes: Readonly<Record<Tier, number>> = {
  gone: 2,
  changed: 2,
  unhealthy: 2,
  violation: 2,
  undetermined: 3,
  unmanaged: 0,
  consequence: 0,
  due: 0,
  "pending-program": 0,
  advisory: 0,
  accepted: 0,
};

const up = "pulumi up --stack {stack}";
const putBack = `${up} puts back what is declared; or change the program to what is live`;
const makeAnew = `${up} creates it again; or remove it from the program`;
const fixReceiver = `fix the receiver, then ${up} re-enables the endpoint where its policy allows that`;
const apply = `${up} applies it`;
const compareLater = `${up} applies what it depends on, and then compares it`;
const walks = "two consistent readings of the list of account {account}, 0.2 s or more apart, do not show it";

const row = (tier: Tier, kind: Row["kind"], name: string, rest: Omit<Row, "tier" | "kind" | "name">): Row => ({
  tier,
  kind,
  name,
  ...rest,
});
/** One whose fields say nothing: its reason is the text. */
const told = (tier: Tier, kind: Row["kind"], name: string, why: string, next: string, because?: string): Row =>
  row(tier, kind, name, { fields: [], lines: [why], why, next, ...(because === undefined ? {} : { because }) });

const read = ["accounts:read"];
const both = ["accounts:read", "api_keys:read"];
const payRead = ["apple_pay_domains:read"];
const payBoth = ["apple_pay_domains:read", "apple_pay_domains:write"];

/** What a run finds after colleagues, the clock and the program changed everything that can be changed. */
export const driftRows: readonly Row[] = [
  told("gone", "ApiKey", "gone-key", `deleted outside Pulumi: API key {id} (${walks}).`, makeAnew),
  told("gone", "ApiKey", "till", `deleted outside Pulumi: API key {id} (${walks}).`, makeAnew),
  row("gone", "RotatingApiKey", "gone-rotation", {
    fields: [
      {
        field: "current",
        wanted: "{key}",
        stored: "{key}",
        live: `gone (${walks})`,
        advice: "A new key is created, and the value changes.",
      },
    ],
    lines: [`current is "gone (${walks})", wanted "{key}". A new key is created, and the value changes.`],
    why: "deleted outside Pulumi: the current key {key} of rotation of API keys {id}",
    next: makeAnew,
  }),
  told(
    "gone",
    "WebhookEndpoint",
    "gone-endpoint",
    "deleted outside Pulumi: webhook endpoint {id} (the service returned 404 for it twice, 0.2 s apart, and reads others).",
    "make it in the dashboard and declare its id; or remove it from the program",
  ),
  told(
    "gone",
    "ApplePayDomainScopes",
    "gone-pay",
    `deleted outside Pulumi: Apple Pay scopes of API key {id} (${walks}).`,
    "name a key that is there; or remove it from the program",
  ),
  row("changed", "ApiKey", "widened-key", {
    fields: [{ field: "scopes", wanted: both, applied: both, stored: both, live: ["*"] }],
    lines: ['scopes is ["*"], wanted ["accounts:read","api_keys:read"].'],
    why: "scopes of API key {id} differs live from what is declared",
    next: putBack,
  }),
  row("changed", "ApiKey", "renamed-key", {
    fields: [{ field: "name", wanted: "renamed", applied: "renamed", stored: "renamed", live: "other" }],
    lines: ['name is "other", wanted "renamed".'],
    why: "name of API key {id} differs live from what is declared",
    next: putBack,
  }),
  row("changed", "RotatingApiKey", "widened-rotation", {
    fields: [
      { field: "scopes", wanted: read, applied: read, stored: read, live: ["accounts:delete", "accounts:read"] },
    ],
    lines: ['scopes is ["accounts:delete","accounts:read"], wanted ["accounts:read"].'],
    why: "scopes of rotation of API keys {id} differs live from what is declared",
    next: putBack,
  }),
  row("changed", "ApplePayDomainScopes", "narrowed-pay", {
    fields: [{ field: "scopes", wanted: payBoth, applied: payBoth, stored: payBoth, live: payRead }],
    lines: ['scopes is ["apple_pay_domains:read"], wanted ["apple_pay_domains:read","apple_pay_domains:write"].'],
    why: "Apple Pay scopes of API key {id} differs live from what is declared",
    next: putBack,
  }),
  row("unhealthy", "WebhookEndpoint", "inactive-endpoint", {
    fields: [
      {
        field: "status",
        wanted: "active",
        applied: "active",
        stored: "active",
        live: "inactive",
        advice: "Re-enabling replays the events that arrived since the outage, oldest first, at about two a second.",
      },
    ],
    lines: [
      'status is "inactive", wanted "active". Re-enabling replays the events that arrived since the outage, oldest first, at about two a second.',
    ],
    why: "webhook endpoint {id} does not deliver",
    next: fixReceiver,
  }),
  row("unhealthy", "WebhookEndpoint", "disabled-endpoint", {
    fields: [
      {
        field: "status",
        wanted: "active",
        applied: "active",
        stored: "active",
        live: "disabled",
        advice:
          'reenable: "never" leaves the repair to you. Re-enable it in the dashboard. Events from the time it was disabled were not kept and are not replayed.',
      },
    ],
    lines: [
      'status is "disabled", wanted "active". reenable: "never" leaves the repair to you. Re-enable it in the dashboard. Events from the time it was disabled were not kept and are not replayed.',
    ],
    why: "webhook endpoint {id} does not deliver",
    next: fixReceiver,
  }),
  row("unmanaged", "ApiKey", "made by hand", {
    fields: [{ field: "scopes", live: ["*"] }],
    lines: ['scopes is ["*"].'],
    why: "a secret key that no stack declares.",
    next: "npx pulumi-payments keys --stack {stack} --adopt-code {id} prints the code that adopts it; or delete it in the dashboard",
  }),
  told(
    "consequence",
    "ApplePayDomainScopes",
    "followed-pay",
    `deleted outside Pulumi: Apple Pay scopes of API key {id} (${walks}). It follows from ApiKey till, which is gone.`,
    "repair ApiKey till",
    "till",
  ),
  ...(
    [
      ["ApiKey", "late-key", "name"],
      ["RotatingApiKey", "late-rotation", "name"],
      ["ApplePayDomainScopes", "late-pay", "access"],
      ["WebhookEndpoint", "late-endpoint", "reenable"],
    ] as const
  ).map(([kind, name, field]) =>
    told("consequence", kind, name, `${field} can't be compared before what it depends on is applied`, compareLater),
  ),
  row("due", "RotatingApiKey", "due-rotation", {
    fields: [
      {
        field: "current",
        wanted: "a new key",
        live: "{key}",
        advice: "A new key is created and handed on; the current key stays for its overlap.",
      },
    ],
    lines: [
      'current is "{key}", wanted "a new key". A new key is created and handed on; the current key stays for its overlap.',
    ],
    why: "a new key is created and handed on; the current key stays for its overlap",
    next: apply,
  }),
  told("pending-program", "ApiKey", "new-key", "the program declares it, and it was never applied.", apply),
  row("pending-program", "ApiKey", "wanted-key", {
    fields: [{ field: "name", wanted: "wanted anew", applied: "wanted", stored: "wanted", live: "wanted" }],
    lines: ['name is "wanted", wanted "wanted anew".'],
    why: "the program changed name since the last up",
    next: apply,
  }),
  row("pending-program", "RotatingApiKey", "wanted-rotation", {
    fields: [{ field: "scopes", wanted: ["accounts:write"], applied: read, stored: read, live: read }],
    lines: ['scopes is ["accounts:read"], wanted ["accounts:write"].'],
    why: "the program changed scopes since the last up",
    next: apply,
  }),
  row("pending-program", "ApplePayDomainScopes", "wanted-pay", {
    fields: [{ field: "scopes", wanted: payBoth, applied: payRead, stored: payRead, live: payRead }],
    lines: ['scopes is ["apple_pay_domains:read"], wanted ["apple_pay_domains:read","apple_pay_domains:write"].'],
    why: "the program changed scopes since the last up",
    next: apply,
  }),
  told(
    "pending-program",
    "WebhookEndpoint",
    "dropped-endpoint",
    "the program no longer declares it; the next up would delete it. Live state was not looked at",
    apply,
  ),
];

const refusedBy = "in account {account} at {url}: the credential may not do this. The service answered 403 to";
const answer = "injected_fault: A fault answers 403 here (request {request})";
const whoseEndpoint =
  "Or send the id of the partner account, which owns endpoints: 'pulumi config set payments:endpointAccount partner' and 'pulumi config set payments:partnerAccountId <id of the partner account>'.";
const keysRefused = `could not list the API keys ${refusedBy} GET /v1/api-keys: ${answer}. Use a secret key of this account (payments:accountId) with the scope api_keys:read (which one it needs is assumed).`;
const endpointRefused = `could not read webhook endpoint {id} ${refusedBy} GET {template}: ${answer}. Use a secret key of this account (payments:accountId) whose scopes cover this operation. ${whoseEndpoint}`;
const unread = (kind: Row["kind"], names: readonly string[], reason: string): Row[] =>
  names.map((name) =>
    told(
      "undetermined",
      kind,
      name,
      `its live state could not be read: ${reason}`,
      "fix what the reason names and look again; pulumi preview --stack {stack} shows more",
    ),
  );

/** What a run finds whose every read is refused: nothing is known of what state holds, whatever else changed. */
export const undeterminedRows: readonly Row[] = [
  ...unread(
    "ApiKey",
    ["calm-key", "widened-key", "renamed-key", "gone-key", "wanted-key", "late-key", "shop", "till", "kiosk", "stand"],
    keysRefused,
  ),
  ...unread(
    "ApplePayDomainScopes",
    ["narrowed-pay", "followed-pay", "wanted-pay", "late-pay", "gone-pay"],
    keysRefused,
  ),
  ...unread(
    "RotatingApiKey",
    ["calm-rotation", "widened-rotation", "gone-rotation", "due-rotation", "wanted-rotation", "late-rotation"],
    keysRefused,
  ),
  ...unread(
    "WebhookEndpoint",
    ["inactive-endpoint", "disabled-endpoint", "gone-endpoint", "late-endpoint"],
    endpointRefused,
  ),
  ...driftRows.filter(({ name }) => name === "new-key" || name === "dropped-endpoint"),
];
