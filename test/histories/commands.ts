import fc from "fast-check";
import type { Options } from "../stand-in-engine/engine";

/** What a program declares of one key. Plain data, so that a history can be written down and played again. */
export interface KeyArgs {
  type: "secret" | "publishable";
  /** Takes over one of the keys that colleagues made so far, in place of making one. */
  adopts?: number;
  name?: string;
  scopes?: string[];
  delegatedScopes?: string[];
}

/** What a program declares of one rotation. */
export interface RotatingArgs {
  rotation: { everyDays: number; overlapHours: number } | { trigger: string; overlapHours: number };
  name?: string;
  scopes: string[];
  /** Begins with one of the keys that colleagues made, or with the ApiKey that its place in the program recorded. */
  adopts?: number | "own";
}

/** How one call of the service goes wrong. */
export interface Trouble {
  operation: string;
  from: number;
  count: number;
  at: "before" | "after";
  effect: "reset" | "status" | "truncate" | "timeout" | "slow";
  status?: number;
  ms?: number;
}

/** How a name is made to look like another. */
export type Imitation = "exact" | "copy of" | "prefix" | "suffix" | "other case";

/** One thing that happens: to the program, by the engine, by a colleague, to the clock, at the service. */
export type Command =
  | { do: "declare"; slot: number; key: KeyArgs }
  | { do: "declare rotation"; slot: number; key: RotatingArgs }
  | { do: "options"; slot: number; options: Options }
  | { do: "undeclare"; slot: number }
  | { do: "rename"; slot: number; alias?: true }
  | { do: "declare apple pay"; on: number | "shared"; access: "read" | "write" | "readWrite" }
  | { do: "undeclare apple pay" }
  | { do: "declare endpoint"; reenable: "always" | "never" | "whenInactive" }
  | { do: "undeclare endpoint" }
  | { do: "up"; refresh?: true }
  | { do: "preview" | "refresh" | "destroy" }
  | { do: "colleague creates"; name: string; scopes: string[] }
  | { do: "colleague deletes"; nth: number }
  /** Makes a key that is called like one that is there, or nearly so. */
  | { do: "colleague imitates"; nth: number; as: Imitation }
  /** Calls one of the colleagues' own keys so. */
  | { do: "colleague renames"; nth: number; like: number; as: Imitation }
  | { do: "key is used"; nth: number }
  | { do: "colleague changes"; nth: number; change: { name?: string; scopes?: string[] } }
  /** A second backend gets a copy of the state; from then on `other backend` changes which of the two acts. */
  | { do: "copy state" | "other backend" }
  | { do: "export state" | "import state" }
  | { do: "endpoint becomes"; status: "active" | "inactive" | "pending" | "disabled" }
  | { do: "clock moves"; seconds: number }
  | { do: "trouble"; trouble: Trouble };

const slot = fc.integer({ min: 0, max: 2 });
const nth = fc.nat(9);
const scopePool = ["accounts:read", "accounts:write", "api_keys:read", "apple_pay_domains:read", "custom:scope"];
const scopes = fc.uniqueArray(fc.constantFrom(...scopePool), { minLength: 1, maxLength: 3 });
const ownScopes = fc.uniqueArray(fc.constantFrom("accounts:read", "accounts:write", "custom:scope"), { minLength: 1 });
const name = fc.constantFrom("shop", "ci", "blåbær 🔑");

/** One time in four. */
const sometimes = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value });
const definedOf = <T extends object>(given: { [K in keyof T]: T[K] | undefined }): T =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as T;

const key: fc.Arbitrary<KeyArgs> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ type: fc.constant("secret" as const), scopes }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant("secret" as const), name, scopes }) },
  {
    weight: 2,
    arbitrary: ownScopes.map((own) => ({
      type: "secret" as const,
      scopes: own,
      delegatedScopes: ["apple_pay_domains"],
    })),
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constant("publishable" as const) }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant("secret" as const), scopes, adopts: nth }) },
);

const overlapHours = fc.constantFrom(1, 24, 47);
const rotating: fc.Arbitrary<RotatingArgs> = fc
  .record({
    rotation: fc.oneof(
      fc.record({ everyDays: fc.constantFrom(2, 9), overlapHours }),
      fc.record({ trigger: fc.constantFrom("a", "b"), overlapHours }),
    ),
    scopes: ownScopes,
    name: sometimes(name),
    adopts: sometimes(fc.oneof(nth, fc.constant("own" as const))),
  })
  .map(definedOf);

const ignored = ["scopes", "name", "rotation"];
const options: fc.Arbitrary<Options> = fc
  .record({
    ignoreChanges: sometimes(fc.uniqueArray(fc.constantFrom(...ignored), { minLength: 1 })),
    protect: sometimes(fc.constant(true as const)),
  })
  .map(definedOf);

const updated = ["PATCH /v1/api-keys/{id}", "DELETE /v1/api-keys/{id}", "POST /v1/api-keys", "GET /v1/api-keys"];
const others = ["GET /v1/webhook-endpoints/{id}", "PATCH /v1/webhook-endpoints/{id}"];
const trouble: fc.Arbitrary<Trouble> = fc
  .record({
    operation: fc.constantFrom(...updated, ...updated, ...others),
    from: fc.integer({ min: 1, max: 3 }),
    // Retries get through up to seven of them; more than that outlasts every retry.
    count: fc.constantFrom(1, 1, 2, 20),
    at: fc.constantFrom("before" as const, "after" as const),
    effect: fc.oneof(
      { weight: 12, arbitrary: fc.constantFrom("reset" as const, "status" as const, "truncate" as const) },
      { weight: 2, arbitrary: fc.constant("slow" as const) },
      // Costs real time.
      { weight: 1, arbitrary: fc.constant("timeout" as const) },
    ),
    status: fc.constantFrom(400, 401, 403, 404, 405, 409, 429, 500, 502, 503),
  })
  .map(({ status, at, ...each }) => {
    if (each.effect === "slow") return { ...each, at, ms: 20 };
    if (each.effect === "timeout") return { ...each, at, count: 1 };
    if (each.effect !== "status") return { ...each, at };
    // A refusal of a creation is believed (docs/explanation/keys-are-never-lost.md): a service that refuses what it has done is another matter.
    const isLie = each.operation.startsWith("POST") && status < 500;
    return { ...each, at: isLie ? "before" : at, status };
  });

const like = fc.constantFrom<Imitation>("exact", "copy of", "prefix", "suffix", "other case");

const run: fc.Arbitrary<Command> = fc.oneof(
  { weight: 5, arbitrary: fc.constant({ do: "up" as const }) },
  { weight: 1, arbitrary: fc.constant({ do: "up" as const, refresh: true as const }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constantFrom("preview" as const, "refresh" as const, "destroy" as const) }),
  },
);

const declaring: fc.WeightedArbitrary<Command>[] = [
  { weight: 6, arbitrary: fc.record({ do: fc.constant("declare" as const), slot, key }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant("declare rotation" as const), slot, key: rotating }) },
];

const change: fc.Arbitrary<Command> = fc.oneof(
  ...declaring,
  { weight: 2, arbitrary: fc.record({ do: fc.constant("options" as const), slot, options }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("undeclare" as const), slot }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("rename" as const), slot }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("rename" as const), slot, alias: fc.constant(true as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("declare apple pay" as const),
      on: fc.oneof(slot, fc.constant("shared" as const)),
      access: fc.constantFrom("read" as const, "write" as const, "readWrite" as const),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ do: "undeclare apple pay" as const }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant("declare endpoint" as const),
      reenable: fc.constantFrom("always" as const, "never" as const, "whenInactive" as const),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ do: "undeclare endpoint" as const }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("colleague creates" as const), name, scopes }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("colleague imitates" as const), nth, as: like }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("colleague renames" as const), nth, like: nth, as: like }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom("copy state" as const, "export state" as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom("other backend" as const, "import state" as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("colleague deletes" as const), nth }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("key is used" as const), nth }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant("colleague changes" as const),
      nth,
      change: fc.oneof(fc.record({ name }), fc.record({ scopes }), fc.record({ name, scopes })),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant("endpoint becomes" as const),
      status: fc.constantFrom("active" as const, "inactive" as const, "pending" as const, "disabled" as const),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant("clock moves" as const),
      seconds: fc.constantFrom(1, 20, 3_600, 90_000, 180_000, 800_000),
    }),
  },
);

/** What goes wrong in a run. A creation whose answer is lost while nothing can be read is a trouble of its own. */
const troubles: fc.Arbitrary<Trouble[]> = fc.oneof(
  { weight: 6, arbitrary: fc.constant<Trouble[]>([]) },
  { weight: 5, arbitrary: fc.array(trouble, { minLength: 1, maxLength: 2 }) },
  {
    weight: 1,
    arbitrary: fc.constant<Trouble[]>([
      { operation: "POST /v1/api-keys", from: 1, count: 1, at: "after", effect: "reset" },
      { operation: "GET /v1/api-keys", from: 3, count: 20, at: "before", effect: "status", status: 503 },
    ]),
  },
);

/** Some changes, and a run in which something may go wrong. */
const round = (before: fc.Arbitrary<Command[]>): fc.Arbitrary<Command[]> =>
  fc
    .tuple(before, troubles, run)
    .map(([changes, wrong, last]) => [
      ...changes,
      ...wrong.map((each): Command => ({ do: "trouble", trouble: each })),
      last,
    ]);

const up: Command = { do: "up" };
const days = (count: number): Command => ({ do: "clock moves", seconds: count * 86_400 });

/** What leads to where two keys of a rotation live, so that more than its beginning is met. */
const rotated: fc.Arbitrary<Command[]> = fc
  .tuple(rotating, fc.constantFrom<Command[]>([], [days(2)], [days(2), { do: "key is used", nth: 2 }]))
  .map(([key, then]) => [{ do: "declare rotation", slot: 0, key }, up, days(10), up, ...then]);

/** What leads to where two states know of one resource, and what one of them does the other does not know. */
const forked: fc.Arbitrary<Command[]> = fc
  .tuple(
    fc.oneof(...declaring),
    fc.oneof(...declaring),
    fc.constantFrom<Command[]>(
      [{ do: "copy state" }, up, { do: "other backend" }],
      [{ do: "copy state" }, days(10), up, { do: "other backend" }, up, days(4), up, { do: "other backend" }],
      [{ do: "export state" }, days(10), up, { do: "import state" }],
    ),
  )
  .map(([first, second, [fork, ...then]]) => [first, up, fork!, second, ...then]);

export const histories: fc.Arbitrary<Command[]> = fc
  .tuple(
    fc.oneof(
      { weight: 5, arbitrary: round(fc.array(fc.oneof(...declaring), { minLength: 1, maxLength: 2 })) },
      { weight: 2, arbitrary: rotated },
      { weight: 2, arbitrary: forked },
    ),
    fc.array(round(fc.array(change, { maxLength: 3 })), { minLength: 1, maxLength: 5, size: "max" }),
  )
  .map(([first, others]) => [...first, ...others.flat()]);
