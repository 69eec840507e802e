import type { AdminKey } from "./harness/admin";
import { leavesNoSecret } from "./harness/leaves-no-secret";
import { javascript } from "./harness/programs";
import type { Stack } from "./harness/stack";
import { bench, service, stackOf } from "./harness/started";

let stack: Stack;
let found: AdminKey[];
let deletable: AdminKey;
let program: (more: string) => Record<string, string>;
beforeAll(async () => {
  const key = (name: string, scopes: string[]): Promise<AdminKey> =>
    service.admin.createKey({ account_id: service.accountId, type: "secret", name, scopes });
  const adopted = await key("adopted", ["accounts:read"]);
  const applePay = await key("apple pay", ["accounts:read", "apple_pay_domains:write"]);
  deletable = await key("to delete", ["accounts:read"]);
  await key("a stranger's", ["*"]);
  found = await service.admin.keys(service.accountId);
  program = (more) =>
    javascript(`
new ApiKey("made", { type: "secret", scopes: ["accounts:read"] });
const shop = new ApiKey("shop", { type: "secret", scopes: ["accounts:read"], delegatedScopes: ["apple_pay_domains"] });
new ApplePayDomainScopes("shop-apple-pay", { apiKeyId: shop, access: "read" });
new ApiKey("web", { type: "publishable" });
new ApiKey("adopted", { type: "secret", scopes: ["accounts:read"], adoptId: "${adopted.id}" });
${more}
new ApplePayDomainScopes("foreign", { apiKeyId: "${applePay.id}", access: "read" });
new WebhookEndpoint("orders", { endpointId: "${service.webhookEndpointId}", status: "active" });
`);
  const deleting = `new ApiKey("deletable", { type: "secret", scopes: ["accounts:read"], adoptId: "${deletable.id}", deleteAdopted: true });`;
  stack = await stackOf("destroyed", program(deleting));
  await stack.mustUp();
});

test("what destroy will meet is there: created keys, and changes on found ones", async () => {
  const keys = await service.admin.keys(service.accountId);
  expect(keys).toHaveLength(found.length + 3);
  const applePay = keys.find(({ name }) => name === "apple pay");
  expect(applePay?.scopes).toEqual(["accounts:read", "apple_pay_domains:read"]);
});

test("destroy removes everything that was created and leaves everything that was found as it was found", async () => {
  await service.admin.setEndpoint(service.webhookEndpointId, "inactive");
  await service.admin.forget();
  const destroy = await stack.destroy();
  expect(destroy).toMatchObject({ exitCode: 0 });
  const left = await service.admin.keys(service.accountId);
  const told = ({ id, name, type, scopes }: AdminKey) => ({ id, name, type, scopes });
  expect(left.map(told)).toEqual(found.filter(({ id }) => id !== deletable.id).map(told));
  expect(await service.admin.endpointStatus(service.webhookEndpointId)).toBe("inactive");
  expect(destroy.output).toMatch(/webhook endpoint .* is left as it is/);
  expect((await stack.state()).size).toBe(0);
});

test("destroy of what a colleague deleted before succeeds", async () => {
  stack.write(program(""));
  await stack.mustUp();
  for (const [name, { id }] of await stack.state()) {
    if (["made", "shop", "web"].includes(name)) await service.admin.deleteKey(id ?? "");
  }
  expect(await stack.destroy()).toMatchObject({ exitCode: 0 });
  expect((await stack.state()).size).toBe(0);
});

leavesNoSecret(() => ({ bench, service }));
