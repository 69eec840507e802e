import { leavesNoSecret } from "./harness/leaves-no-secret";
import type { Run } from "./harness/process";
import { javascript } from "./harness/programs";
import { plannedIn, rowOf } from "./harness/rows";
import type { Stack } from "./harness/stack";
import { bench, service, stackOf } from "./harness/started";

const program = (endpointId: string) => `
new ApiKey("ci", { type: "secret", scopes: ["accounts:read", "api_keys:read"] });
new ApiKey("web", { type: "publishable", name: "web shop" });
const shop = new ApiKey("shop", { type: "secret", name: "shop", scopes: ["accounts:read"], delegatedScopes: ["apple_pay_domains"] });
new ApplePayDomainScopes("shop-apple-pay", { apiKeyId: shop, access: "readWrite" });
new WebhookEndpoint("orders", { endpointId: "${endpointId}", status: "active" });
`;

let stack: Stack;
let ids: Record<string, string>;
beforeAll(async () => {
  const files = javascript(program(service.webhookEndpointId));
  stack = await stackOf("drift", files);
  await stack.mustUp();
  ids = await stack.ids();
});

const applePay = ["apple_pay_domains:read", "apple_pay_domains:write"];

/** Everything live is as the program says. */
async function expectRepaired(): Promise<void> {
  const now = await stack.ids();
  const [ci, web, shop] = await Promise.all(["ci", "web", "shop"].map((name) => service.admin.key(now[name]!)));
  expect(ci).toMatchObject({ name: expect.stringMatching(/^ci-/), scopes: ["accounts:read", "api_keys:read"] });
  expect(web).toMatchObject({ name: "web shop", type: "publishable" });
  expect(shop).toMatchObject({ name: "shop", scopes: ["accounts:read", ...applePay] });
  expect(await service.admin.endpointStatus(service.webhookEndpointId)).toMatch(/^(pending|active)$/);
}

describe("after a colleague changed every object", () => {
  let name: string;
  let preview: Run;
  let refreshing: Run;
  beforeAll(async () => {
    name = (await service.admin.key(ids.ci!)).name;
    await service.admin.changeKey(ids.ci!, { name: "renamed", scopes: ["accounts:read", "accounts:write"] });
    await service.admin.changeKey(ids.web!, { name: "old shop" });
    await service.admin.changeKey(ids.shop!, { scopes: ["accounts:write", "apple_pay_domains:read"] });
    await service.admin.setEndpoint(service.webhookEndpointId, "inactive");
    await service.admin.forget();
    preview = await stack.preview();
    refreshing = await stack.preview("--refresh");
  });

  test("a plain preview exits 7, plans one update for each, and writes nothing", async () => {
    expect(preview.exitCode).toBe(7);
    const updates = { ci: "update", web: "update", shop: "update", "shop-apple-pay": "update", orders: "update" };
    expect(plannedIn(preview.output)).toEqual(updates);
    expect(await service.admin.writes()).toEqual([]);
  });

  const rows = (): [string, string, string, string][] => [
    ["ci", "name", '"renamed"', JSON.stringify(name)],
    ["ci", "scopes", '["accounts:read","accounts:write"]', '["accounts:read","api_keys:read"]'],
    ["web", "name", '"old shop"', '"web shop"'],
    ["shop", "scopes", '["accounts:write"]', '["accounts:read"]'],
    ["shop-apple-pay", "scopes", '["apple_pay_domains:read"]', JSON.stringify(applePay)],
    ["orders", "status", '"inactive"', '"active"'],
  ];

  test("each row names each field, its live value and the wanted one, and no other", () => {
    for (const [resource, field, live, wanted] of rows()) {
      const line = `warning: drift: (?:Apple Pay )?${field} of .* is ${literally(live)}, wanted ${literally(wanted)}`;
      expect(rowOf(preview.output, resource)).toMatch(new RegExp(`^ *${line}`, "m"));
    }
    expect(preview.output.slice(preview.output.indexOf("\nDiagnostics:")).match(/drift:/g)).toHaveLength(rows().length);
  });

  test("the row of an inactive endpoint says what re-enabling will do", () => {
    expect(rowOf(preview.output, "orders")).toMatch(/replays the events .* oldest first, at about two a second/);
  });

  test("preview --refresh agrees: the same updates, and each row names the same fields and values", () => {
    expect(refreshing.exitCode).toBe(7);
    expect(plannedIn(refreshing.output)).toEqual(plannedIn(preview.output));
    for (const [resource, field, live, wanted] of rows()) {
      const line = `${field} of .* is ${literally(live)}, wanted ${literally(wanted)}`;
      expect(rowOf(refreshing.output, resource)).toMatch(new RegExp(line));
    }
  });

  test("a preview of refresh alone finds the same objects and exits 7", async () => {
    const refresh = await stack.pulumi("refresh", "--preview-only", "--expect-no-changes");
    expect(refresh.exitCode).toBe(7);
    expect(plannedIn(refresh.output)).toEqual(plannedIn(preview.output));
  });

  test("up repairs all of it, and the next preview is clean", async () => {
    expect(await stack.up()).toMatchObject({ exitCode: 0 });
    await expectRepaired();
    expect(await stack.ids()).toEqual(ids);
    expect(await stack.preview()).toMatchObject({ exitCode: 0 });
  });
});

describe("after keys were deleted and the endpoint disabled", () => {
  let preview: Run;
  beforeAll(async () => {
    await service.admin.deleteKey(ids.ci!);
    await service.admin.deleteKey(ids.shop!);
    await service.admin.setEndpoint(service.webhookEndpointId, "disabled");
    preview = await stack.preview();
  });

  test("a plain preview exits 7 and plans to make the keys anew, with what hangs on them", () => {
    expect(preview.exitCode).toBe(7);
    const planned = { ci: "replace", shop: "replace", "shop-apple-pay": "replace", orders: "update" };
    expect(plannedIn(preview.output)).toEqual(planned);
  });

  test("the row of a gone key says so, and that its value will change", () => {
    for (const name of ["ci", "shop"]) {
      expect(rowOf(preview.output, name)).toMatch(
        new RegExp(`warning: gone: API key ${ids[name]} was deleted outside Pulumi .* its value will change`),
      );
    }
    expect(rowOf(preview.output, "shop-apple-pay")).toMatch(/warning: gone: /);
  });

  test("the row of a disabled endpoint says that the events of that time are lost", () => {
    expect(rowOf(preview.output, "orders")).toMatch(
      /drift: status of .* is "disabled", wanted "active".*not kept and are not replayed/,
    );
  });

  test("preview --refresh exits 7 and plans to create what is gone", async () => {
    const refreshing = await stack.preview("--refresh");
    expect(refreshing.exitCode).toBe(7);
    const planned = { ci: "create", shop: "create", "shop-apple-pay": "create", orders: "update" };
    expect(plannedIn(refreshing.output)).toMatchObject(planned);
  });

  test("up makes them anew without tripping over what is gone, and the next preview is clean", async () => {
    expect(await stack.up()).toMatchObject({ exitCode: 0 });
    await expectRepaired();
    const now = await stack.ids();
    expect([now.ci, now.shop]).not.toContain(ids.ci);
    expect(now.web).toBe(ids.web);
    expect(await stack.preview()).toMatchObject({ exitCode: 0 });
    ids = now;
  });
});

describe("after a refresh took a colleague's changes into state", () => {
  let preview: Run;
  beforeAll(async () => {
    await service.admin.changeKey(ids.shop!, { scopes: ["accounts:read", "apple_pay_domains:write"] });
    await service.admin.changeKey(ids.ci!, { scopes: ["accounts:read"] });
    await service.admin.deleteKey(ids.web!);
    await service.admin.setEndpoint(service.webhookEndpointId, "inactive");
    await stack.must("refresh", "--yes", "--skip-preview");
    preview = await stack.preview();
  });

  test("state holds what is live, and no longer what is gone", async () => {
    const state = await stack.state();
    expect(state.get("ci")?.outputs?.scopes).toEqual(["accounts:read"]);
    expect(state.get("shop-apple-pay")?.outputs?.scopes).toEqual(["apple_pay_domains:write"]);
    expect(state.get("orders")?.outputs?.status).toBe("inactive");
    expect(state.has("web")).toBe(false);
  });

  test("a plain preview still exits 7 and names each field, its live value and the wanted one", () => {
    expect(preview.exitCode).toBe(7);
    expect(rowOf(preview.output, "ci")).toMatch(
      /scopes of .* is \["accounts:read"\], wanted \["accounts:read","api_keys:read"\]/,
    );
    expect(rowOf(preview.output, "shop-apple-pay")).toMatch(/scopes of .* is \["apple_pay_domains:write"\], wanted/);
    expect(rowOf(preview.output, "orders")).toMatch(/status of .* is "inactive", wanted "active"/);
  });

  test("up repairs all of it, and the next preview is clean", async () => {
    expect(await stack.up()).toMatchObject({ exitCode: 0 });
    await expectRepaired();
    expect(await stack.preview()).toMatchObject({ exitCode: 0 });
  });
});

leavesNoSecret(() => ({ bench, service }));

function literally(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
