import { leavesNoSecret } from "./harness/leaves-no-secret";
import { javascript, plainJavascript } from "./harness/programs";
import { plannedIn, rowOf } from "./harness/rows";
import { type Service, startService } from "./harness/service";
import type { Stack } from "./harness/stack";
import { connect, type Workbench, workbench } from "./harness/workbench";

let service: Service;
let unreadable: Service;
let bench: Workbench;
beforeAll(async () => {
  [service, unreadable, bench] = await Promise.all([
    startService(),
    startService(["--without", "webhook-endpoint-read"]),
    workbench(),
  ]);
});
afterAll(async () => {
  await Promise.all([service?.stop(), unreadable?.stop()]);
  bench?.remove();
});

const programOf = (endpointId: string, args = "") =>
  javascript(
    `exports.status = new WebhookEndpoint("orders", { endpointId: "${endpointId}", status: "active"${args} }).status;`,
  );
const program = (of: Service, args = "") => programOf(of.webhookEndpointId, args);

describe("an endpoint that can be read", () => {
  let stack: Stack;
  beforeAll(async () => {
    stack = await bench.stack({ name: "read", files: program(service, ', reenable: "never"'), yaml: plainJavascript });
    await connect(stack, service);
    await stack.mustUp();
  });

  test("pending counts as clean, and is said once", async () => {
    await service.admin.setEndpoint(service.webhookEndpointId, "pending");
    const preview = await stack.preview();
    expect(preview.exitCode).toBe(0);
    expect(rowOf(preview.output, "orders").match(/is pending/g)).toHaveLength(1);
  });

  test("inactive where reenable forbids the repair is told and never planned", async () => {
    await service.admin.setEndpoint(service.webhookEndpointId, "inactive");
    await service.admin.forget();
    const preview = await stack.preview();
    expect(preview.exitCode).toBe(0);
    expect(plannedIn(preview.output)).toEqual({});
    expect(rowOf(preview.output, "orders")).toMatch(/unhealthy, not ours to repair: status .* is "inactive"/);
    expect(await stack.up()).toMatchObject({ exitCode: 0 });
    expect(await service.admin.writes()).toEqual([]);
  });

  test("payments:failOnUnhealthy makes that preview fail", async () => {
    await stack.configure({ "payments:failOnUnhealthy": "true" });
    const preview = await stack.preview();
    expect(preview.exitCode).toBe(1);
    expect(preview.output).toMatch(/unhealthy, not ours to repair/);
    await stack.must("config", "rm", "payments:failOnUnhealthy");
  });

  test("whenInactive repairs an inactive endpoint and leaves a disabled one", async () => {
    stack.write(program(service, ', reenable: "whenInactive"'));
    expect(await stack.up()).toMatchObject({ exitCode: 0 });
    expect(await service.admin.endpointStatus(service.webhookEndpointId)).toBe("pending");
    await service.admin.setEndpoint(service.webhookEndpointId, "disabled");
    expect(await stack.preview()).toMatchObject({ exitCode: 0 });
  });

  test("another status cannot be declared, and the refusal says why", async () => {
    const declared = program(service)["index.js"]!.replace('status: "active"', 'status: "disabled"');
    stack.write({ "index.js": declared });
    const preview = await stack.preview();
    expect(preview.exitCode).toBe(1);
    expect(rowOf(preview.output, "orders")).toMatch(/must be "active"/);
  });

  test("an endpoint that is gone fails the preview, and up does not pretend to make it", async () => {
    stack.write(program(service));
    await service.admin.deleteEndpoint(service.webhookEndpointId);
    const preview = await stack.preview();
    expect(preview.exitCode).toBe(1);
    const row = rowOf(preview.output, "orders");
    expect(row).toContain(service.webhookEndpointId);
    expect(row).toMatch(/dashboard/);
    expect(row).not.toMatch(/is unknown/);
    const before = await stack.state();
    expect((await stack.up()).exitCode).toBe(1);
    expect((await stack.state()).get("orders")?.outputs).toEqual(before.get("orders")?.outputs);
  });
});

describe("an endpoint of a service that offers no read", () => {
  let stack: Stack;
  beforeAll(async () => {
    stack = await bench.stack({
      name: "unread",
      files: program(unreadable, ', reenable: "never"'),
      yaml: plainJavascript,
    });
    await connect(stack, unreadable);
    await unreadable.admin.setEndpoint(unreadable.webhookEndpointId, "inactive");
  });

  test("has an unknown status: neither drift nor clean, said once a run, and not written to where reenable forbids it", async () => {
    expect(await stack.up()).toMatchObject({ exitCode: 0 });
    expect(await stack.outputs()).toEqual({ status: "unknown" });
    const preview = await stack.preview();
    expect(preview.exitCode).toBe(0);
    const diagnostics = preview.output.slice(preview.output.indexOf("\nDiagnostics:"));
    expect(diagnostics.match(/is unknown/g)).toHaveLength(1);
    expect(await unreadable.admin.writes()).toEqual([]);
    expect(await unreadable.admin.endpointStatus(unreadable.webhookEndpointId)).toBe("inactive");
  });

  test("payments:requireEndpointRead makes the preview fail and says so", async () => {
    await stack.configure({ "payments:requireEndpointRead": "true" });
    const preview = await stack.preview();
    expect(preview.exitCode).toBe(1);
    expect(preview.output).toMatch(/payments:requireEndpointRead/);
    await stack.must("config", "rm", "payments:requireEndpointRead");
  });

  test("is asked to be active by up alone, once, and what an earlier run never confirmed is planned first", async () => {
    stack.write(program(unreadable));
    const preview = await stack.preview();
    expect(preview.exitCode).toBe(7);
    expect(rowOf(preview.output, "orders")).toMatch(/to change: status .* it was never confirmed that .* exists/);
    expect(await unreadable.admin.writes()).toEqual([]);
    expect(await stack.up()).toMatchObject({ exitCode: 0 });
    expect(await unreadable.admin.writes()).toEqual(["PATCH /v1/webhook-endpoints/{id}"]);
    expect(await unreadable.admin.endpointStatus(unreadable.webhookEndpointId)).toBe("pending");
    expect(await stack.outputs()).toEqual({ status: "unknown" });
    expect(await stack.preview()).toMatchObject({ exitCode: 0 });
    expect(await stack.up()).toMatchObject({ exitCode: 0 });
    expect(await unreadable.admin.writes()).toHaveLength(1);
  });
});

describe("an endpointId that the service does not know", () => {
  test.each([
    ["offers no read", () => unreadable],
    ["reads endpoints", () => service],
  ])("fails up with what to do and leaves nothing in state, at a service that %s", async (_how, serviceOf) => {
    const of = serviceOf();
    const stack = await bench.stack({
      name: of === service ? "wrong" : "wrong-unread",
      files: programOf("we_123"),
      yaml: plainJavascript,
    });
    await connect(stack, of);
    await of.admin.forget();
    await stack.preview();
    expect(await of.admin.writes()).toEqual([]);
    const up = await stack.up();
    expect(up.exitCode).not.toBe(0);
    expect(rowOf(up.output, "orders")).toMatch(/there is no webhook endpoint we_123 .* Check endpointId first/);
    expect((await stack.state()).get("orders")).toBeUndefined();
  });

  test("is refused in the preview where it is a URL", async () => {
    const files = programOf("https://example.com/hooks");
    const stack = await bench.stack({ name: "url", files, yaml: plainJavascript });
    await connect(stack, service);
    const preview = await stack.preview();
    expect(preview.exitCode).toBe(1);
    expect(rowOf(preview.output, "orders")).toMatch(/is a URL or a path\. Give the id/);
  });
});

leavesNoSecret(() => ({ bench, service }));
