import fc from "fast-check";
import { type Harness, start, stopAll } from "../harness";
import { payments } from "../payments";

let sandbox: Harness;
let made: ReturnType<typeof payments>;
beforeEach(async () => {
  sandbox = await start();
  made = payments(sandbox);
});
afterEach(stopAll);

test("attaching a token answers 200 with customer_id set, and it stays usable forever", async () => {
  const token = await made.token();
  const customer = await made.customer();
  const { status, body } = await made.attach(token, customer);
  expect([status, body]).toEqual([200, expect.objectContaining({ id: token, customer_id: customer })]);
  await sandbox.advance({ to: "2030-12-31T23:59:59.999Z" });
  for (let charge = 0; charge < 3; charge++)
    expect((await made.confirm(await made.intent(), token)).body.status).toBe("succeeded");
});

test("attaching again to the same customer changes nothing, to another one it is refused", async () => {
  const token = await made.token();
  const customer = await made.customer();
  const first = await made.attach(token, customer);
  expect(await made.attach(token, customer)).toMatchObject({ status: 200, body: first.body });
  const { status, body } = await made.attach(token, await made.customer());
  expect([status, body.error.code]).toEqual([409, "payment_method_attached"]);
  expect((await made.attach(token, customer)).body).toEqual(first.body);
});

test("a customer must exist in the account", async () => {
  const { status, body } = await made.attach(await made.token(), "cus_nobody");
  expect([status, body.error.param]).toEqual([400, "customer_id"]);
});

test.each([
  ["customer_id", {}, "missing_parameter"],
  ["customer_id", { customer_id: 7 }, "invalid_parameter"],
  ["customer", { customer_id: "x", customer: "y" }, "unknown_parameter"],
])("a bad %s is refused and named: %j", async (param, body, code) => {
  const reply = await sandbox.call("PUT", `/v1/payment-methods/${await made.token()}/attach`, { body });
  expect([reply.status, reply.body.error.code, reply.body.error.param]).toEqual([400, code, param]);
});

test("a token that nobody attaches expires after 15 minutes of the clock, to the millisecond", async () => {
  const customer = await made.customer();
  const [early, late] = [await made.token(), await made.token()];
  await sandbox.advance({ seconds: 899.999 });
  expect((await made.attach(early, customer)).status).toBe(200);
  const { jobs, transitions } = await sandbox.advance({ seconds: 0.001 });
  expect([jobs, transitions]).toEqual([
    1,
    [
      {
        kind: "payment_method",
        id: late,
        from: "single_use",
        to: "expired",
        at: "2026-01-01T00:15:00.000Z",
        reason: "not attached within 15 minutes",
      },
    ],
  ]);
  expect((await made.attach(late, customer)).status).toBe(404);
});

test("a token expires on a clock that moves by itself too, before its job is run", async () => {
  let wallMs = Date.parse("2026-03-01T00:00:00Z");
  const real = await start({ clock: "real" }, { wallNow: () => wallMs });
  const there = payments(real);
  const [token, intent] = [await there.token(), await there.intent()];
  wallMs += 900_000;
  expect((await there.confirm(intent, token)).body.error.code).toBe("invalid_payment_method");
});

test("an expired token is answered byte for byte like one that never existed", async () => {
  const [token, customer, intent] = [await made.token(), await made.customer(), await made.intent()];
  await sandbox.advance({ seconds: 900 });
  const told = async (id: string) => {
    const replies = [await made.attach(id, customer), await made.confirm(intent, id)];
    return replies.map(({ status, body: { error } }) => {
      const { request_id: _number, ...rest } = error;
      return [status, JSON.stringify(rest).replaceAll(id, "pm")];
    });
  };
  const never = await told("pm_nobody");
  expect(never.map(([status]) => status)).toEqual([404, 400]);
  expect(never[1]![1]).toContain('"code":"invalid_payment_method"');
  expect(await told(token)).toEqual(never);
});

test("customers and payment methods of another account are unknown", async () => {
  const account_id = (await sandbox.admin("POST", "/accounts", { kind: "merchant" })).body.id;
  const there = payments(sandbox, { "payments-account": account_id });
  const theirs = { token: await there.token({ account_id }), customer: await there.customer() };
  expect((await made.attach(theirs.token, await made.customer())).status).toBe(404);
  expect((await made.attach(await made.token(), theirs.customer)).body.error.param).toBe("customer_id");
  expect((await made.confirm(await made.intent(), theirs.token)).body.error.code).toBe("invalid_payment_method");
  expect((await there.attach(theirs.token, theirs.customer)).status).toBe(200);
});

test("tokens and their expiry outlive a restored snapshot", async () => {
  const [token, customer] = [await made.token(), await made.customer()];
  await sandbox.admin("POST", "/snapshots/before");
  await sandbox.advance({ seconds: 900 });
  await sandbox.admin("POST", "/snapshots/before/restore");
  expect((await made.attach(token, customer)).body.customer_id).toBe(customer);
});

/** Makes tokens at the given moments and attaches some; answers every transition of the two hours. */
async function story(tokens: { afterSeconds: number; attached: boolean }[], cuts: number): Promise<string> {
  const played = await start({ seed: "story" });
  const there = payments(played);
  const seen: unknown[] = [];
  for (const { afterSeconds, attached } of [...tokens, { afterSeconds: 3_600, attached: false }]) {
    for (let cut = 0; cut < cuts; cut++)
      seen.push(...(await played.advance({ seconds: afterSeconds / cuts })).transitions);
    const token = await there.token();
    if (attached) await there.attach(token, await there.customer());
  }
  await played.close();
  return JSON.stringify(seen);
}

test("tokens expire alike in however many pieces the clock is moved", async () => {
  const token = fc.record({ afterSeconds: fc.integer({ min: 0, max: 1_200 }), attached: fc.boolean() });
  await fc.assert(
    fc.asyncProperty(
      fc.array(token, { minLength: 1, maxLength: 5 }),
      fc.constantFrom(2, 4, 5),
      async (tokens, cuts) => {
        const whole = await story(tokens, 1);
        expect(await story(tokens, cuts)).toBe(whole);
        expect(JSON.parse(whole)).toHaveLength(tokens.filter(({ attached }) => !attached).length);
      },
    ),
    { numRuns: 15 },
  );
});
