// Long because: every row of the doctor stands here beside the services that make it differ.
import { ownNamePrefix } from "../../../cli/doctor/own-keys";
import type { SandboxOptions } from "../../../sandbox/index";
import type { Dialect, Told } from "./dialect";

const isList = (path: string): boolean => path.startsWith("/v1/api-keys?") || path === "/v1/api-keys";
const isPageOfKeys = (path: string): boolean => path.startsWith("/v1/api-keys?offset=0&limit=100");

/** A service that is not as it is assumed to be. */
export interface Case {
  row: string;
  when: string;
  dialect?: Dialect;
  options?: SandboxOptions;
  told?: Told;
  verdict: string;
  /** What to do, where it differs. */
  adapt?: RegExp;
  /** Nothing proves there that a key is its own: why each of its two is left. */
  leaves?: RegExp;
}

/** A clock that moves with every wait. */
function skipping(): NonNullable<Told["dependencies"]> {
  let waitedMs = 0;
  return {
    nowMs: () => Date.now() + waitedMs,
    monotonicMs: () => performance.now() + waitedMs,
    sleep: async (ms) => {
      waitedMs += ms;
    },
  };
}

let turn = 0;
/** Each way in which a row can differ, or tell nothing. */
export const cases: Case[] = [
  {
    row: "address",
    when: "a web page answers",
    dialect: () => ({ headers: { "content-type": "text/html" }, body: "<html>", status: 200 }),
    verdict: "differs!",
    adapt: /payments:baseUrl/,
  },
  {
    row: "address",
    when: "the service is out of order",
    dialect: () => ({ status: 503, headers: {} }),
    verdict: "cannot tell (failed)",
  },
  {
    row: "clock-skew",
    when: "its clock is an hour ahead",
    dialect: () => ({ headers: { date: new Date(Date.now() + 3_600_000).toUTCString() } }),
    verdict: "differs!",
    adapt: /clock/,
  },
  {
    row: "clock-skew",
    when: "its clock stands in another year",
    options: { clock: "manual" },
    verdict: "differs!",
    adapt: /clock/,
  },
  {
    row: "clock-skew",
    when: "answers have no date",
    dialect: () => ({ headers: {} }),
    verdict: "cannot tell (no evidence)",
  },
  {
    row: "credential",
    when: "it is refused",
    told: { environment: { PAYMENTS_API_KEY: "sk_nobodys" } },
    verdict: "differs!",
    adapt: /pulumi config set --secret payments:apiKey/,
  },
  {
    row: "credential",
    when: "it may not list keys",
    dialect: ({ path }) => (isList(path) ? { status: 403, body: { error: { code: "x", message: "no" } } } : undefined),
    verdict: "differs!",
    adapt: /payments:apiKey/,
  },
  {
    row: "account-kind",
    when: "the partner's id is configured as the account",
    dialect: ({ path }) =>
      isList(path) ? { status: 403, body: { message: "This operation is not enabled for this account" } } : undefined,
    verdict: "differs!",
    adapt: /payments:accountId/,
  },
  {
    row: "account-kind",
    when: "the partner's id is that of a merchant",
    dialect: ({ account, path }, { status }) =>
      isList(path) && status === 403 && account.startsWith("acct_")
        ? { status: 200, body: { items: [], has_more: false } }
        : undefined,
    verdict: "differs!",
    adapt: /payments:partnerAccountId/,
  },
  {
    row: "list-walk",
    when: "the list never settles",
    dialect: ({ path }, { body }) => (isPageOfKeys(path) ? { body: { ...body, total: body.total + 1 } } : undefined),
    verdict: "differs!",
    adapt: /payments:absenceConfirmMs/,
  },
  {
    row: "list-order",
    when: "the oldest comes first",
    dialect: ({ path }, { body }) =>
      isPageOfKeys(path) ? { body: { ...body, items: body.items.toReversed() } } : undefined,
    verdict: "differs!",
    adapt: /payments:absenceConfirmMs/,
  },
  {
    row: "list-stability",
    when: "the order changes each time",
    dialect: ({ path }, { body }) =>
      isPageOfKeys(path) && turn++ % 2 === 0 ? { body: { ...body, items: body.items.toReversed() } } : undefined,
    verdict: "differs!",
    adapt: /payments:absenceConfirmMs/,
  },
  {
    row: "list-stability",
    when: "offset counts from one",
    dialect: ({ path }, { body }) =>
      path.includes("offset=1&") ? { body: { ...body, items: [{ ...body.items[0], id: "key_other" }] } } : undefined,
    verdict: "differs!",
    adapt: /operator/,
  },
  { row: "page-max", when: "it is 50", options: { pageMax: 50 }, verdict: "differs", adapt: /--page-max 50/ },
  {
    row: "page-max",
    when: "a larger one is refused",
    dialect: ({ path }) => (path.includes("limit=100000") ? { status: 400, body: {} } : undefined),
    verdict: "differs!",
    adapt: /operator/,
  },
  ...(["omit", "null", "last4"] as const).map(
    (redaction): Case => ({
      row: "redaction",
      when: `values are shown as ${redaction}`,
      options: { redaction },
      verdict: "differs",
      adapt: new RegExp(`--redaction ${redaction}`),
    }),
  ),
  {
    row: "redaction",
    when: "lists show the whole value",
    dialect: ({ path }, { body }) =>
      isPageOfKeys(path)
        ? {
            body: {
              ...body,
              items: body.items.map((item: object) => ({ ...item, value: "sk_live_planted0123456789abcdef" })),
            },
          }
        : undefined,
    verdict: "differs!",
    adapt: /operator/,
  },
  {
    row: "last-used-shown",
    when: "the key in use shows none",
    dialect: ({ path }, { body }) =>
      isList(path) && body?.items
        ? { body: { ...body, items: body.items.map(({ last_used: _, ...item }: { last_used?: string }) => item) } }
        : undefined,
    told: { write: true },
    verdict: "differs!",
    adapt: /protect/,
  },
  ...(["PUT", "POST"] as const).flatMap((updateMethod): Case[] => [
    {
      row: "update-method",
      when: `it is ${updateMethod}, by the header Allow`,
      options: { updateMethod },
      verdict: "differs",
      adapt: new RegExp(`pulumi config set payments:updateMethod ${updateMethod}`),
    },
    {
      row: "update-method",
      when: `it is ${updateMethod}, tried`,
      options: { updateMethod },
      told: { write: true },
      verdict: "differs",
      adapt: new RegExp(`payments:updateMethod ${updateMethod}`),
    },
    {
      row: "update-method",
      when: `it is ${updateMethod}, and configured`,
      options: { updateMethod },
      told: { settings: { updateMethod } },
      verdict: "differs",
      adapt: /nothing to do/,
    },
    {
      row: "update-method",
      when: `it is ${updateMethod}, and PATCH is configured`,
      options: { updateMethod },
      told: { settings: { updateMethod: "PATCH" } },
      verdict: "differs!",
      adapt: new RegExp(`payments:updateMethod ${updateMethod}`),
    },
  ]),
  {
    row: "update-method",
    when: "no method updates",
    dialect: ({ method, path }) =>
      path.startsWith("/v1/api-keys/key_") && method !== "DELETE" ? { status: 405, body: {} } : undefined,
    told: { write: true },
    verdict: "differs!",
    adapt: /api_keys:write/,
  },
  {
    row: "update-method",
    when: "no answer names it",
    dialect: () => ({ headers: {} }),
    verdict: "cannot tell (not asked)",
  },
  {
    row: "webhook-endpoint-read",
    when: "there is none",
    options: { without: ["webhook-endpoint-read"] },
    verdict: "differs",
    adapt: /payments:requireEndpointRead true/,
  },
  {
    row: "webhook-endpoint-read",
    when: "the endpoint is not there",
    told: { endpointId: "we_gone" },
    verdict: "differs!",
    adapt: /check its id/,
  },
  {
    row: "webhook-endpoint-read",
    when: "no endpoint is known",
    told: { endpointId: undefined as never },
    verdict: "cannot tell (not asked)",
  },
  {
    row: "endpoint-account",
    when: "it is the partner's",
    options: { endpointAccount: "partner" },
    verdict: "differs!",
    adapt: /pulumi config set payments:endpointAccount partner/,
  },
  {
    row: "endpoint-account",
    when: "it is the partner's, and configured",
    options: { endpointAccount: "partner" },
    told: { settings: { endpointAccount: "partner" } },
    verdict: "differs",
    adapt: /nothing to do/,
  },
  {
    row: "endpoint-account",
    when: "it is the merchant's, and the partner's is configured",
    told: { settings: { endpointAccount: "partner" } },
    verdict: "differs!",
    adapt: /payments:endpointAccount merchant/,
  },
  {
    row: "error-shape",
    when: "errors are flat",
    dialect: ({ key }) => (key === "pulumi-payments-doctor" ? { body: { message: "no" } } : undefined),
    verdict: "differs",
    adapt: /nothing to do/,
  },
  {
    row: "error-shape",
    when: "any credential will do",
    dialect: ({ key }) =>
      key === "pulumi-payments-doctor" ? { status: 200, body: { items: [], has_more: false } } : undefined,
    verdict: "differs!",
    adapt: /payments:baseUrl/,
  },
  {
    row: "inaccessible-account",
    when: "it is 404",
    dialect: ({ account }) => (account === "pulumi-payments-doctor" ? { status: 404, body: {} } : undefined),
    verdict: "differs",
    adapt: /nothing to do/,
  },
  {
    row: "inaccessible-account",
    when: "it looks empty",
    dialect: ({ account }) =>
      account === "pulumi-payments-doctor" ? { status: 200, body: { items: [], has_more: false } } : undefined,
    verdict: "differs!",
    adapt: /payments:accountId/,
  },
  {
    row: "rate-limits",
    when: "a call was answered with 429",
    dialect: ({ before }) => (before === 2 ? { status: 429, body: {} } : undefined),
    verdict: "differs",
    adapt: /payments:maxConcurrency/,
  },
  {
    row: "rate-limits",
    when: "answers tell of a limit",
    dialect: () => ({ headers: { "x-ratelimit-remaining": "9" } }),
    verdict: "differs",
    adapt: /payments:maxConcurrency/,
  },
  {
    row: "creation-status",
    when: "it is 200",
    dialect: ({ method }, { status }) => (method === "POST" && status === 201 ? { status: 200 } : undefined),
    told: { write: true },
    verdict: "differs",
    adapt: /nothing to do/,
  },
  {
    row: "new-keys",
    when: "lists never show them",
    dialect: ({ path }, { body }) =>
      isPageOfKeys(path)
        ? {
            body: {
              ...body,
              items: body.items.filter(({ name }: { name: string }) => !name.startsWith(ownNamePrefix)),
              total: undefined,
            },
          }
        : undefined,
    told: { write: true, dependencies: skipping() },
    verdict: "differs!",
    adapt: /payments:newKeyGraceMs \d+/,
    leaves: /no list shows it, so that nothing was sent/,
  },
  {
    row: "publishable-set",
    when: "it may list keys",
    dialect: ({ key }) => (key.startsWith("pk_") ? { status: 200, body: { items: [], has_more: false } } : undefined),
    told: { write: true },
    verdict: "differs!",
    adapt: /operator/,
  },
  {
    row: "deletion",
    when: "it is 202",
    dialect: ({ method }, { status }) => (method === "DELETE" && status === 204 ? { status: 202 } : undefined),
    told: { write: true },
    verdict: "differs",
    adapt: /nothing to do/,
  },
];
