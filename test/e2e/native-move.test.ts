import { leavesNoSecret } from "./harness/leaves-no-secret";
import { javascript, moved, nativeJavascript } from "./harness/programs";
import { plannedIn } from "./harness/rows";
import { type Service, startService } from "./harness/service";
import type { Stack } from "./harness/stack";
import { connect, type Workbench, workbench } from "./harness/workbench";

const everyDays = 30;
const dayS = 86_400;

/** Every resource, one of them protected in a component, a rotation in its overlap, and dependents of values. */
const program = (endpointId: string, change = "") =>
  javascript(`
class Team extends pulumi.ComponentResource {
  constructor(name) {
    super("acme:index:Team", name);
    this.key = new ApiKey(name + "-key", { type: "secret", scopes: ["accounts:read"] }, { parent: this, protect: true });
  }
}
const team = new Team("billing-team");
const shop = new ApiKey("shop", { type: "secret", name: "shop", scopes: ["accounts:read"${change}], delegatedScopes: ["apple_pay_domains"] });
new ApplePayDomainScopes("shop-apple-pay", { apiKeyId: shop, access: "readWrite" });
new ApiKey("web", { type: "publishable", name: "web shop" });
new WebhookEndpoint("orders", { endpointId: "${endpointId}", status: "active" });
const billing = new RotatingApiKey("billing", { scopes: ["accounts:read"], rotation: { everyDays: ${everyDays}, overlapHours: 48 } });
const value = billing.value;
new ApiKey("follower", { type: "secret", name: value.apply((v) => "follows " + v.length), scopes: ["accounts:read"] });
exports.team = team.key.value;
exports.shop = shop.value;
exports.billing = billing.value;
exports.retiring = billing.retiringValue;
`);

const forms = ["pulumi-payments", "pulumi-payments/native"] as const;
type Form = (typeof forms)[number];

describe.each([
  [forms[0], forms[1]],
  [forms[1], forms[0]],
] as const)("a stack of %s that moves to %s", (from: Form, to: Form) => {
  let service: Service;
  let bench: Workbench;
  let stack: Stack;
  const write = (form: Form, change?: string) => {
    const files = program(service.webhookEndpointId, change);
    stack.write(form === forms[0] ? files : moved(files, form));
  };
  beforeAll(async () => {
    [service, bench] = await Promise.all([startService(["--clock", "manual"]), workbench()]);
    const files = program(service.webhookEndpointId);
    stack = await bench.stack({
      name: "moving",
      files: from === forms[0] ? files : moved(files, from),
      yaml: nativeJavascript,
    });
    await connect(stack, service, { "payments:deletionGuard": "off" });
    await stack.mustUp();
    await service.admin.advance(everyDays * dayS + 60);
    await stack.mustUp();
  });
  afterAll(async () => {
    await service?.stop();
    bench?.remove();
  });

  test("is unchanged in the preview and in up, sends no write, and has the same values", async () => {
    const before = await stack.outputs("--show-secrets");
    expect(before.retiring).toEqual(expect.any(String));
    const ids = await stack.ids();
    await service.admin.forget();
    write(to);
    const preview = await stack.preview();
    expect(plannedIn(preview.output)).toEqual({});
    expect(preview.exitCode).toBe(0);
    const up = await stack.up();
    expect(up).toMatchObject({ exitCode: 0 });
    expect(plannedIn(up.output)).toEqual({});
    expect(await service.admin.writes()).toEqual([]);
    expect(await stack.outputs("--show-secrets")).toEqual(before);
    expect(await stack.ids()).toEqual(ids);
  });

  test("is updated, refreshed, rotated and destroyed there", async () => {
    const ids = await stack.ids();
    write(to, ', "accounts:write"');
    expect(await stack.up()).toMatchObject({ exitCode: 0 });
    expect((await service.admin.key(ids.shop!)).scopes).toContain("accounts:write");
    expect(await stack.refresh()).toMatchObject({ exitCode: 0 });
    const before = await stack.outputs("--show-secrets");
    await service.admin.advance(everyDays * dayS + 60);
    expect(await stack.up()).toMatchObject({ exitCode: 0 });
    expect((await stack.outputs("--show-secrets")).billing).not.toBe(before.billing);
    await stack.must("state", "unprotect", "--all", "--yes");
    expect(await stack.destroy()).toMatchObject({ exitCode: 0 });
    expect((await service.admin.keys()).map(({ name }) => name)).toEqual([expect.stringMatching(/./)]);
  });

  leavesNoSecret(() => ({ bench, service }));
});
