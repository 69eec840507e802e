import fc from "fast-check";
import { type Harness, start, stopAll } from "../harness";
import { payments } from "../payments";
import { lastingCard, subscribing } from "../subscribing";
import { type ModelPlan, SubscriptionModel, type Verdicts } from "./subscription-model";

afterEach(stopAll);

const day = 86_400_000;
const startMs = Date.parse("2026-01-01T00:00:00Z");
const when = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());
const actions = ["require-confirmation", "start-trial", "pause", "pause", "resume", "resume", "cancel"];

/** `next`: the clock is moved to just the time of the next payment. */
type Action =
  | { do: "advance"; ms: number }
  | { do: "next" }
  | { do: "pay" }
  | { do: "confirm" }
  | { do: "move"; action: string };

const action: fc.Arbitrary<Action> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc
      .oneof(
        fc.constantFrom(0, 1, 2, 7, 7).map((days) => days * day),
        fc.nat(3 * day),
        fc.nat(70 * day),
      )
      .map<Action>((ms) => ({ do: "advance", ms })),
  },
  { weight: 4, arbitrary: fc.constant<Action>({ do: "next" }) },
  { weight: 2, arbitrary: fc.constant<Action>({ do: "pay" }) },
  { weight: 1, arbitrary: fc.constant<Action>({ do: "confirm" }) },
  { weight: 3, arbitrary: fc.constantFrom(...actions).map<Action>((name) => ({ do: "move", action: name })) },
);

const verdict = fc.constantFrom<Verdicts[number]>("approve", "decline");

/** A third of the cards has been emptied, so that retries are used up often. */
const verdicts: fc.Arbitrary<Verdicts> = fc.oneof(
  { weight: 1, arbitrary: fc.constant<Verdicts>(["decline"]) },
  { weight: 2, arbitrary: fc.array(verdict, { minLength: 1, maxLength: 12 }) },
);

/** Many histories begin on a way that chance alone takes too seldom. */
const history: fc.Arbitrary<Action[]> = fc
  .tuple(
    fc.constantFrom<Action[]>(
      [],
      [],
      [{ do: "move", action: "require-confirmation" }],
      [
        { do: "move", action: "require-confirmation" },
        { do: "advance", ms: 100 * day },
      ],
      [{ do: "move", action: "start-trial" }],
      [{ do: "next" }],
    ),
    fc.array(action, { minLength: 3, maxLength: 12 }),
  )
  .map(([before, after]) => [...before, ...after]);

/** Anchors near the ends of months, some of them past. */
const plan: fc.Arbitrary<ModelPlan> = fc.record({
  anchorMs: fc
    .tuple(fc.integer({ min: -70, max: 70 }), fc.constantFrom(0, 1, 12 * 3_600_000, day - 1))
    .map(([days, ms]) => startMs + days * day + ms),
  unit: fc.constantFrom("day", "week", "month", "month", "year"),
  count: fc.integer({ min: 1, max: 3 }),
});

async function seen(sandbox: Harness, id: string) {
  const { status, next_payment_at, payment_intents } = await subscribing(sandbox).see(id);
  const { items } = (await sandbox.call("GET", "/v1/events?limit=1000")).body;
  return {
    status,
    next_payment_at,
    intents: payment_intents.map((intent) => intent.status === "succeeded"),
    events: items.map(({ type }: { type: string }) => type).reverse(),
  };
}

function expected({ status, nextMs, intents, events }: SubscriptionModel) {
  return { status, next_payment_at: when(nextMs), intents, events };
}

test("through random histories a subscription does what a model written from the page of assumptions does", async () => {
  const sandbox = await start({ pageMax: 1_000 });
  const world = subscribing(sandbox);
  const made = payments(sandbox);
  const statuses = new Set<string>();
  await fc.assert(
    fc.asyncProperty(plan, verdicts, history, async (terms, behaviour, told) => {
      await sandbox.reset();
      const { id } = await world.subscribe({
        behaviour,
        billing_cycle_anchor: when(terms.anchorMs),
        interval_unit: terms.unit,
        interval_count: terms.count,
      });
      const model = new SubscriptionModel(startMs, terms, behaviour);
      expect(await seen(sandbox, id)).toEqual(expected(model));
      for (const step of told) {
        if (step.do === "advance" || step.do === "next") {
          const ms = step.do === "advance" ? step.ms : (model.nextMs ?? model.nowMs) - model.nowMs;
          model.advance(ms);
          await sandbox.advance({ seconds: ms / 1_000 });
        } else if (step.do === "pay") {
          const open = (await world.see(id)).payment_intents.find(({ status }) => status !== "succeeded");
          expect(model.payOpen()).toBe(open !== undefined);
          if (open) expect((await made.confirm(open.id, await made.token({}, lastingCard))).status).toBe(201);
        } else if (step.do === "confirm") {
          expect((await world.confirm(id)).status).toBe(model.confirm() ? 201 : 409);
        } else {
          expect((await world.move(id, step.action)).status).toBe(model.move(step.action) ? 200 : 409);
        }
        expect(await seen(sandbox, id)).toEqual(expected(model));
        statuses.add(model.status);
      }
    }),
    { numRuns: 100 },
  );
  // The histories are worth something only if they lead everywhere.
  expect(statuses.size).toBe(9);
}, 60_000);
