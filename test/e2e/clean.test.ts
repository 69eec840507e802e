import { leavesNoSecret } from "./harness/leaves-no-secret";
import { javascript, plainJavascript } from "./harness/programs";
import { plannedIn } from "./harness/rows";
import type { Stack, StateResource } from "./harness/stack";
import { bench, service } from "./harness/started";
import { connect } from "./harness/workbench";

const program = (endpointId: string) => `
const ci = new ApiKey("ci", { type: "secret", scopes: ["api_keys:read", "accounts:read", "api_keys:read"] });
new ApiKey("web", { type: "publishable", name: "web shop" });
const shop = new ApiKey("shop", { type: "secret", scopes: ["accounts:read"], delegatedScopes: ["apple_pay_domains"] });
new ApplePayDomainScopes("shop-apple-pay", { apiKeyId: shop, access: "readWrite" });
new WebhookEndpoint("orders", { endpointId: "${endpointId}", status: "active" });
exports.ciKey = ci.value;
`;

let stack: Stack;
beforeAll(async () => {
  const files = javascript(program(service.webhookEndpointId));
  stack = await bench.stack({ name: "clean", files, yaml: plainJavascript });
  // The one stack of these tests with the patience of the defaults.
  await connect(stack, service, { patient: true });
});

test("a first preview writes nothing to the service and shows what will be created", async () => {
  const preview = await stack.pulumi("preview");
  expect(preview.exitCode).toBe(0);
  expect(Object.values(plannedIn(preview.output))).toEqual(["create", "create", "create", "create", "create"]);
  expect(await service.admin.writes()).toEqual([]);
});

test("a first up makes what the program says and nothing else", async () => {
  const before = (await service.admin.keys(service.accountId)).length;
  const up = await stack.up();
  expect(up.exitCode).toBe(0);
  expect(up.output).toMatch(/ciKey: \[secret\]/);
  const made = (await service.admin.keys(service.accountId)).slice(before);
  expect(made).toHaveLength(3);
  expect(made.map(({ type, scopes }) => [type, scopes])).toEqual(
    expect.arrayContaining([
      ["secret", ["accounts:read", "api_keys:read"]],
      ["publishable", ["*"]],
      ["secret", ["accounts:read", "apple_pay_domains:read", "apple_pay_domains:write"]],
    ]),
  );
});

test("a preview right after says that nothing changes, writes nothing and exits 0", async () => {
  await service.admin.forget();
  const preview = await stack.preview();
  expect(preview).toMatchObject({ exitCode: 0, output: expect.stringMatching(/Resources:\s+6 unchanged/) });
  expect(preview.output).not.toMatch(/drift|gone/);
  expect(await service.admin.writes()).toEqual([]);
});

test("a second up changes nothing: not the service, and not what state holds", async () => {
  await service.admin.forget();
  const before = withoutCiphertexts(await stack.state());
  const up = await stack.up();
  expect(up).toMatchObject({ exitCode: 0, output: expect.stringMatching(/Resources:\s+6 unchanged/) });
  expect(await service.admin.writes()).toEqual([]);
  expect(withoutCiphertexts(await stack.state())).toEqual(before);
});

test("another order of scopes in the program is no change", async () => {
  const files = javascript(
    program(service.webhookEndpointId).replace(
      '["api_keys:read", "accounts:read", "api_keys:read"]',
      '["accounts:read", "api_keys:read"]',
    ),
  );
  stack.write(files);
  expect(await stack.preview()).toMatchObject({ exitCode: 0 });
});

leavesNoSecret(() => ({ bench, service }));

/** The engine encrypts anew each time that it saves, and orders resources as they came in. */
function withoutCiphertexts(state: Map<string, StateResource>): unknown {
  return JSON.parse(JSON.stringify([...state].sort(([one], [other]) => one.localeCompare(other))), (name, value) =>
    name === "ciphertext" ? "…" : value,
  );
}
