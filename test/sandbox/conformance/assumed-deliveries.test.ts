import { accepted, day, endScenes, hour, minute, receiver, type Scene, scene, timeAfter } from "./scene";

let service: Scene;
beforeEach(async () => {
  service = await scene();
});
afterEach(endScenes);

const outcomes = async () =>
  (await service.deliveries()).flatMap(({ attempts }) => attempts.map(({ outcome }) => outcome));

test("the body is the same bytes at every attempt and endpoint", async () => {
  const bodies: string[] = [];
  const url = await receiver(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    bodies.push(body);
    response.writeHead(500).end();
  });
  await service.target(url);
  accepted(await service.admin("POST", "/webhook-endpoints", { url }));
  await service.emit();
  await service.wait(2 * hour);
  expect([bodies.length, new Set(bodies).size]).toEqual([6, 1]);
});

test("an attempt is over with the head of the answer", async () => {
  await service.target(await receiver((_request, response) => response.writeHead(200).flushHeaders()));
  await service.emit();
  await service.wait(0);
  expect(await outcomes()).toEqual(["succeeded"]);
});

test("a user and password in the notification URL are sent as basic authentication", async () => {
  const seen: (string | undefined)[] = [];
  const url = await receiver((request, response) => {
    seen.push(request.headers.authorization);
    response.end();
  });
  await service.target(url.replace("//", "//ada:secret@"));
  await service.emit();
  await service.wait(0);
  expect(seen).toEqual([`Basic ${Buffer.from("ada:secret").toString("base64")}`]);
});

test("an event has a type of small letters, digits, dots and underscores", async () => {
  const emit = async (type: string) =>
    (await service.admin("POST", "/events", { type, account_id: service.accountId, data: {} })).status;
  for (const type of ["x", "bank_debit.2.settled", "x".repeat(100)]) expect(await emit(type)).toBe(201);
  for (const type of ["", "Payout", "a b", "x".repeat(101)]) expect(await emit(type)).toBe(400);
});

test("an event that no endpoint exists for is undelivered", async () => {
  accepted(await service.admin("DELETE", `/webhook-endpoints/${service.webhookEndpointId}`));
  expect(await service.deliveryStatus(await service.emit())).toBe("undelivered");
});

test("an event is pending while one endpoint waits for it, although another is inactive or disabled", async () => {
  for (const status of ["inactive", "disabled"]) {
    service = await scene();
    const other = await service.endpoint({ status: 200 });
    await service.setStatus(status, other.id);
    expect(await service.deliveryStatus(await service.emit())).toBe("pending");
  }
});

test("what was not through at an endpoint that is deleted no longer counts", async () => {
  const failing = await service.endpoint({ status: 500 });
  const id = await service.emit();
  await service.wait(minute);
  expect(await service.deliveryStatus(id)).toBeNull();
  accepted(await service.admin("DELETE", `/webhook-endpoints/${failing.id}`));
  expect(await service.deliveryStatus(id)).toBe("succeeded");
  await service.wait(day);
  expect(await service.received(failing.receiverId)).toHaveLength(1);
});

test("an event is found by none of the four once its only endpoint was deleted before it was through", async () => {
  const failing = await service.endpoint({ status: 500 });
  accepted(await service.admin("DELETE", `/webhook-endpoints/${service.webhookEndpointId}`));
  const attempted = await service.emit();
  await service.wait(minute);
  const queued = await service.emit();
  accepted(await service.admin("DELETE", `/webhook-endpoints/${failing.id}`));
  for (const id of [attempted, queued]) expect(await service.deliveryStatus(id)).toBeNull();
  for (const status of ["succeeded", "failed", "pending", "undelivered"])
    expect(accepted(await service.call("GET", `/v1/events?delivery_status=${status}`)).total).toBe(0);
});

test("with undelivered every, an event that one endpoint received and another missed is found by none of the four", async () => {
  service = await scene({ undelivered: "every" });
  const other = await service.endpoint({ status: 200 });
  await service.setStatus("inactive", other.id);
  const id = await service.emit();
  await service.wait(minute);
  expect(await service.deliveryStatus(id)).toBeNull();
});

test("days without success count from the first failure after the last success", async () => {
  await service.script({ status: 200, for_seconds: day }, { status: 500 });
  await service.emit();
  await service.wait(20 * day);
  expect(await service.endpointStatus()).toBe("active");
  await service.emit();
  await service.wait(3 * day - 1);
  expect(await service.endpointStatus()).toBe("active");
  await service.wait(1);
  expect(await service.endpointStatus()).toBe("inactive");
});

test("re-enabling begins a new count of seven days, at the first failure after it", async () => {
  // Nothing is replayed, so that the first failure is one of an event of its own.
  service = await scene({ replaySet: "waiting" });
  await service.script({ status: 500 });
  await service.emit();
  await service.wait(6 * day);
  await service.reenable();
  await service.wait(2 * day);
  expect(await service.endpointStatus()).toBe("pending");
  await service.emit();
  await service.wait(7 * day - 1);
  expect(await service.endpointStatus()).toBe("inactive");
  await service.wait(1);
  expect(await service.endpointStatus()).toBe("disabled");
});

test("an endpoint that is set inactive outright is disabled after four days more", async () => {
  await service.setStatus("inactive");
  await service.wait(4 * day - 1);
  expect(await service.endpointStatus()).toBe("inactive");
  await service.wait(1);
  expect(await service.endpointStatus()).toBe("disabled");
});

test("re-enabling an active or a pending endpoint leaves it as it is", async () => {
  for (const status of ["active", "pending"]) {
    await service.setStatus(status);
    const { status: answered, body } = await service.reenable();
    expect([answered, body.status]).toEqual([200, status]);
  }
});

test("a retry that was cut off is replayed, and its attempts go on counting", async () => {
  await service.script({ status: 500 });
  await service.emit();
  await service.wait(2 * day);
  const cutOff = await service.emit();
  await service.wait(2 * day);
  const attempts = async () =>
    (await service.deliveries(`?event_id=${cutOff}`)).flatMap((delivery) => delivery.attempts.map(({ at }) => at));
  const before = (await attempts()).length;
  expect(before).toBeLessThan(8);
  await service.reenable();
  await service.wait(minute);
  expect((await attempts()).slice(before)).toEqual([timeAfter(4 * day + 0.5)]);
  await service.wait(10 * day);
  expect(await attempts()).toHaveLength(8);
});

/** An event that used up its attempts, and how many it has after a re-enable and ten more days of outage. */
async function attemptsOfReplay(): Promise<{ at: string[]; status: string | null }> {
  await service.script({ status: 500 });
  const id = await service.emit();
  await service.wait(4 * day);
  await service.reenable();
  await service.wait(10 * day);
  const at = (await service.deliveries(`?event_id=${id}`)).flatMap(({ attempts }) => attempts.map((made) => made.at));
  return { at, status: await service.deliveryStatus(id) };
}

test("an event that is replayed after it used up its attempts has all of them again", async () => {
  const { at, status } = await attemptsOfReplay();
  expect([at.length, status]).toEqual([16, "failed"]);
  expect(at.slice(8, 11)).toEqual([0, 5 * minute, 65 * minute].map((seconds) => timeAfter(4 * day + seconds)));
});

test("with replay-set waiting, an event that used up its attempts is not replayed", async () => {
  service = await scene({ replaySet: "waiting" });
  const { at, status } = await attemptsOfReplay();
  expect([at.length, status]).toEqual([8, "failed"]);
});

test("a notice tells the days left to a tenth of a day, and the instant", async () => {
  await service.user("owner@example.com", "owner");
  await service.setStatus("disabled");
  await service.reenable();
  await service.script({ status: 500 });
  await service.emit();
  await service.wait(3 * day);
  const notice = (await service.mail()).find(({ kind }) => kind === "endpoint_inactive");
  expect(notice?.text).toContain("in 4.5 days, at 2026-01-08T00:00:00.000Z");
});

test("with egress public, webhooks go to no address of this machine, but for the sandbox's own receivers", async () => {
  service = await scene({ egress: "public" });
  let calls = 0;
  await service.target(
    await receiver((_request, response) => {
      calls++;
      response.end();
    }),
  );
  const own = await service.endpoint({ status: 200 });
  await service.emit();
  await service.wait(0);
  expect([calls, (await outcomes()).sort()]).toEqual([0, ["blocked", "succeeded"]]);
  expect(await service.received(own.receiverId)).toHaveLength(1);
});
