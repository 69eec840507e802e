import { closeWorlds, openWorld } from "../lifecycle/world";
import { opened } from "./opened";

afterEach(closeWorlds);

test("an endpoint is read by its id, at every call, with one GET", async () => {
  const world = await openWorld();
  const id = world.sandbox.webhookEndpointId;
  const { read } = opened(world);
  const { result } = await read("getWebhookEndpoint", { id });
  const { accountId, url } = world.sandbox;
  expect(result).toStrictEqual({ id, status: "active", accountId, serviceUrl: url });
  await world.endpointStatus(id, "disabled");
  expect((await read("getWebhookEndpoint", { id })).result.status).toBe("disabled");
  expect(await world.counts()).toEqual({ "GET /v1/webhook-endpoints/{id}": 2 });
});

test("a 404 is not found only where the service is seen to read another endpoint, and before that the way to know is told", async () => {
  const world = await openWorld();
  const { read, edges } = opened(world);
  const { accountId, url, webhookEndpointId } = world.sandbox;
  const subject = `getWebhookEndpoint of webhook endpoint we_nobody in account ${accountId} at ${url}`;
  const before = await read("getWebhookEndpoint", { id: "we_nobody" });
  expect(before.code).toBe("unreadable");
  expect(before.message).toBe(
    `${subject}: could not be read, so nobody knows whether it exists: the service has returned 404 to every read of an endpoint, so it may offer no such read. Check the id. To be sure, read an existing endpoint first. If that succeeds, this one is missing. If that fails too, the service offers no read of endpoints.`,
  );
  await read("getWebhookEndpoint", { id: webhookEndpointId });
  expect(edges.said).toEqual([expect.stringContaining("webhook endpoint we_nobody of account")]);
  const after = await read("getWebhookEndpoint", { id: "we_nobody" });
  expect(after.code).toBe("not-found");
  expect(after.message).toBe(
    `${subject}: there is no such endpoint (the service returned 404 for it twice, 5 s apart, and reads others). Check the id.`,
  );
});

test("a service that offers no read is said to offer none, whatever the id", async () => {
  const world = await openWorld({ without: ["webhook-endpoint-read"] });
  const { read } = opened(world);
  const { code, message } = await read("getWebhookEndpoint", { id: world.sandbox.webhookEndpointId });
  expect(code).toBe("unreadable");
  expect(message).toMatch(
    /: could not be read, so nobody knows whether it exists: the service offers no read of endpoints \(it answers 405\)\. Run 'npx pulumi-payments doctor' to see what the service offers\.$/,
  );
});

test.each([
  ["a refusal", 403, "forbidden"],
  ["a failure of the service", 500, "unavailable"],
])("%s is unreadable", async (_what, status, serviceCode) => {
  const world = await openWorld();
  const operation = "GET /v1/webhook-endpoints/{id}";
  await world.fault({ operation, count: 1_000, effect: "status", status });
  const { code, serviceCode: told } = await opened(world).read("getWebhookEndpoint", {
    id: world.sandbox.webhookEndpointId,
  });
  expect([code, told]).toEqual(["unreadable", serviceCode]);
});
