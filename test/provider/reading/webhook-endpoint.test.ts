import { closeWorlds, openWorld } from "../lifecycle/world.js";
import { opened } from "./opened.js";

afterEach(closeWorlds);

test("an endpoint is read by its id, at every call, with one GET", async () => {
  const world = await openWorld();
  const id = world.sandbox.webhookEndpointId;
  const { read } = opened(world);
  const { result } = await read("getWebhookEndpoint", { id });
  const { accountId, url } = world.sandbox;
  expect(result).toEqual({ id, status: "active", accountId, serviceUrl: url });
  await world.endpointStatus(id, "disabled");
  expect((await read("getWebhookEndpoint", { id })).result.status).toBe("disabled");
  expect(await world.counts()).toEqual({ "GET /v1/webhook-endpoints/{id}": 2 });
});

test("a 404 is not found only where the service is seen to read another endpoint", async () => {
  const world = await openWorld();
  const { read } = opened(world);
  const before = await read("getWebhookEndpoint", { id: "we_nobody" });
  expect(before.code).toBe("unreadable");
  expect(before.message).toContain("may offer none");
  await read("getWebhookEndpoint", { id: world.sandbox.webhookEndpointId });
  expect((await read("getWebhookEndpoint", { id: "we_nobody" })).code).toBe("not-found");
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
