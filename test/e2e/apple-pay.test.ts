import type { AdminKey } from "./harness/admin";
import { leavesNoSecret } from "./harness/leaves-no-secret";
import type { Run } from "./harness/process";
import { javascript } from "./harness/programs";
import { plannedIn, rowOf } from "./harness/rows";
import type { Stack } from "./harness/stack";
import { bench, service, stackOf } from "./harness/started";

let stack: Stack;
beforeAll(async () => {
  stack = await stackOf("apple-pay", "");
});

function key(scopes: string[], type: AdminKey["type"] = "secret"): Promise<AdminKey> {
  return service.admin.createKey({ account_id: service.accountId, type, name: "found", scopes });
}
const scopesOf = async (id: string): Promise<string[]> => (await service.admin.key(id)).scopes;

function previewOf(program: string): Promise<Run> {
  stack.write(javascript(program));
  return stack.preview();
}

test("a publishable key and a key with * are refused in preview, each with its reason", async () => {
  const [publishable, all] = [await key(["*"], "publishable"), await key(["*"])];
  const scopes = (id: string): string => `new ApplePayDomainScopes("pay", { apiKeyId: "${id}", access: "read" });`;
  for (const [id, why] of [
    [publishable.id, /is publishable/],
    [all.id, /holds \*/],
    ["key_none", /there is no API key/],
  ] as const) {
    const preview = await previewOf(scopes(id));
    expect(preview.exitCode).toBe(1);
    expect(rowOf(preview.output, "pay")).toMatch(why);
  }
});

test("an ApiKey that does not delegate the namespace is refused with the line to add", async () => {
  const preview = await previewOf(`
const shop = new ApiKey("shop", { type: "secret", scopes: ["accounts:read"] });
new ApplePayDomainScopes("pay", { apiKeyId: shop, access: "read" });`);
  expect(preview.exitCode).toBe(1);
  expect(preview.output).toContain('Add delegatedScopes: ["apple_pay_domains"] to the ApiKey');
});

describe("a key of the program that does not delegate the namespace", () => {
  const line = 'Add delegatedScopes: ["apple_pay_domains"] to the ApiKey';
  const program = (more: string, applePay: string) => `
const shop = new ApiKey("shop", { type: "secret", scopes: ["accounts:read"]${more} });
const rotating = new RotatingApiKey("rotating", { scopes: ["accounts:read"], rotation: { trigger: "a", overlapHours: 1 } });
${applePay}`;
  const delegating = ', delegatedScopes: ["apple_pay_domains"]';
  const onShop = 'new ApplePayDomainScopes("pay", { apiKeyId: shop.id, access: "read" });';

  test("is named with the line to add in the preview, before there is an id, and nothing is made", async () => {
    await service.admin.forget();
    const preview = await previewOf(program("", onShop));
    expect(preview.exitCode).toBe(1);
    expect(preview.output).toContain(line);
    expect(await service.admin.writes()).toEqual([]);
  });

  test("a typo of the namespace is refused with the closest one", async () => {
    const preview = await previewOf(program(', delegatedScopes: ["apple_pay_domain"]', ""));
    expect(preview.exitCode).toBe(1);
    expect(rowOf(preview.output, "shop")).toContain('Did you mean "apple_pay_domains"?');
  });

  test("is named in the preview too once both are in state, and where the id is written out", async () => {
    stack.write(javascript(program(delegating, onShop)));
    await stack.mustUp();
    const { id = "" } = (await stack.state()).get("shop") ?? {};
    for (const applePay of [onShop, `new ApplePayDomainScopes("pay", { apiKeyId: "${id}", access: "read" });`]) {
      const preview = await previewOf(program("", applePay));
      expect(preview.exitCode).toBe(1);
      expect(preview.output).toContain(line);
    }
  });

  test("a key of a rotation is refused as well, with what to do", async () => {
    const applePay =
      'new ApplePayDomainScopes("turning", { apiKeyId: rotating.current.apply(({ id }) => id), access: "read" });';
    const preview = await previewOf(program(delegating, `${onShop}\n${applePay}`));
    expect(preview.exitCode).toBe(1);
    expect(preview.output).toMatch(/RotatingApiKey "rotating" manages every scope of its keys/);
  });

  test("dropping the delegation and the Apple Pay scopes together is a change of the program, and one up does it", async () => {
    const { id = "" } = (await stack.state()).get("shop") ?? {};
    const preview = await previewOf(program("", ""));
    expect(preview.exitCode).toBe(7);
    expect(rowOf(preview.output, "shop")).toMatch(/to change: scopes of /);
    expect(preview.output).not.toContain("drift:");
    expect(await stack.up()).toMatchObject({ exitCode: 0 });
    expect(await scopesOf(id)).toEqual(["accounts:read"]);
    expect(await stack.preview()).toMatchObject({ exitCode: 0 });
    expect(await stack.destroy()).toMatchObject({ exitCode: 0 });
  });
});

test("only the namespace's scopes are added, changed and put back, whatever else changes on the key meanwhile", async () => {
  const found = await key(["accounts:read", "apple_pay_domains:read"]);
  const program = (access: string) =>
    `new ApplePayDomainScopes("pay", { apiKeyId: "${found.id}", access: "${access}" });`;
  stack.write(javascript(program("readWrite")));
  await stack.mustUp();
  expect(await scopesOf(found.id)).toEqual(["accounts:read", "apple_pay_domains:read", "apple_pay_domains:write"]);

  await service.admin.changeKey(found.id, {
    scopes: ["accounts:write", "apple_pay_domains:read", "apple_pay_domains:write"],
  });
  expect(await stack.preview()).toMatchObject({ exitCode: 0 });
  stack.write(javascript(program("write")));
  await stack.mustUp();
  expect(await scopesOf(found.id)).toEqual(["accounts:write", "apple_pay_domains:write"]);

  expect(await stack.destroy()).toMatchObject({ exitCode: 0 });
  expect(await scopesOf(found.id)).toEqual(["accounts:write", "apple_pay_domains:read"]);
});

test("destroy refuses to leave a key without any scope, and names the two ways out", async () => {
  const found = await key(["accounts:read"]);
  stack.write(javascript(`new ApplePayDomainScopes("pay", { apiKeyId: "${found.id}", access: "read" });`));
  await stack.mustUp();
  await service.admin.changeKey(found.id, { scopes: ["apple_pay_domains:read"] });
  const destroy = await stack.destroy();
  expect(destroy.exitCode).toBe(1);
  expect(rowOf(destroy.output, "pay")).toMatch(/without any scope.*Either delete the key.*or give it another scope/s);
  expect(await scopesOf(found.id)).toEqual(["apple_pay_domains:read"]);
  await service.admin.deleteKey(found.id);
  expect(await stack.destroy()).toMatchObject({ exitCode: 0 });
});

test("a key of this stack that a colleague gave every scope is drift, and one up repairs both resources", async () => {
  stack.write(
    javascript(`
const shop = new ApiKey("shop", { type: "secret", scopes: ["accounts:read"], delegatedScopes: ["apple_pay_domains"] });
new ApplePayDomainScopes("pay", { apiKeyId: shop, access: "read" });`),
  );
  await stack.mustUp();
  const { id = "" } = (await stack.state()).get("shop") ?? {};
  await service.admin.changeKey(id, { scopes: ["*"] });
  const preview = await stack.preview();
  expect(preview.exitCode).toBe(7);
  expect(plannedIn(preview.output)).toEqual({ shop: "update", pay: "update" });
  expect(rowOf(preview.output, "shop")).toMatch(/drift: scopes of .* is \["\*"\], wanted \["accounts:read"\]/);
  expect(await stack.up()).toMatchObject({ exitCode: 0 });
  expect(await scopesOf(id)).toEqual(["accounts:read", "apple_pay_domains:read"]);
  expect(await stack.preview()).toMatchObject({ exitCode: 0 });
});

test("destroy of the key together with its Apple Pay scopes works", async () => {
  const { id = "" } = (await stack.state()).get("shop") ?? {};
  expect(await stack.destroy()).toMatchObject({ exitCode: 0 });
  expect(await service.admin.holds(service.accountId, id)).toBe(false);
});

leavesNoSecret(() => ({ bench, service }));
