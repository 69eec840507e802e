import { leavesNoSecret } from "./harness/leaves-no-secret.js";
import { javascript, plainJavascript } from "./harness/programs.js";
import { plannedIn, rowOf } from "./harness/rows.js";
import { type Service, startService } from "./harness/service.js";
import type { Stack } from "./harness/stack.js";
import { connect, type Workbench, workbench } from "./harness/workbench.js";

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

const program = (of: Service, args = "") =>
  javascript(
    `exports.status = new WebhookEndpoint("orders", { endpointId: "${of.webhookEndpointId}", status: "active"${args} }).status;`,
  );

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
    expect(rowOf(preview.output, "orders")).toMatch(/only "active" can be declared/);
  });

  test("an endpoint that is gone fails the preview, and up does not pretend to make it", async () => {
    stack.write(program(service));
    await service.admin.deleteEndpoint(service.webhookEndpointId);
    const preview = await stack.preview();
    expect(preview.exitCode).toBe(1);
    const row = rowOf(preview.output, "orders");
    expect(row).toContain(service.webhookEndpointId);
    expect(row).toMatch(/dashboard/);
    expect(row).not.toMatch(/is not known/);
    const before = await stack.state();
    expect((await stack.up()).exitCode).toBe(1);
    expect((await stack.state()).get("orders")?.outputs).toEqual(before.get("orders")?.outputs);
  });
});

describe("an endpoint of a service that offers no read", () => {
  let stack: Stack;
  beforeAll(async () => {
    stack = await bench.stack({ name: "unread", files: program(unreadable), yaml: plainJavascript });
    await connect(stack, unreadable);
    await unreadable.admin.setEndpoint(unreadable.webhookEndpointId, "inactive");
  });

  test("has an unknown status: neither drift nor clean, said once a run, and not written to", async () => {
    expect(await stack.up()).toMatchObject({ exitCode: 0 });
    expect(await stack.outputs()).toEqual({ status: "unknown" });
    const preview = await stack.preview();
    expect(preview.exitCode).toBe(0);
    const diagnostics = preview.output.slice(preview.output.indexOf("\nDiagnostics:"));
    expect(diagnostics.match(/is not known/g)).toHaveLength(1);
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

  test('is asked to be active where reenable: "always" is written out, and up says that this is not confirmed', async () => {
    const other = await bench.stack({
      name: "asked",
      files: program(unreadable, ', reenable: "always"'),
      yaml: plainJavascript,
    });
    await connect(other, unreadable);
    const up = await other.up();
    expect(up.exitCode).toBe(0);
    expect(rowOf(up.output, "orders")).toMatch(/asked to be active, not confirmed/);
    expect(await unreadable.admin.writes()).toEqual(["PATCH /v1/webhook-endpoints/{id}"]);
    expect(await unreadable.admin.endpointStatus(unreadable.webhookEndpointId)).toBe("pending");
    expect(await other.preview()).toMatchObject({ exitCode: 0 });
  });
});

leavesNoSecret(() => ({ bench, service }));
