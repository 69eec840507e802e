import fc from "fast-check";

/** What the program declares; index into small lists, so that histories come back to what they had. */
export interface Declared {
  rotation: { everyDays: number; overlapHours: number } | { trigger: string; overlapHours: number };
  scopes: string[];
}

/** How one call of the service goes wrong during an `up`. */
export interface Trouble {
  operation: "POST /v1/api-keys" | "DELETE /v1/api-keys/{id}" | "GET /v1/api-keys";
  from: number;
  at: "before" | "after";
  effect: "reset" | "status" | "timeout";
}

export type Emergency = "rotate" | "revoke";
export type Which = "current" | "retiring";

/** One thing that happens. Plain data. */
export type Command =
  | { do: "wait"; hours: number }
  | { do: "use"; key: Which }
  | { do: "colleague deletes"; key: Which }
  | { do: "declare"; declared: Declared }
  | { do: "refresh" | "report" }
  | { do: "up"; emergency?: Emergency; force?: boolean; trouble?: Trouble; killed?: boolean };

const overlapHours = fc.constantFrom(1, 24, 47);
const rotation: fc.Arbitrary<Declared["rotation"]> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ everyDays: fc.constantFrom(2, 5, 30), overlapHours }) },
  { weight: 2, arbitrary: fc.record({ trigger: fc.constantFrom("a", "b", "c"), overlapHours }) },
);
const declared: fc.Arbitrary<Declared> = fc.record({
  rotation,
  scopes: fc.constantFrom(["accounts:read"], ["accounts:read", "payment_intents:read"]),
});

const trouble: fc.Arbitrary<Trouble> = fc.record({
  operation: fc.constantFrom("POST /v1/api-keys", "DELETE /v1/api-keys/{id}", "GET /v1/api-keys"),
  from: fc.constantFrom(1, 1, 2),
  at: fc.constantFrom("before", "after"),
  effect: fc.oneof(
    { weight: 8, arbitrary: fc.constant("reset" as const) },
    { weight: 8, arbitrary: fc.constant("status" as const) },
    // Costs real time.
    { weight: 1, arbitrary: fc.constant("timeout" as const) },
  ),
});
/** One time in five. */
const now = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.oneof({ weight: 4, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value });

const up = fc
  .record({
    emergency: now(fc.constantFrom<Emergency>("rotate", "revoke")),
    force: now(fc.constant(true)),
    trouble: now(trouble),
    killed: now(fc.constant(true)),
  })
  .map(
    (given): Command =>
      ({
        do: "up",
        ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
      }) as Command,
  );
const which = fc.constantFrom<Which>("current", "retiring", "retiring");

const command: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.constantFrom(1, 23, 24, 25, 48, 72, 120, 721).map((hours): Command => ({ do: "wait", hours })),
  },
  { weight: 8, arbitrary: up },
  { weight: 3, arbitrary: which.map((key): Command => ({ do: "use", key })) },
  { weight: 1, arbitrary: which.map((key): Command => ({ do: "colleague deletes", key })) },
  { weight: 3, arbitrary: declared.map((each): Command => ({ do: "declare", declared: each })) },
  { weight: 1, arbitrary: fc.constantFrom<Command>({ do: "refresh" }, { do: "report" }) },
);

/** What leads to where two keys live, so that more than the beginning of a rotation is met. */
const rotated: Command[] = [
  { do: "wait", hours: 721 },
  { do: "up", emergency: "rotate" },
  { do: "wait", hours: 1 },
];
const lateUse: Command[] = [
  ...rotated,
  { do: "wait", hours: 23 },
  { do: "use", key: "retiring" },
  { do: "wait", hours: 1 },
];
const prelude = fc.constantFrom<Command[]>([], rotated, lateUse, [...lateUse, { do: "wait", hours: 23 }]);

export interface History {
  begin: Declared;
  commands: Command[];
}
export const rotationHistories: fc.Arbitrary<History> = fc.record({
  begin: declared,
  commands: fc
    .tuple(prelude, fc.array(command, { minLength: 1, maxLength: 7 }))
    .map(([first, then]) => [...first, ...then]),
});
