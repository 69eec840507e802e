import { leavesNoSecret } from "./harness/leaves-no-secret";
import type { Run } from "./harness/process";
import { javascript } from "./harness/programs";
import { plannedIn, rowOf } from "./harness/rows";
import type { Stack } from "./harness/stack";
import { bench, service, stackOf } from "./harness/started";

let stack: Stack;
beforeAll(async () => {
  const files = javascript(`
new ApiKey("ci", { type: "secret", scopes: ["accounts:read"] });
new WebhookEndpoint("orders", { endpointId: "${service.webhookEndpointId}", status: "active" });
`);
  stack = await stackOf("checked", files, { "payments:timeouts": '{"totalMs":1500}' });
  await stack.mustUp();
  await service.admin.changeKey((await stack.state()).get("ci")?.id ?? "", { scopes: ["accounts:write"] });
});

/** PAYMENTS_DRIFT_CHECK is the one setting that an operator changes for a single run. */
function previewWith(driftCheck: string): Promise<Run> {
  stack.env.PAYMENTS_DRIFT_CHECK = driftCheck;
  return stack.preview();
}

test("off asks the service nothing at all, and compares with the stored state", async () => {
  await service.admin.forget();
  expect(await previewWith("off")).toMatchObject({ exitCode: 0 });
  expect(await service.admin.requests()).toEqual([]);
});

test("warn finds drift like strict where the service answers", async () => {
  const preview = await previewWith("warn");
  expect(preview.exitCode).toBe(7);
  expect(plannedIn(preview.output)).toEqual({ ci: "update" });
});

describe("while the service answers 500", () => {
  beforeAll(async () => {
    for (const operation of ["GET /v1/api-keys", "GET /v1/webhook-endpoints/{id}"]) {
      await service.admin.fault({ operation, count: 10_000, effect: "status", status: 500 });
    }
  });
  afterAll(() => service.admin.clearFaults());

  test("strict fails the preview and says what could not be read, what was answered, and the way on", async () => {
    const preview = await previewWith("strict");
    expect(preview.exitCode).toBe(1);
    expect(preview.output).toMatch(/live state of .* could not be read: .*The service answered 500/);
    expect(preview.output).toMatch(/pulumi config set payments:driftCheck warn/);
    expect(preview.output).not.toMatch(/^\s+at .*\.js:\d+/m);
  });

  test("warn says on each row that drift is unknown, and goes on with the stored state", async () => {
    const preview = await previewWith("warn");
    expect(preview.exitCode).toBe(0);
    for (const name of ["ci", "orders"]) {
      expect(rowOf(preview.output, name)).toMatch(/warning: .*could not be read: .*so drift is unknown/s);
    }
  });
});

describe("while the service can't be reached", () => {
  beforeAll(() => service.witness.close());

  test("strict fails the preview and names the address", async () => {
    const preview = await previewWith("strict");
    expect(preview.exitCode).toBe(1);
    expect(preview.output).toMatch(/could not be read/);
    expect(preview.output).toContain(service.url);
  });

  test("warn says so and goes on", async () => {
    const preview = await previewWith("warn");
    expect(preview.exitCode).toBe(0);
    expect(rowOf(preview.output, "ci")).toMatch(/warning: .*could not be read/);
  });

  test("off goes on and says that nobody looked", async () => {
    const preview = await previewWith("off");
    expect(preview.exitCode).toBe(0);
    expect(preview.output).toMatch(/warning: live state was not read/);
  });
});

leavesNoSecret(() => ({ bench, service }));
