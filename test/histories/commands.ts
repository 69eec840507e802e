import fc from "fast-check";

/** What a program declares of one key. Plain data, so that a history can be written down and played again. */
export interface KeyArgs {
  type: "secret" | "publishable";
  /** Takes over one of the keys that colleagues made so far, in place of making one. */
  adopts?: number;
  name?: string;
  scopes?: string[];
  delegatedScopes?: string[];
}

/** How one call of the service goes wrong. */
export interface Trouble {
  operation: string;
  from: number;
  count: number;
  at: "before" | "after";
  effect: "reset" | "status" | "truncate";
  status?: number;
}

/** One thing that happens: to the program, by the engine, by a colleague, to the clock, at the service. */
export type Command =
  | { do: "declare"; slot: number; key: KeyArgs }
  | { do: "undeclare"; slot: number }
  | { do: "rename"; slot: number }
  | { do: "declare apple pay"; on: number | "shared"; access: "read" | "write" | "readWrite" }
  | { do: "undeclare apple pay" }
  | { do: "declare endpoint"; reenable: "always" | "never" | "whenInactive" }
  | { do: "undeclare endpoint" }
  | { do: "up" | "preview" | "refresh" | "destroy" }
  | { do: "colleague creates"; name: string; scopes: string[] }
  | { do: "colleague deletes"; nth: number }
  | { do: "key is used"; nth: number }
  | { do: "colleague changes"; nth: number; change: { name?: string; scopes?: string[] } }
  | { do: "endpoint becomes"; status: "active" | "inactive" | "pending" | "disabled" }
  | { do: "clock moves"; seconds: number }
  | { do: "trouble"; trouble: Trouble };

const slot = fc.integer({ min: 0, max: 2 });
const nth = fc.nat(9);
const scopePool = ["accounts:read", "accounts:write", "api_keys:read", "apple_pay_domains:read", "custom:scope"];
const scopes = fc.uniqueArray(fc.constantFrom(...scopePool), { minLength: 1, maxLength: 3 });
const ownScopes = fc.uniqueArray(fc.constantFrom("accounts:read", "accounts:write", "custom:scope"), { minLength: 1 });
const name = fc.constantFrom("shop", "ci", "blåbær 🔑");

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

const updated = ["PATCH /v1/api-keys/{id}", "DELETE /v1/api-keys/{id}", "POST /v1/api-keys", "GET /v1/api-keys"];
const others = ["GET /v1/webhook-endpoints/{id}", "PATCH /v1/webhook-endpoints/{id}"];
const trouble: fc.Arbitrary<Trouble> = fc
  .record({
    operation: fc.constantFrom(...updated, ...updated, ...others),
    from: fc.integer({ min: 1, max: 3 }),
    // Retries get through up to seven of them; more than that outlasts every retry.
    count: fc.constantFrom(1, 1, 2, 20),
    at: fc.constantFrom("before" as const, "after" as const),
    effect: fc.constantFrom("reset" as const, "status" as const, "truncate" as const),
    status: fc.constantFrom(400, 401, 403, 404, 405, 409, 429, 500, 502, 503),
  })
  .map(({ status, at, ...each }) => {
    if (each.effect !== "status") return { ...each, at };
    // A refusal of a creation is believed (docs/promises.md): a service that refuses what it has done is another matter.
    const isLie = each.operation.startsWith("POST") && status < 500;
    return { ...each, at: isLie ? "before" : at, status };
  });

const run = fc.constantFrom("up", "up", "up", "preview", "refresh").map((each) => ({ do: each as "up" }));

const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant("declare" as const), slot, key }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("undeclare" as const), slot }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("rename" as const), slot }) },
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
  { weight: 12, arbitrary: run },
  { weight: 1, arbitrary: fc.constant({ do: "destroy" as const }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("colleague creates" as const), name, scopes }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("colleague deletes" as const), nth }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("key is used" as const), nth }) },
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
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant("clock moves" as const),
      seconds: fc.constantFrom(1, 20, 3_600, 90_000, 800_000),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant("trouble" as const), trouble }) },
);

export const histories: fc.Arbitrary<Command[]> = fc.array(command, { minLength: 4, maxLength: 18, size: "max" });
