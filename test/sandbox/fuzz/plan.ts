import fc from "fast-check";
import { handTriggerSchema } from "../../../sandbox/objects/subscription-states";
import { readOptions } from "../../../sandbox/options";
import { faultableOperations } from "../../../sandbox/routes";
import { valuesOf } from "./from-schema";
import { bodiesOf, distorted, hostileHeaders, hostileQuery, hostileSegment } from "./hostile";
import type { Target } from "./targets";

/** One request to send. `{{kind}}` in path or body stands for the id of something that exists. */
export interface Plan {
  target: string;
  method: string;
  path: string;
  headers: [string, string][];
  /** Bytes, one a character. */
  body: string | undefined;
  /** Whether the request reaches its target, so that the answer must be one that the target is described with. */
  straight: boolean;
}

const known = (...kinds: string[]) => fc.constantFrom(...kinds.map((kind) => `{{${kind}}}`));
const soon = fc.integer({ min: 0, max: 2 * 86_400 });

/** Fields whose values must fit the world, or the clock would move by centuries and cards would fail their check digit. */
const fields: Record<string, fc.Arbitrary<unknown>> = {
  account_id: known("account", "account", "partner"),
  customer_id: known("customer"),
  payment_method_id: known("attached", "token"),
  event_id: known("event"),
  endpoint_id: known("endpoint"),
  number: fc.constantFrom("4242 4242 4242 4242", "4000056655665556"),
  cvv: fc.constant("123"),
  exp_month: fc.integer({ min: 1, max: 12 }),
  exp_year: fc.integer({ min: 2027, max: 2099 }),
  // A name: addresses are never asked for, and the resolver of these tests leads to a closed port of this machine.
  url: fc.constantFrom("http://hook.example:9/", "https://hook.example:9/x?y=z", "http://user:pass@hook.example:9/"),
  email: fc.constant("ada@example.com"),
  seconds: soon,
  to: soon.map((seconds) => new Date(Date.UTC(2026, 0, 1) + seconds * 1_000).toISOString()),
  operation: fc.constantFrom(...faultableOperations(readOptions({}))),
  billing_cycle_anchor: fc.constantFrom("2026-01-31", "2026-01-15T09:00:00+02:00", "2025-12-24T00:00:00Z"),
};

/** What stands for `{id}` in a path. */
function ownKind(path: string): string {
  const kinds: [RegExp, string][] = [
    [/api-keys/, "key"],
    [/payment-methods/, "token"],
    [/payment-intents/, "intent"],
    [/subscriptions/, "subscription"],
    [/webhook-endpoints/, "endpoint"],
    [/receivers/, "receiver"],
    [/users/, "user"],
    [/snapshots/, "snapshot"],
    [/pages/, "file"],
  ];
  return kinds.find(([pattern]) => pattern.test(path))?.[1] ?? "key";
}

/** Requests to any of the targets: most of them nearly right, since those get furthest. */
export function plansFor(targets: readonly Target[]): fc.Arbitrary<Plan> {
  return fc.oneof(...targets.map(planFor));
}

function planFor({ name, method, path, query, body }: Target): fc.Arbitrary<Plan> {
  return fc
    .record({
      method: mostly(
        fc.constant(method),
        fc.constantFrom("GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "PROPFIND"),
        24,
      ),
      action: fc.constantFrom(...handTriggerSchema.options),
      segment: mostly(known(ownKind(path)), fc.oneof(known("customer", "intent", "endpoint"), hostileSegment), 6),
      suffix: mostly(fc.constant(""), fc.constantFrom("/", "//", "/x", ".json", "%2F"), 40),
      query: mostly(query ? queriesOf(query) : fc.constant(""), hostileQuery, 8),
      headers: mostly(fc.constant<[string, string][]>([]), hostileHeaders, 10),
      body: body ? bodiesOf(valuesOf(body, fields)) : mostly(fc.constant(undefined), bodiesOf(fc.jsonValue()), 10),
    })
    .map(({ segment, action, suffix, query: asked, ...plan }) => ({
      target: name,
      method: plan.method,
      path: path.replace("{action}", action).replace(/\{\w+\}/, () => segment) + suffix + asked,
      headers: plan.headers,
      body: plan.body?.toString("latin1"),
      straight: plan.method === method && suffix === "" && (segment.startsWith("{{") || !path.includes("{")),
    }));
}

function queriesOf(schema: NonNullable<Target["query"]>): fc.Arbitrary<string> {
  return distorted(valuesOf(schema, { ...fields, offset: fc.nat({ max: 50 }), limit: fc.nat({ max: 200 }) })).map(
    (value) => {
      const pairs = typeof value === "object" && value !== null ? Object.entries(value) : [];
      const text = pairs.map((pair) => pair.map((part) => encode(part)).join("="));
      return text.length > 0 ? `?${text.join("&")}`.slice(0, 4_000) : "";
    },
  );
}

/** Names of ids stay as they are: they are exchanged before the request is sent. */
function encode(part: unknown): string {
  const text = typeof part === "object" ? JSON.stringify(part) : String(part);
  return /^\{\{\w+\}\}$/.test(text)
    ? text
    : encodeURIComponent(text.replace(/\p{Cs}/gu, "?"))
        .slice(0, 500)
        .replace(/%.?$/, "");
}

function mostly<Usual, Odd>(
  usual: fc.Arbitrary<Usual>,
  odd: fc.Arbitrary<Odd>,
  weight: number,
): fc.Arbitrary<Usual | Odd> {
  return fc.oneof<fc.MaybeWeightedArbitrary<Usual | Odd>[]>(
    { arbitrary: usual, weight },
    { arbitrary: odd, weight: 1 },
  );
}
