import type { SandboxOptions } from "../../../sandbox/index";
import { closeWorlds, failureOf, type Managed, openWorld, type World } from "../lifecycle/world";

let world: World;
let endpointId: string;
let args: { endpointId: string; status: string };
async function begin(options: SandboxOptions = {}): Promise<Managed> {
  world = await openWorld(options);
  endpointId = world.sandbox.webhookEndpointId;
  args = { endpointId, status: "active" };
  return world.resource("WebhookEndpoint", "orders");
}
afterEach(closeWorlds);

const patches = async (): Promise<number> => (await world.writes()).length;

describe("a healthy endpoint", () => {
  test("is taken up without a write, clean, and left alone by destroy, which says so", async () => {
    const endpoint = await begin();
    expect((await endpoint.preview(args)).step).toBe("create");
    await endpoint.up(args);
    expect(endpoint.outputs).toMatchObject({ endpointId, status: "active", accountId: world.sandbox.accountId });
    expect((await endpoint.preview(args)).step).toBe("same");
    expect(await endpoint.destroy()).toContain(`webhook endpoint ${endpointId} is left as it is`);
    expect(await patches()).toBe(0);
    expect(await world.endpointStatus(endpointId)).toBe("active");
  });

  test("that is pending is converging and clean, which is said", async () => {
    const endpoint = await begin();
    await endpoint.up(args);
    await world.endpointStatus(endpointId, "pending");
    const plan = await endpoint.preview(args);
    expect(plan.step).toBe("same");
    expect(plan.text).toContain("is pending");
    await endpoint.refresh();
    expect(endpoint.outputs.status).toBe("pending");
    expect((await endpoint.preview(args)).step).toBe("same");
  });
});

describe.each([
  ["inactive", "Re-enabling replays the events that arrived since the outage, oldest first, at about two a second."],
  ["disabled", "were not kept and are not replayed"],
])("an endpoint that is %s", (status, consequence) => {
  test("is drift: named, with what re-enabling will do, and brought back by up", async () => {
    const endpoint = await begin();
    await endpoint.up(args);
    await world.endpointStatus(endpointId, status);
    const plan = await endpoint.preview(args);
    expect(plan.step).toBe("update");
    expect(plan.text).toContain(`status of webhook endpoint ${endpointId} is "${status}", wanted "active"`);
    expect(plan.text).toContain(consequence);
    const up = await endpoint.up(args);
    expect(up.text).toContain(`${status} -> pending`);
    expect(await world.endpointStatus(endpointId)).toBe("pending");
    expect(await patches()).toBe(1);
    expect((await endpoint.preview(args)).step).toBe("same");
  });

  test("when it is declared for the first time says what up will do, and up does it", async () => {
    const endpoint = await begin();
    await world.endpointStatus(endpointId, status);
    const plan = await endpoint.preview(args);
    expect(plan.text).toContain(consequence);
    await endpoint.up(args);
    expect(await world.endpointStatus(endpointId)).toBe("pending");
  });

  test("is left alone where reenable forbids it: no change is planned, and the row says who repairs it", async () => {
    const endpoint = await begin();
    const forbidding = { ...args, reenable: "never" };
    await endpoint.up(forbidding);
    await world.endpointStatus(endpointId, status);
    const plan = await endpoint.preview(forbidding);
    expect(plan.step).toBe("same");
    expect(plan.text).toContain("unhealthy, not ours to repair");
    expect(plan.lines.map(({ urn }) => urn)).toEqual([endpoint.urn]);
    await endpoint.up(forbidding);
    expect(await patches()).toBe(0);
    expect(await world.endpointStatus(endpointId)).toBe(status);
  });

  test("fails the preview under failOnUnhealthy where it is not ours to repair, declared before or new", async () => {
    const endpoint = await begin();
    const forbidding = { ...args, reenable: "never" };
    await endpoint.up(forbidding);
    await world.endpointStatus(endpointId, status);
    world.config["payments:failOnUnhealthy"] = "true";
    expect(await failureOf(endpoint.preview(forbidding))).toContain("not ours to repair");
    const fresh = world.resource("WebhookEndpoint", "fresh");
    expect(await failureOf(fresh.preview(forbidding))).toContain("leaves the repair to you");
    expect((await endpoint.preview(args)).step).toBe("update");
  });

  test("is neither said nor repaired where ignoreChanges names its status", async () => {
    const endpoint = await begin();
    const options = { ignoreChanges: ["status"] };
    await endpoint.up(args, options);
    await world.endpointStatus(endpointId, status);
    expect(await endpoint.preview(args, options)).toMatchObject({ step: "same", lines: [] });
    // Something else is recorded: that must not re-enable either.
    world.config["payments:environment"] = "sandbox";
    expect((await endpoint.up(args, options)).step).toBe("update");
    expect(await patches()).toBe(0);
  });
});

test.each([
  ["whenInactive", "inactive", 1],
  ["whenInactive", "disabled", 0],
  ["whenDisabled", "inactive", 0],
  ["whenDisabled", "disabled", 1],
])("reenable %s, found %s: %i requests to re-enable", async (reenable, status, expected) => {
  const endpoint = await begin();
  await endpoint.up({ ...args, reenable });
  await world.endpointStatus(endpointId, status);
  const plan = await endpoint.preview({ ...args, reenable });
  expect(plan.step).toBe(expected === 1 ? "update" : "same");
  await endpoint.up({ ...args, reenable });
  expect(await patches()).toBe(expected);
});

describe("an endpoint that stays down", () => {
  test("is waited for, bounded and with progress, saved, and the run fails saying what to look at", async () => {
    const endpoint = await begin();
    await endpoint.up(args);
    await world.endpointStatus(endpointId, "inactive");
    const body = { id: endpointId, status: "inactive" };
    await world.fault({ operation: "PATCH /v1/webhook-endpoints/{id}", effect: "status", status: 200, body });
    const process = world.start();
    const provider = process.provider("WebhookEndpoint");
    const news = { ...endpoint.state!.inputs };
    const failure = await provider.update(endpointId, endpoint.outputs, news).then(
      () => undefined,
      (error: unknown) => error as Record<string, unknown>,
    );
    expect(failure).toMatchObject({ id: endpointId, properties: { status: "inactive", __provider: "reference" } });
    expect(failure!.reasons).toEqual([expect.stringContaining("still inactive after 30 s")]);
    expect(process.text()).toContain("still inactive, waiting");
    endpoint.state = { ...endpoint.state!, outputs: failure!.properties as Record<string, unknown> };
    expect((await endpoint.preview(args)).step).toBe("update");
  });
});

describe("an endpoint that is not there", () => {
  test("is refused in preview once reads are known to work, saying that none is created", async () => {
    const endpoint = await begin();
    const process = world.start();
    await endpoint.preview(args, {}, process);
    const other = world.resource("WebhookEndpoint", "other");
    const message = await failureOf(other.preview({ ...args, endpointId: "we_none" }, {}, process));
    expect(message).toContain("there is no webhook endpoint we_none");
    expect(message).toContain("creates none");
  });

  test("is shown as gone where state holds it, even where no other was read in the run", async () => {
    const endpoint = await begin();
    await endpoint.up(args);
    await world.admin("DELETE", `/webhook-endpoints/${endpointId}`);
    // The engine checks a replacement as a new resource: there the preview fails.
    const process = world.start();
    const answer = await process.provider("WebhookEndpoint").diff(endpointId, endpoint.outputs, endpoint.state!.inputs);
    expect(answer.replaces[0]).toMatch(/^gone: /);
    expect(process.text()).toContain("It can't be created here");
    expect(await endpoint.refresh()).toBe(false);
  });
});

test.each([
  "https://example.com/hooks",
  "HTTP://localhost:4242/hooks",
  "//example.com/hooks",
  "www.example.com",
  "example.com/hooks",
  "/v1/webhook-endpoints/we_1",
])("the URL or path %j is refused as an endpointId in the preview, which names what is expected", async (url) => {
  const endpoint = await begin();
  const failure = await failureOf(endpoint.preview({ ...args, endpointId: url }));
  expect(failure).toContain("endpointId: is a URL or a path");
  expect(failure).toContain("such as we_123");
  expect(await world.counts()).toEqual({});
});

test("the only endpoint of a stack, with a misspelled id, is reported as possibly wrong in the preview", async () => {
  const endpoint = await begin();
  const { text } = await endpoint.preview({ ...args, endpointId: "we_misspelt" });
  expect(text).toContain("it offers no such read, or the endpointId is wrong");
});

describe("a service that offers no read of endpoints", () => {
  test("fails the preview under requireEndpointRead, for a new endpoint and for one in state", async () => {
    const endpoint = await begin({ without: ["webhook-endpoint-read"] });
    await endpoint.up(args);
    world.config["payments:requireEndpointRead"] = "true";
    expect(await failureOf(endpoint.preview(args))).toContain("requireEndpointRead");
    const fresh = world.resource("WebhookEndpoint", "fresh");
    expect(await failureOf(fresh.preview(args))).toContain("requireEndpointRead");
  });
});

describe("a read that fails", () => {
  const broken = { operation: "GET /v1/webhook-endpoints/{id}", effect: "status", status: 403, count: 100 };

  test("is no absence: strict fails, warn goes on with what state holds, off does not ask", async () => {
    const endpoint = await begin();
    await endpoint.up(args);
    await world.fault(broken);
    expect(await failureOf(endpoint.preview(args))).toContain("could not be read");
    world.config["payments:driftCheck"] = "warn";
    const plan = await endpoint.preview(args);
    expect(plan.step).toBe("same");
    expect(plan.text).toContain("so drift is unknown");
    world.config["payments:driftCheck"] = "off";
    await world.forgetRequests();
    const unseen = await endpoint.preview(args);
    expect(unseen).toMatchObject({ step: "same", lines: [expect.objectContaining({ level: "once" })] });
    expect(unseen.text).toContain("live state was not read");
    expect(await world.counts()).toEqual({});
  });
});

test("two resources of a stack cannot manage one endpoint", async () => {
  const endpoint = await begin();
  const process = world.start();
  await endpoint.preview(args, {}, process);
  const twin = world.resource("WebhookEndpoint", "twin");
  expect(await failureOf(twin.preview(args, {}, process))).toContain(`is managed by ${endpoint.urn}`);
});

test("another endpoint replaces the resource and touches neither endpoint", async () => {
  const endpoint = await begin();
  const second = await world.admin("POST", "/webhook-endpoints", { url: "http://127.0.0.1:9/none" });
  await endpoint.up(args);
  expect((await endpoint.up({ ...args, endpointId: second.id })).step).toBe("replace");
  expect(endpoint.state!.id).toBe(second.id);
  expect(await patches()).toBe(0);
});

test("status other than active is refused with the reason", async () => {
  const endpoint = await begin();
  expect(await failureOf(endpoint.preview({ ...args, status: "disabled" }))).toContain(
    "offers re-enabling and nothing",
  );
});

test("endpointAccount partner sends the partner's id with endpoint calls, and state keeps the merchant", async () => {
  const endpoint = await begin({ endpointAccount: "partner" });
  world.config["payments:endpointAccount"] = "partner";
  world.config["payments:partnerAccountId"] = world.sandbox.partnerAccountId;
  await endpoint.up(args);
  expect(endpoint.outputs).toMatchObject({ status: "active", accountId: world.sandbox.accountId });
  const requests: { account_id: string }[] = await world.admin("GET", "/requests");
  expect(new Set(requests.map(({ account_id }) => account_id))).toEqual(new Set([world.sandbox.partnerAccountId]));
});

test("an endpoint that recovered after a refresh had met it down is recorded, without a request to re-enable", async () => {
  const endpoint = await begin();
  await endpoint.up(args);
  await world.endpointStatus(endpointId, "inactive");
  await endpoint.refresh();
  await world.endpointStatus(endpointId, "active");
  await world.forgetRequests();
  const plan = await endpoint.up(args);
  expect(plan.text).toContain('status matches the program, and state records "inactive"');
  expect(endpoint.outputs.status).toBe("active");
  expect(await patches()).toBe(0);
});

test("a status that the service stopped showing is not called matches the program", async () => {
  const endpoint = await begin();
  await endpoint.up(args);
  endpoint.state!.outputs = { ...endpoint.outputs, status: "inactive", __kept: {} };
  await world.fault({ operation: "GET /v1/webhook-endpoints/{id}", effect: "status", status: 405 });
  const plan = await endpoint.preview(args);
  expect(plan.step).toBe("same");
  expect(plan.text).not.toContain("matches the program");
});
