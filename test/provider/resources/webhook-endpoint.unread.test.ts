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

describe("an endpoint whose status can't be read", () => {
  /** Reads answer 405: the service offers none. */
  const unreadable: SandboxOptions = { without: ["webhook-endpoint-read"] };
  const patch = "PATCH /v1/webhook-endpoints/{id}";

  test("is asked to be active by the first up, which confirms that it exists; later runs write nothing", async () => {
    const endpoint = await begin(unreadable);
    await world.endpointStatus(endpointId, "disabled");
    const preview = await endpoint.preview(args);
    expect(preview).toMatchObject({ step: "create", text: expect.stringContaining("up asks the service") });
    expect(await patches()).toBe(0);
    const { text } = await endpoint.up(args);
    expect(text).toContain("accepted the request to make it active");
    expect(await patches()).toBe(1);
    expect(await world.endpointStatus(endpointId)).toBe("pending");
    expect(endpoint.outputs.status).toBe("unknown");
    const plan = await endpoint.preview(args);
    expect(plan.step).toBe("same");
    expect(plan.lines).toEqual([expect.objectContaining({ level: "once", line: expect.stringContaining("no read") })]);
    await endpoint.up(args);
    await endpoint.refresh();
    expect((await endpoint.preview(args)).step).toBe("same");
    expect(await patches()).toBe(1);
  });

  test.each([
    ["offers no read", unreadable],
    ["answers 404 to the read", {}],
  ])("fails up with what to do where the service does not know the id, and %s", async (_how, options) => {
    const endpoint = await begin(options);
    const wrong = { ...args, endpointId: "we_123" };
    expect((await endpoint.preview(wrong)).step).toBe("create");
    expect(await patches()).toBe(0);
    const failure = await failureOf(endpoint.up(wrong));
    expect(failure).toContain("there is no webhook endpoint we_123");
    expect(failure).toContain("Check endpointId");
    // The lines can be copied as they stand.
    expect(failure).toContain("\n    pulumi config set payments:endpointAccount partner\n");
    expect(failure).toMatch(/\n {4}pulumi config set payments:partnerAccountId \S/);
    expect(endpoint.state).toBeUndefined();
    // The right id is all that it takes.
    await endpoint.up(args);
    expect(endpoint.state?.id).toBe(endpointId);
  });

  test("keeps its state where another endpointId, which replaces it, is unknown to the service", async () => {
    const endpoint = await begin(unreadable);
    await endpoint.up(args);
    expect(await failureOf(endpoint.up({ ...args, endpointId: "we_123" }))).toContain("no webhook endpoint we_123");
    expect(endpoint.state).toMatchObject({ id: endpointId, outputs: { endpointId } });
    const second = await world.admin("POST", "/webhook-endpoints", { url: "http://127.0.0.1:9/none" });
    await world.endpointStatus(second.id, "inactive");
    expect((await endpoint.up({ ...args, endpointId: second.id })).step).toBe("replace");
    expect(await world.endpointStatus(second.id)).toBe("pending");
  });

  test.each(["never", "whenInactive", "whenDisabled"])(
    "is not asked where reenable: %s forbids it for one of the states, and the warning stays",
    async (reenable) => {
      const endpoint = await begin();
      const wrong = { ...args, endpointId: "we_123", reenable };
      const { text } = await endpoint.up(wrong);
      expect(text).toContain("or the endpointId is wrong");
      expect((await endpoint.preview(wrong)).step).toBe("same");
      expect(await patches()).toBe(0);
    },
  );

  test.each([
    ["is not available", { effect: "status", status: 503 }],
    ["answers a page", { effect: "status", status: 200, body: "<!doctype html><html>welcome</html>" }],
    ["refuses the credential", { effect: "status", status: 403 }],
    ["answers with another endpoint", { effect: "status", status: 200, body: { id: "we_other", status: "active" } }],
    ["says that it stays inactive", { effect: "status", status: 200, body: { status: "inactive" } }],
  ])("is not recorded where the service %s, and the next up settles it", async (_how, fault) => {
    const endpoint = await begin(unreadable);
    await world.fault({ operation: patch, count: 100, ...fault });
    expect(await failureOf(endpoint.up(args))).toContain(endpointId);
    expect(endpoint.state).toBeUndefined();
    await world.admin("DELETE", "/faults");
    await endpoint.up(args);
    expect(endpoint.outputs.status).toBe("unknown");
  });

  test("that an earlier version recorded without a confirmation is planned once, and settled by the next up", async () => {
    const endpoint = await begin(unreadable);
    await endpoint.up({ ...args, reenable: "never" });
    const plan = await endpoint.preview(args);
    expect(plan).toMatchObject({ step: "update", text: expect.stringContaining("never confirmed") });
    expect(plan.text).not.toContain("drift:");
    await endpoint.up(args);
    expect(await patches()).toBe(1);
    expect((await endpoint.preview(args)).step).toBe("same");
  });

  test("that an earlier version recorded under a wrong id fails the next up, and stays in state", async () => {
    const endpoint = await begin(unreadable);
    const wrong = { ...args, endpointId: "we_123" };
    await endpoint.up({ ...wrong, reenable: "never" });
    const { outputs } = endpoint;
    expect(await failureOf(endpoint.up(wrong))).toContain("there is no webhook endpoint we_123");
    expect(endpoint.outputs).toEqual(outputs);
  });

  test("is left alone where ignoreChanges names its status", async () => {
    const endpoint = await begin(unreadable);
    await endpoint.up({ ...args, reenable: "never" });
    expect((await endpoint.preview(args, { ignoreChanges: ["status"] })).step).toBe("same");
  });

  test("that is readable in a later run is not asked again", async () => {
    const endpoint = await begin();
    await world.fault({ operation: "GET /v1/webhook-endpoints/{id}", effect: "status", status: 404, count: 2 });
    await endpoint.up(args);
    expect(await patches()).toBe(1);
    expect((await endpoint.preview(args)).step).toBe("same");
  });
});
