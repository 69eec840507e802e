import { leavesNoSecret } from "./harness/leaves-no-secret";
import { native, nativeJavascript } from "./harness/programs";
import { plannedIn } from "./harness/rows";
import type { Stack } from "./harness/stack";
import { bench, service } from "./harness/started";
import { connect } from "./harness/workbench";

const made = (name: string, more: object = {}) =>
  service.admin.createKey({
    account_id: service.accountId,
    type: "secret",
    name,
    scopes: ["accounts:read", "accounts:write"],
    ...more,
  });

async function stackOf(name: string, body = ""): Promise<Stack> {
  const stack = await bench.stack({ name, files: native(body), yaml: nativeJavascript });
  await connect(stack, service, { "payments:deletionGuard": "off" });
  return stack;
}

/** The program that has the arguments which the import found, as the command line prints them in any language. */
async function programOf(stack: Stack, className: string): Promise<Record<string, string>> {
  const { inputs = {} } = (await stack.state()).get("found")!;
  const args = Object.fromEntries(Object.entries(inputs).filter(([name]) => !name.startsWith("__")));
  return native(`new ${className}("found", ${JSON.stringify(args)}, { protect: true });`);
}

describe("pulumi import", () => {
  test.each([
    ["ApiKey", async () => (await made("by hand")).id],
    ["ApiKey", async () => (await made("in a browser", { type: "publishable", scopes: ["*"] })).id],
    ["RotatingApiKey", async () => (await made("to rotate")).id],
    ["WebhookEndpoint", async () => service.webhookEndpointId],
    ["ApplePayDomainScopes", async () => (await made("for the shop", { scopes: ["apple_pay_domains:read"] })).id],
  ])("of a %s records it as it is, and the program that it prints previews clean", async (className, existing) => {
    const id = await existing();
    const before = (await service.admin.keys()).find((key) => key.id === id);
    const stack = await stackOf(`import-${className}-${id}`.toLowerCase().replaceAll("_", "-"));
    await service.admin.forget();
    const token = `payments:index:${className}`;
    const run = await stack.pulumi("import", token, "found", id, "--yes", "--skip-preview", "--generate-code=false");
    expect(run.exitCode).toBe(0);
    expect(run.output).not.toMatch(/bug in|failed to validate/);
    const state = (await stack.state()).get("found")!;
    expect(state.outputs).toMatchObject({ accountId: service.accountId, serviceUrl: service.url });
    stack.write(await programOf(stack, className));
    const preview = await stack.preview();
    expect(preview.exitCode).toBe(0);
    expect(await stack.up()).toMatchObject({ exitCode: 0 });
    expect(await service.admin.writes()).toEqual([]);
    expect((await service.admin.keys()).find((key) => key.id === id)).toEqual(before);
    // It was found: destroying leaves it where it is.
    await stack.must("state", "unprotect", "--all", "--yes");
    expect(await stack.destroy()).toMatchObject({ exitCode: 0 });
    expect(await service.admin.writes()).toEqual([]);
  });

  test("records the object also where the language's host can't write a program: the page's table says what to declare", async () => {
    const { id } = await made("by hand, to be written");
    const stack = await stackOf("import-program");
    await service.admin.forget();
    const run = await stack.pulumi("import", "payments:index:ApiKey", "found", id, "--yes", "--skip-preview");
    expect(run.output).toMatch(/= 1 imported/);
    // Whichever host the engine has, the object is in state by then.
    if (run.exitCode !== 0) expect(run.output).toContain("error: method GenerateProgram not implemented");
    else expect(run.output).toContain("Please copy the following code into your Pulumi application");
    expect(await stack.ids()).toEqual({ found: id });
    const scopes = `scopes: ["accounts:read", "accounts:write"]`;
    const declared = `type: "secret", name: "by hand, to be written", ${scopes}, adoptId: "${id}"`;
    stack.write(native(`new ApiKey("found", { ${declared} }, { protect: true });`));
    expect(await stack.preview()).toMatchObject({ exitCode: 0 });
    expect(await service.admin.writes()).toEqual([]);
  });

  test("of a key that is not there fails, and state records nothing", async () => {
    const stack = await stackOf("import-nothing");
    const run = await stack.pulumi(
      "import",
      "payments:index:ApiKey",
      "found",
      "key_0000000000000000",
      "--yes",
      "--skip-preview",
    );
    expect(run.exitCode).not.toBe(0);
    expect(run.output).toContain("does not exist");
    expect((await stack.state()).size).toBe(0);
  });
});

describe("the option import", () => {
  test("takes a key over with its name and its value, and destroy deletes it where deleteAdopted says so", async () => {
    const { id, value = "" } = await made("adopted");
    const args = `type: "secret", name: "adopted", scopes: ["accounts:read", "accounts:write"], adoptValue: process.env.ADOPTED_VALUE`;
    const stack = await stackOf(
      "import-option",
      `exports.value = new ApiKey("kept", { ${args} }, { import: "${id}" }).value;`,
    );
    stack.env.ADOPTED_VALUE = value;
    await service.admin.forget();
    const preview = await stack.preview();
    expect(plannedIn(preview.output)).toEqual({ kept: "update" });
    expect(preview.output).toMatch(/= +payments:index:ApiKey kept import/);
    expect(await stack.up()).toMatchObject({ exitCode: 0 });
    expect(await service.admin.writes()).toEqual([]);
    expect(await stack.ids()).toEqual({ kept: id });
    expect(await stack.outputs("--show-secrets")).toEqual({ value });
    expect(await stack.preview()).toMatchObject({ exitCode: 0 });
    stack.write(native(`new ApiKey("kept", { ${args}, adoptId: "${id}", deleteAdopted: true });`));
    expect(await stack.up()).toMatchObject({ exitCode: 0 });
    expect(await stack.destroy()).toMatchObject({ exitCode: 0 });
    expect(await service.admin.writes()).toEqual(["DELETE /v1/api-keys/{id}"]);
  });

  test("changes what the program declares otherwise, and says so before", async () => {
    const { id } = await made("too wide");
    const stack = await stackOf(
      "import-narrow",
      `new ApiKey("narrow", { type: "secret", name: "too wide", scopes: ["accounts:read"] }, { import: "${id}" });`,
    );
    const preview = await stack.preview();
    expect(preview.exitCode).toBe(7);
    const up = await stack.up();
    expect(up).toMatchObject({ exitCode: 0 });
    expect((await service.admin.key(id)).scopes).toEqual(["accounts:read"]);
    expect(await stack.preview()).toMatchObject({ exitCode: 0 });
  });
});

describe("get", () => {
  test("reads each resource without managing it", async () => {
    const { id } = await made("looked up", { scopes: ["accounts:read", "apple_pay_domains:read"] });
    const stack = await stackOf(
      "get",
      `
exports.key = ApiKey.get("key", "${id}").name;
exports.rotation = RotatingApiKey.get("rotation", "${id}").current.id;
exports.endpoint = WebhookEndpoint.get("endpoint", "${service.webhookEndpointId}").status;
exports.scopes = ApplePayDomainScopes.get("scopes", "${id}").access;
`,
    );
    await service.admin.forget();
    expect(await stack.up()).toMatchObject({ exitCode: 0 });
    expect(await stack.outputs()).toEqual({ key: "looked up", rotation: id, endpoint: "active", scopes: "read" });
    const preview = await stack.preview();
    expect(preview.exitCode).toBe(0);
    expect(await stack.destroy()).toMatchObject({ exitCode: 0 });
    expect(await service.admin.writes()).toEqual([]);
  });
});

leavesNoSecret(() => ({ bench, service }));
