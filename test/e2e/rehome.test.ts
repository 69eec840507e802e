import { leavesNoSecret } from "./harness/leaves-no-secret";
import { javascript, plainJavascript } from "./harness/programs";
import { rowOf } from "./harness/rows";
import { type Service, startService } from "./harness/service";
import type { Stack } from "./harness/stack";
import { connect, type Workbench, workbench } from "./harness/workbench";

let service: Service;
let stranger: Service;
let bench: Workbench;
let stack: Stack;
beforeAll(async () => {
  // Born alike: accounts, endpoint and credential are called the same at both, the keys made later are not there.
  const seed = ["--seed", "twins"];
  [service, stranger, bench] = await Promise.all([startService(seed), startService(seed), workbench()]);
  const files = javascript(`
exports.value = new ApiKey("ci", { type: "secret", scopes: ["api_keys:read"] }).value;
new WebhookEndpoint("orders", { endpointId: "${service.webhookEndpointId}", status: "active" });
`);
  stack = await bench.stack({ name: "rehome", files, yaml: plainJavascript });
  await connect(stack, service, { "payments:environment": "sandbox" });
  await stack.mustUp();
});
afterAll(async () => {
  await Promise.all([service?.stop(), stranger?.stop()]);
  bench?.remove();
});

async function idAndValue(): Promise<unknown> {
  return [(await stack.state()).get("ci")?.id, (await stack.outputs("--show-secrets")).value];
}
async function servicesIn(of: Stack): Promise<unknown[]> {
  return [...(await of.state()).values()].map(({ outputs }) => outputs?.serviceUrl);
}

test("a configuration of another service is refused, names the ways out, and asks neither service", async () => {
  await connect(stack, stranger, { "payments:environment": "sandbox" });
  await service.admin.forget();
  await stranger.admin.forget();
  for (const run of [await stack.preview(), await stack.up()]) {
    expect(run.exitCode).toBe(1);
    const said = run.output.slice(run.output.indexOf("\nDiagnostics:"));
    expect(said).toContain(`state records the service ${service.url}, the configuration says ${stranger.url}`);
    expect(said).toContain(`PAYMENTS_REHOME=${service.url}=${stranger.url}`);
    expect(said).toContain("pulumi state delete");
    expect(said).not.toMatch(/gone:/);
  }
  expect([...(await stranger.admin.requests()), ...(await service.admin.requests())]).toEqual([]);
});

test("PAYMENTS_REHOME to a service that does not hold the keys is not accepted: the preview stops, and where up went ahead without one, the way back is named and works", async () => {
  const ordered = await bench.stack({
    name: "unmoved",
    yaml: plainJavascript,
    // The endpoint is there under the same id, and comes first.
    files: javascript(`
const orders = new WebhookEndpoint("orders", { endpointId: "${service.webhookEndpointId}", status: "active" });
new ApiKey("ci", { type: "secret", scopes: ["api_keys:read"] }, { dependsOn: [orders] });
`),
  });
  await connect(ordered, service);
  await ordered.mustUp();
  const before = await servicesIn(ordered);
  await connect(ordered, stranger);
  ordered.env.PAYMENTS_REHOME = `${service.url}=${stranger.url}`;
  for (const run of [await ordered.preview(), await ordered.up()]) {
    expect(run.exitCode).toBe(1);
    expect(run.output).toMatch(/not the same service|not at the new address/);
    expect(run.output).toMatch(/the two addresses of PAYMENTS_REHOME swapped/);
  }
  expect(await stranger.admin.writes()).toEqual([]);
  // The endpoint has no evidence of its own to wait for, and may have followed by then.
  await connect(ordered, service);
  ordered.env.PAYMENTS_REHOME = `${stranger.url}=${service.url}`;
  await ordered.mustUp();
  expect(await servicesIn(ordered)).toEqual(before);
  delete ordered.env.PAYMENTS_REHOME;
  expect(await ordered.preview()).toMatchObject({ exitCode: 0 });
  await ordered.must("destroy", "--yes", "--skip-preview");
});

test("a configuration of another environment is refused", async () => {
  await connect(stack, service, { "payments:environment": "production" });
  const preview = await stack.preview();
  expect(preview.exitCode).toBe(1);
  expect(preview.output).toMatch(/state records environment sandbox, the configuration says production/);
});

test("a configuration of another account is refused, not read as everything gone", async () => {
  const other = await service.admin.createMerchant();
  await connect(stack, service, { "payments:environment": "sandbox", "payments:accountId": other });
  const preview = await stack.preview();
  expect(preview.exitCode).toBe(1);
  expect(preview.output).toContain(`state records account ${service.accountId}, the configuration says ${other}`);
  expect(preview.output).not.toMatch(/gone:/);
});

test("PAYMENTS_REHOME to another address of the same service is accepted, and state follows", async () => {
  const before = await idAndValue();
  const moved = { ...service, url: service.directUrl };
  await connect(stack, moved, { "payments:environment": "sandbox" });
  stack.env.PAYMENTS_REHOME = `${service.url}=${service.directUrl}/`;
  const preview = await stack.preview();
  expect(preview.exitCode).toBe(7);
  expect(rowOf(preview.output, "ci")).toMatch(/found at the new address; state will follow/);
  await service.admin.forget();
  expect(await stack.up()).toMatchObject({ exitCode: 0 });
  expect(await service.admin.writes()).toEqual([]);
  delete stack.env.PAYMENTS_REHOME;
  expect(await servicesIn(stack)).toEqual([service.directUrl, service.directUrl]);
  expect(await idAndValue()).toEqual(before);
  expect(await stack.preview()).toMatchObject({ exitCode: 0 });
});

test("the same address in another spelling is the same service", async () => {
  const spelt = { ...service, url: `${service.directUrl.replace("http:", "HTTP:")}/` };
  await connect(stack, spelt, { "payments:environment": "sandbox" });
  expect(await stack.preview()).toMatchObject({ exitCode: 0 });
});

test("refresh and destroy under another address in the environment are refused, and destroy without it works", async () => {
  stack.env.PAYMENTS_BASE_URL = stranger.url;
  for (const run of [await stack.refresh(), await stack.destroy()]) expect(run.exitCode).toBe(1);
  delete stack.env.PAYMENTS_BASE_URL;
  const state = await stack.state();
  expect(state.size).toBe(2);
  expect(await stack.destroy()).toMatchObject({ exitCode: 0 });
  expect(await service.admin.holds(service.accountId, state.get("ci")?.id ?? "")).toBe(false);
});

leavesNoSecret(() => ({ bench, service }));
