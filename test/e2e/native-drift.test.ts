import { leavesNoSecret } from "./harness/leaves-no-secret";
import type { Run } from "./harness/process";
import { native, nativeJavascript } from "./harness/programs";
import { plannedIn, rowOf } from "./harness/rows";
import type { Stack } from "./harness/stack";
import { bench, service } from "./harness/started";
import { connect } from "./harness/workbench";

const program = (endpointId: string, reenable = "always") => `
new ApiKey("ci", { type: "secret", scopes: ["accounts:read", "api_keys:read"] });
new ApiKey("web", { type: "publishable", name: "web shop" });
const shop = new ApiKey("shop", { type: "secret", name: "shop", scopes: ["accounts:read"], delegatedScopes: ["apple_pay_domains"] });
new ApplePayDomainScopes("shop-apple-pay", { apiKeyId: shop, access: "readWrite" });
new WebhookEndpoint("orders", { endpointId: "${endpointId}", status: "active", reenable: "${reenable}" });
`;

let stack: Stack;
let ids: Record<string, string>;
beforeAll(async () => {
  const files = native(program(service.webhookEndpointId));
  stack = await bench.stack({ name: "native-drift", files, yaml: nativeJavascript });
  await connect(stack, service, { "payments:deletionGuard": "off" });
  await stack.mustUp();
  ids = await stack.ids();
});
/** The part of `preview --diff` about one update. */
function blockOf(output: string, id: string): string {
  const start = output.lastIndexOf(`(update)\n`, output.indexOf(`[id=${id}]`, output.indexOf("(update)")));
  return output.slice(start).split(/\n {4}[~+-] |\nResources:/)[0] ?? "";
}
const diagnosticsIn = (output: string): string => output.slice(output.lastIndexOf("\nDiagnostics:"));

describe("after a colleague changed every object", () => {
  let preview: Run;
  let diff: Run;
  beforeAll(async () => {
    await service.admin.changeKey(ids.ci!, { scopes: ["accounts:read", "accounts:write"] });
    await service.admin.changeKey(ids.web!, { name: "old shop" });
    await service.admin.changeKey(ids.shop!, { scopes: ["accounts:write", "apple_pay_domains:read"] });
    await service.admin.setEndpoint(service.webhookEndpointId, "inactive");
    await service.admin.forget();
    preview = await stack.preview();
  });

  test("a plain preview plans one update for each, exits 7, and reads the list once", async () => {
    expect(preview.exitCode).toBe(7);
    const updates = { ci: "update", web: "update", shop: "update", "shop-apple-pay": "update", orders: "update" };
    expect(plannedIn(preview.output)).toEqual(updates);
    const operations = (await service.admin.requests()).map(({ operation }) => operation);
    expect(operations.filter((operation) => operation === "GET /v1/api-keys")).toHaveLength(1);
    expect(await service.admin.writes()).toEqual([]);
  });

  test("each row names each field in words, once", () => {
    const rows = {
      ci: ["scopes"],
      web: ["name"],
      shop: ["scopes"],
      "shop-apple-pay": ["Apple Pay scopes"],
      orders: ["status"],
    };
    for (const [name, fields] of Object.entries(rows)) {
      const told = rowOf(preview.output, name).match(/drift: [A-Za-z ]+? of/g);
      expect(told).toEqual(fields.map((field) => `drift: ${field} of`));
    }
    expect(diagnosticsIn(preview.output).match(/drift:/g)).toHaveLength(5);
  });

  test("preview --diff shows the live value of each field, element by element, beside the declared one", async () => {
    diff = await stack.preview("--diff");
    expect(diff.exitCode).toBe(7);
    expect(blockOf(diff.output, ids.ci!)).toMatch(/~ scopes: \[\s+~ \[1\]: "accounts:write" => "api_keys:read"\s+\]/);
    expect(blockOf(diff.output, ids.web!)).toContain('~ name: "old shop" => "web shop"');
    expect(blockOf(diff.output, service.webhookEndpointId)).toContain('~ status: "inactive" => "active"');
    expect(diff.output).toContain('~ access: "read" => "readWrite"');
    // Delegated scopes are left alone.
    expect(diff.output).toMatch(/~ \[0\]: "accounts:write" => "accounts:read"\s+\]/);
  });

  test("preview --json tells a machine which fields differ", async () => {
    const { stdout } = await stack.pulumi("preview", "--json");
    const steps = (JSON.parse(stdout) as { steps: { op: string; urn: string; detailedDiff?: object }[] }).steps;
    const ci = steps.find(({ urn, op }) => op === "update" && urn.endsWith("::ci"));
    expect(Object.keys(ci?.detailedDiff ?? {})).toEqual(["scopes[1]"]);
  });

  test("up repairs all of it, keeps every id, and the next preview is clean", async () => {
    expect(await stack.up()).toMatchObject({ exitCode: 0 });
    expect((await service.admin.key(ids.ci!)).scopes).toEqual(["accounts:read", "api_keys:read"]);
    expect((await service.admin.key(ids.shop!)).scopes).toContain("apple_pay_domains:write");
    expect(await stack.ids()).toEqual(ids);
    expect(await stack.preview("--diff")).toMatchObject({ exitCode: 0 });
  });
});

describe("a key that is gone", () => {
  let value: unknown;
  beforeAll(async () => {
    value = (await stack.state()).get("ci")?.outputs?.value;
    await service.admin.deleteKey(ids.ci!);
  });

  test("is planned as a creation, exits 7, and is reported once with what follows", async () => {
    const preview = await stack.preview();
    expect(preview.exitCode).toBe(7);
    expect(plannedIn(preview.output)).toEqual({ ci: "create" });
    expect(rowOf(preview.output, "ci")).toMatch(/gone: API key .* was deleted outside Pulumi/);
    expect(rowOf(preview.output, "ci")).toContain("It will be created again, and its value will change.");
    expect(diagnosticsIn(preview.output).match(/gone:/g)).toHaveLength(1);
  });

  test("is created again by up, with another value", async () => {
    expect(await stack.up()).toMatchObject({ exitCode: 0 });
    const now = await stack.ids();
    expect(now.ci).not.toBe(ids.ci);
    expect((await stack.state()).get("ci")?.outputs?.value).not.toEqual(value);
    expect(await stack.preview()).toMatchObject({ exitCode: 0 });
    ids = now;
  });
});

describe("an endpoint that nobody may re-enable", () => {
  test("is reported and planned as no change; with failOnUnhealthy the preview fails", async () => {
    stack.write(native(program(service.webhookEndpointId, "never")));
    await service.admin.setEndpoint(service.webhookEndpointId, "disabled");
    const preview = await stack.preview();
    expect(preview.exitCode).toBe(0);
    expect(rowOf(preview.output, "orders")).toContain("unhealthy, not ours to repair: status of webhook endpoint");
    await stack.configure({ "payments:failOnUnhealthy": "true" });
    expect(await stack.preview()).toMatchObject({ exitCode: 1 });
    await stack.configure({ "payments:failOnUnhealthy": "false" });
    await service.admin.setEndpoint(service.webhookEndpointId, "active");
    stack.write(native(program(service.webhookEndpointId)));
    // A changed setting is the provider's once an up has recorded it.
    await stack.mustUp();
  });
});

describe("where live state can't be read", () => {
  beforeAll(() => service.admin.fault({ operation: "GET /v1/api-keys", effect: "status", status: 403, count: 10_000 }));
  afterAll(() => service.admin.clearFaults());

  test("strict fails and changes nothing in state", async () => {
    const before = await stack.state();
    const preview = await stack.preview();
    expect(preview.exitCode).toBe(1);
    expect(preview.output).toContain("403");
    expect(await stack.state()).toEqual(before);
  });

  test("warn warns on each row and compares with the stored state", async () => {
    stack.env.PAYMENTS_DRIFT_CHECK = "warn";
    const preview = await stack.preview();
    expect(preview.exitCode).toBe(0);
    expect(rowOf(preview.output, "ci")).toMatch(/could not be read/);
  });

  test("off asks the service nothing, and says so once", async () => {
    stack.env.PAYMENTS_DRIFT_CHECK = "off";
    await service.admin.forget();
    const preview = await stack.preview();
    delete stack.env.PAYMENTS_DRIFT_CHECK;
    expect(preview.exitCode).toBe(0);
    expect(await service.admin.requests()).toEqual([]);
    expect(diagnosticsIn(preview.output).match(/warning: /g)).toHaveLength(1);
  });
});

describe("without refreshBeforeUpdate", () => {
  test("drift is found and reported all the same, and the engine reads nothing first", async () => {
    await stack.configure({ "payments:refreshBeforeUpdate": "false" });
    // The flag is part of each resource's state: the next reading with the new setting takes it away.
    expect(await stack.up()).toMatchObject({ exitCode: 0 });
    expect(await stack.refresh()).toMatchObject({ exitCode: 0 });
    await service.admin.changeKey(ids.ci!, { scopes: ["accounts:read"] });
    const preview = await stack.preview();
    expect(preview.exitCode).toBe(7);
    expect(preview.output).not.toContain("refresh");
    expect(rowOf(preview.output, "ci")).toMatch(/drift: scopes of API key .* is \["accounts:read"\], wanted/);
    expect(await stack.destroy()).toMatchObject({ exitCode: 0 });
  });
});

leavesNoSecret(() => ({ bench, service }));
