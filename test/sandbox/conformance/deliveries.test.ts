import { accepted, day, endScenes, hour, minute, receiver, type Scene, scene, secondsAt, timeAfter } from "./scene";

let service: Scene;
beforeEach(async () => {
  service = await scene();
});
afterEach(endScenes);

const attempts = async () => (await service.deliveries()).flatMap((delivery) => delivery.attempts);
const attemptTimes = async () => (await attempts()).map(({ at }) => secondsAt(at));

/** Seconds between the attempts of an event that is never taken. */
async function delays(): Promise<number[]> {
  await service.script({ status: 500 });
  await service.emit();
  await service.wait(65 * hour);
  const times = await attemptTimes();
  return times.map((time, index) => time - (times[index - 1] ?? 0));
}

describe("a notification", () => {
  test("is an HTTP POST with a JSON body to the notification URL", async () => {
    const requests: { method: string | undefined; url: string | undefined; type: string | undefined; body: string }[] =
      [];
    const url = await receiver(async (request, response) => {
      let body = "";
      for await (const chunk of request) body += chunk;
      requests.push({ method: request.method, url: request.url, type: request.headers["content-type"], body });
      response.end();
    });
    await service.target(url);
    const id = await service.emit("payout.paid");
    await service.wait(0);
    expect(requests).toEqual([{ method: "POST", url: "/hook", type: "application/json", body: expect.any(String) }]);
    expect(JSON.parse(requests[0]?.body ?? "")).toMatchObject({ id, type: "payout.paid" });
  });

  test("goes to the partner's endpoints, of which a merchant has none of its own", async () => {
    const read = async (account: string) =>
      accepted(
        await service.call("GET", `/v1/webhook-endpoints/${service.webhookEndpointId}`, {
          headers: { "payments-account": account },
        }),
      );
    const ofOne = await read(service.accountId);
    expect(ofOne.account_id).toBe(service.partnerAccountId);
    expect(await read(await service.merchant())).toEqual(ofOne);
  });

  test("is made of the events of every connected account", async () => {
    const accounts = [service.accountId, await service.merchant(), await service.merchant()];
    for (const account of accounts) await service.emit("account.updated", account);
    await service.wait(0);
    expect((await service.received()).map(({ body }) => body.account_id)).toEqual(accounts);
  });

  test("that is answered 200 is through, and is not sent again", async () => {
    const id = await service.emit();
    await service.wait(3 * day);
    expect((await service.received()).map(({ body }) => body.id)).toEqual([id]);
    expect((await attempts()).map(({ outcome }) => outcome)).toEqual(["succeeded"]);
  });

  test("with any answer that is not 2xx has failed and is retried", async () => {
    const answers = [300, 301, 304, 400, 404, 410, 500];
    const followed: (string | undefined)[] = [];
    const url = await receiver((request, response) => {
      followed.push(request.url);
      const status = answers[followed.length - 1] ?? 204;
      response.writeHead(status, { location: "/elsewhere" }).end();
    });
    await service.target(url);
    await service.emit();
    await service.wait(65 * hour);
    expect(followed).toEqual(Array(8).fill("/hook"));
    expect((await attempts()).map(({ outcome, status }) => [outcome === "succeeded", status])).toEqual([
      ...answers.map((status) => [false, status]),
      [true, 204],
    ]);
  });

  test("has a timeout of five seconds at each attempt", async () => {
    service = await scene();
    await service.target(await receiver(() => undefined));
    await service.emit();
    const began = performance.now();
    await service.wait(0);
    // Never less than five seconds; how much longer this machine takes says nothing.
    expect(performance.now() - began).toBeGreaterThan(4_990);
    expect((await attempts())[0]).toMatchObject({ number: 1, status: null });
  });

  test("without an answer in that time has failed and is retried", async () => {
    service = await scene({ webhookTimeoutMs: 2_000 });
    const id = await service.script({ status: "timeout", count: 1 }, { status: 200 });
    await service.emit();
    await service.wait(0);
    expect((await attempts()).map(({ outcome }) => outcome)).not.toContain("succeeded");
    await service.wait(5 * minute);
    expect(await service.received(id)).toHaveLength(2);
    expect((await attempts()).at(-1)).toMatchObject({ number: 2, outcome: "succeeded" });
  });

  test("is attempted at most eight times for each event and endpoint", async () => {
    const [one, two] = [await service.script({ status: 500 }), await service.endpoint({ status: 500 })];
    const ids = [await service.emit(), await service.emit()];
    await service.wait(2.9 * day);
    for (const id of [one, two.receiverId])
      for (const event of ids)
        expect((await service.received(id)).filter(({ body }) => body.id === event)).toHaveLength(8);
    await service.wait(60 * day);
    expect(await service.received(one)).toHaveLength(16);
  });

  test("is not signed", async () => {
    await service.emit();
    await service.wait(0);
    const [request] = await service.received();
    expect(Object.keys(request?.headers ?? {}).filter((name) => /sign|auth|digest/i.test(name))).toEqual([]);
  });
});

describe("the attempts", () => {
  test("begin at once", async () => {
    await service.wait(minute);
    await service.emit();
    await service.wait(0);
    expect(await attemptTimes()).toEqual([minute]);
  });

  test("have the second about five minutes after the first", async () => {
    expect((await delays())[1]).toBe(5 * minute);
  });

  test("have the third about an hour after the second", async () => {
    expect((await delays())[2]).toBe(hour);
  });

  test("have the fourth about six hours after the third", async () => {
    expect((await delays())[3]).toBe(6 * hour);
  });

  test("have the fifth about seventeen hours after the fourth, about a day after the first", async () => {
    const all = await delays();
    expect(all[4]).toBe(17 * hour);
    expect(Math.round(all.slice(0, 5).reduce((sum, delay) => sum + delay) / hour)).toBe(24);
  });

  test("have the sixth twelve hours after the fifth", async () => {
    expect((await delays())[5]).toBe(12 * hour);
  });

  test("have the seventh twelve hours after the sixth", async () => {
    expect((await delays())[6]).toBe(12 * hour);
  });

  test("have the eighth twelve hours after the seventh, about sixty hours after the first", async () => {
    const all = await delays();
    expect([all[7], all.length]).toEqual([12 * hour, 8]);
    expect(Math.round(all.reduce((sum, delay) => sum + delay) / hour)).toBe(60);
  });
});

describe("what notifies", () => {
  test("is a pending bank debit charge that was processed, a payout, and a status change of a connected account", async () => {
    const types = ["bank_debit.succeeded", "payout.paid", "account.updated"];
    for (const type of types) await service.emit(type);
    await service.wait(0);
    expect((await service.received()).map(({ body }) => body.type)).toEqual(types);
  });

  test("is nothing that was answered directly: keys, customers, payment methods and payment intents", async () => {
    const key = await service.key();
    await service.call("PATCH", `/v1/api-keys/${key.id}`, { body: { name: "New" } });
    await service.call("DELETE", `/v1/api-keys/${key.id}`);
    const { paymentMethodId } = await service.attached();
    await service.confirm(await service.intent(), paymentMethodId);
    await service.confirm(await service.intent(), await service.token({ behaviour: "decline" }));
    await service.reenable();
    await service.wait(3 * day);
    expect(await service.received()).toEqual([]);
    expect(accepted(await service.call("GET", "/v1/events")).total).toBe(0);
  });

  test("is not the creation of a customer", async () => {
    await service.customer();
    await service.wait(day);
    expect(await service.received()).toEqual([]);
  });

  test("carries the event record, under whatever type the happening had", async () => {
    const id = await service.emit("anything.at_all");
    await service.wait(0);
    const [request] = await service.received();
    expect(request?.body).toEqual({
      id,
      account_id: service.accountId,
      type: "anything.at_all",
      data: { amount: 5 },
      created_at: timeAfter(0),
    });
  });
});
