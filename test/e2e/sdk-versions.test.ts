import { sdksOldestByDay } from "../supported-sdks";
import { javascript, plainJavascript } from "./harness/programs";
import { rowOf } from "./harness/rows";
import { leaksOf, plantedIn } from "./harness/secrets";
import { type Service, startService } from "./harness/service";
import { connect, type Workbench, workbench } from "./harness/workbench";

let service: Service;
const benches: Workbench[] = [];
beforeAll(async () => {
  service = await startService();
});
afterAll(async () => {
  await service?.stop();
  for (const bench of benches) bench.remove();
});

test.each(sdksOldestByDay)("a whole life of three resources works with $sdk", async ({ sdk, ...installation }) => {
  const bench = await workbench(installation);
  benches.push(bench);
  const account = await service.admin.createMerchant();
  const files = javascript(`
const shop = new ApiKey("shop", { type: "secret", scopes: ["api_keys:read"], delegatedScopes: ["apple_pay_domains"] });
new ApplePayDomainScopes("shop-apple-pay", { apiKeyId: shop, access: "readWrite" });
new WebhookEndpoint("orders", { endpointId: "${service.webhookEndpointId}", status: "active" });
exports.value = shop.value;
exports.looked = require("pulumi-payments").getApiKeyOutput({ id: shop.id }, { dependsOn: shop }).type;
exports.version = require("@pulumi/pulumi/package.json").version;
`);
  const stack = await bench.stack({ name: "versions", files, yaml: plainJavascript });
  await connect(stack, service, { "payments:accountId": account });
  expect(await stack.up()).toMatchObject({ exitCode: 0 });
  const { value, version } = await stack.outputs("--show-secrets");
  if (installation.pulumi !== undefined) expect(version).toBe(installation.pulumi);
  expect(service.witness.issued).toContain(value);
  expect(await stack.preview()).toMatchObject({ exitCode: 0 });

  const { id = "" } = (await stack.state()).get("shop") ?? {};
  await service.admin.changeKey(id, { scopes: ["api_keys:read", "accounts:read", "apple_pay_domains:read"] });
  await service.admin.setEndpoint(service.webhookEndpointId, "inactive");
  const preview = await stack.preview();
  expect(preview.exitCode).toBe(7);
  // On the resource's own row: the way there goes through the inside of the SDK.
  expect(rowOf(preview.output, "shop")).toMatch(/drift: scopes of .* is \["accounts:read","api_keys:read"\]/);
  expect(rowOf(preview.output, "shop-apple-pay")).toMatch(
    /drift: Apple Pay scopes of .* is \["apple_pay_domains:read"\]/,
  );
  expect(rowOf(preview.output, "orders")).toMatch(/drift: status of .* is "inactive"/);

  expect(await stack.refresh()).toMatchObject({ exitCode: 0 });
  expect(await stack.up()).toMatchObject({ exitCode: 0 });
  expect(await stack.outputs("--show-secrets")).toEqual({ value, version, looked: "secret" });
  expect(await stack.preview()).toMatchObject({ exitCode: 0 });
  expect(await stack.destroy()).toMatchObject({ exitCode: 0 });
  expect(await service.admin.keys(account)).toEqual([]);
  expect(leaksOf(plantedIn({ bench, service }), { bench, service })).toEqual([]);
});
