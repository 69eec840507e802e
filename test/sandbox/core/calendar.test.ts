import { type Harness, type Reply, start, stopAll } from "../harness";
import { goodCard } from "../payments";
import { subscribing } from "../subscribing";

afterEach(stopAll);

const last = "2999-12-31T23:59:59.999Z";
const refused = ({ status, body }: Reply) => [status, body.error?.param, body.error?.message];

describe("the years that a sandbox knows, 1970 to 2999", () => {
  test.each([
    [{ to: "3000-01-01T00:00:00Z" }, "to: must be in the years 1970 to 2999, UTC."],
    [{ to: "9999-12-31T23:59:59-12:00" }, "to: must be in the years 1970 to 2999, UTC."],
    [{ to: "0000-01-01T00:00:00+14:00" }, "to: must be in the years 1970 to 2999, UTC."],
    [{ seconds: 1 }, `seconds: the clock stands at ${last} and goes no further than ${last}.`],
    [{ seconds: 3_162_240_000 }, `seconds: the clock stands at ${last} and goes no further than ${last}.`],
  ])("end the clock: at their last instant %j is refused, and nothing moves", async (move, message) => {
    const sandbox = await start();
    expect((await sandbox.admin("POST", "/clock/advance", { to: last })).body.to).toBe(last);
    expect(refused(await sandbox.admin("POST", "/clock/advance", move))).toEqual([400, Object.keys(move)[0], message]);
    expect((await sandbox.admin("GET", "/clock")).body.now).toBe(last);
    expect((await sandbox.advance({ seconds: 0 })).to).toBe(last);
  });

  test.each(["1969-12-31T23:59:59Z", "0000-01-01T00:00:00Z", "3000-01-01T00:00:00Z", "9999-12-31T23:59:59-12:00"])(
    "hold every instant that is given: %s is none of theirs",
    async (instant) => {
      const sandbox = await start();
      const { id } = (await sandbox.admin("GET", "/api-keys")).body[0];
      const reply = await sandbox.admin("PATCH", `/api-keys/${id}`, { last_used: instant });
      expect(refused(reply)).toEqual([400, "last_used", "last_used: must be in the years 1970 to 2999, UTC."]);
      await expect(start({ now: instant })).rejects.toThrow("now: must be in the years 1970 to 2999, UTC");
    },
  );

  test("are the years of a clock that runs fast, too: it stops at their last instant and goes on answering", async () => {
    let wallMs = Date.parse("2026-01-01T00:00:00Z");
    const sandbox = await start({ clock: "x999999" }, { wallNow: () => wallMs });
    await subscribing(sandbox).payer();
    wallMs += 100 * 366 * 86_400_000;
    expect((await sandbox.admin("GET", "/clock")).body.now).toBe(last);
    expect((await sandbox.call("GET", "/v1/api-keys")).status).toBe(200);
    expect((await sandbox.admin("GET", "/overview")).status).toBe(200);
  });

  test("are long enough for whatever follows from them to be written with four digits of a year", async () => {
    const sandbox = await start({ now: "2999-12-01T00:00:00Z" });
    const { payer, see } = subscribing(sandbox);
    const paying = await payer({ behaviour: ["approve", "decline"] }, { exp_year: 9999 });
    const far = { interval_unit: "year", interval_count: 366, billing_cycle_anchor: "2999-12-31T12:00:00Z" };
    const plan = { ...paying, ...far, currency: "usd", price: 1 };
    const { id } = (await sandbox.call("POST", "/v1/subscriptions", { body: plan })).body;
    await sandbox.advance({ to: last });
    expect(await see(id)).toMatchObject({ status: "active", next_payment_at: "3365-12-31T12:00:00.000Z" });
    expect((await everything(sandbox, plan)).filter((status) => status >= 400)).toEqual([]);
  });
});

/** Statuses of making, listing and reading at this moment. */
async function everything(sandbox: Harness, plan: object): Promise<number[]> {
  const replies = [
    await sandbox.call("POST", "/v1/api-keys", { body: { type: "secret" } }),
    await sandbox.call("GET", "/v1/api-keys"),
    await sandbox.call("GET", "/v1/accounts"),
    await sandbox.call("GET", "/v1/events"),
    await sandbox.call("POST", "/v1/payment-intents", { body: { amount: 1, currency: "usd" } }),
    await sandbox.call("POST", "/v1/subscriptions", { body: plan }),
    await sandbox.call("POST", "/v1/subscriptions", { body: { ...plan, billing_cycle_anchor: "1970-01-01" } }),
    await sandbox.admin("POST", "/payment-methods", { card: { ...goodCard, exp_year: 2999 } }),
    await sandbox.admin("POST", "/events", { type: "payout.paid", account_id: sandbox.accountId }),
    await sandbox.admin("PATCH", `/webhook-endpoints/${sandbox.webhookEndpointId}`, { status: "inactive" }),
    await sandbox.admin("GET", "/deliveries"),
    await sandbox.admin("GET", "/mail"),
    await sandbox.admin("GET", "/subscriptions"),
    await sandbox.admin("GET", "/overview"),
    await sandbox.admin("GET", "/clock/transitions"),
    await sandbox.admin("POST", "/snapshots/end"),
    await sandbox.admin("POST", "/snapshots/end/restore"),
  ];
  return replies.map(({ status }) => status);
}

test("every instant that is given may be written in any way that ISO 8601 has", async () => {
  const sandbox = await start({ now: "20260301T0530+0530" });
  expect((await sandbox.admin("GET", "/clock")).body.now).toBe("2026-03-01T00:00:00.000Z");
  expect((await sandbox.advance({ to: "2026-03-01T10:00Z" })).to).toBe("2026-03-01T10:00:00.000Z");
  expect((await sandbox.admin("POST", "/clock/advance", { to: "2026-03-01T16:30:00+0530" })).body.to).toBe(
    "2026-03-01T11:00:00.000Z",
  );
  const { id } = (await sandbox.admin("GET", "/api-keys")).body[0];
  const { body } = await sandbox.admin("PATCH", `/api-keys/${id}`, { last_used: "2026-03-01T10:00Z" });
  expect(body.last_used).toBe("2026-03-01T10:00:00.000Z");
});

test("a program that moves the clock by something else than a move is told what a move is", async () => {
  const sandbox = await start();
  for (const move of [undefined, null, 5, {}, { seconds: "60" }, { seconds: Number.NaN }, { to: "tomorrow" }])
    await expect(sandbox.advance(move as never)).rejects.toThrow("advance: ");
});
