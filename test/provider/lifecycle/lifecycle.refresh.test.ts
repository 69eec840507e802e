import { closeWorlds, failureOf, type Managed, openWorld, type World } from "./world";

let world: World;
beforeEach(async () => {
  world = await openWorld();
});
afterEach(closeWorlds);

/** As the engine refreshes: a reading, and a diff of what state itself declares, under its urn. No check comes before. */
async function refreshOf(resource: Managed): Promise<{ changes: boolean; text: string }> {
  const process = world.start();
  world.seenUrns.set(`${resource.className} ${resource.state!.id}`, resource.urn);
  await resource.refresh(process);
  const { id, inputs, outputs } = resource.state!;
  const { changes } = await process.provider(resource.className).diff(id, outputs, inputs);
  return { changes, text: process.text() };
}

test("a refresh with a credential that may not write shows what differs, and is not refused for a write that nobody plans", async () => {
  const key = world.resource("ApiKey", "ci");
  const args = { type: "secret", scopes: ["accounts:read"] };
  await key.up(args);
  await world.colleagueChanges(key.state!.id, { scopes: ["accounts:write"] });
  const reader = await world.colleagueMakes({ type: "secret", name: "reader", scopes: ["api_keys:read"] });
  Object.assign(world.config, { "payments:apiKey": reader.value, "payments:apiKeyId": reader.id });
  expect(await failureOf(key.preview(args))).toContain("lacks api_keys:write");
  const { changes, text } = await refreshOf(key);
  expect(changes).toBe(true);
  expect(text).toContain('is ["accounts:write"], wanted ["accounts:read"]');
  expect(key.outputs.scopes).toEqual(["accounts:write"]);
});

test("a refresh says that an endpoint is unhealthy where a preview fails for it, and state takes the status", async () => {
  const endpointId = world.sandbox.webhookEndpointId;
  const endpoint = world.resource("WebhookEndpoint", "orders");
  const args = { endpointId, status: "active", reenable: "never" };
  await endpoint.up(args);
  await world.endpointStatus(endpointId, "disabled");
  world.config["payments:failOnUnhealthy"] = "true";
  expect(await failureOf(endpoint.preview(args))).toContain("unhealthy, not ours to repair");
  expect((await refreshOf(endpoint)).text).toContain("unhealthy, not ours to repair");
  expect(endpoint.outputs.status).toBe("disabled");
});

test("a refresh fails where what is live can't be read: then nothing is known", async () => {
  const key = world.resource("ApiKey", "ci");
  await key.up({ type: "secret", scopes: ["accounts:read"] });
  await world.fault({ operation: "GET /v1/api-keys", from: 2, count: 1_000, effect: "status", status: 403 });
  const process = world.start();
  process.advance(1);
  await key.refresh(process);
  process.advance(600_000);
  const { id, inputs, outputs } = key.state!;
  const diff = process.provider("ApiKey").diff(id, outputs, inputs);
  expect(await failureOf(diff)).toContain("could not be read");
});
