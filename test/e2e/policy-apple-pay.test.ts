import { join } from "node:path";
import { leavesNoSecret } from "./harness/leaves-no-secret";
import { javascript } from "./harness/programs";
import { bench, service, stackOf } from "./harness/started";

const program = (more: string) => `
const shop = new ApiKey("shop", { type: "secret", scopes: ["accounts:read"]${more} });
new ApplePayDomainScopes("shop-apple-pay", { apiKeyId: shop.id.apply((id) => id), access: "read" });`;
const delegating = program(', delegatedScopes: ["apple_pay_domains"]');

test("Apple Pay scopes that two resources write are told while the id is not known yet, until the key delegates them", async () => {
  const stack = await stackOf("apple", program(""));
  const pack = ["--policy-pack", join(bench.installed, "node_modules", ".bin", "pulumi-payments-policy")];
  const told =
    /\[mandatory\] +apple-pay-scopes-through-resource +\([^)]*ApiKey: shop\)\s+shop writes all of its scopes, and shop-apple-pay writes those of apple_pay_domains\./;
  const before = await stack.pulumi("preview", ...pack);
  expect(before.output).toMatch(told);
  expect(before.output).toContain('warning: If apiKeyId is the id of this key, up will fail: ApiKey "shop"');
  expect(before.exitCode).toBe(1);
  stack.write(javascript(delegating));
  await stack.mustUp(...pack);
  // Nothing changes now, so the key's own outputs are all that the engine tells of it at the end.
  const clean = await stack.pulumi("preview", ...pack);
  expect(clean.output).toContain("✅ pulumi-payments@v");
  expect(clean.exitCode).toBe(0);
  // Once the id is known the provider refuses it, with a pack or without.
  stack.write(javascript(program("")));
  const existing = await stack.pulumi("preview");
  expect(existing.output).toContain('Add delegatedScopes: ["apple_pay_domains"] to the ApiKey');
  expect(existing.exitCode).toBe(1);
});

leavesNoSecret(() => ({ bench, service }));
