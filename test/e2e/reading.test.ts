import type { AdminKey } from "./harness/admin";
import { leavesNoSecret } from "./harness/leaves-no-secret";
import { javascript } from "./harness/programs";
import type { Stack } from "./harness/stack";
import { bench, service, stackOf } from "./harness/started";

/** A credential with `api_keys:read` alone. */
let reader: AdminKey;
let billing: AdminKey;
beforeAll(async () => {
  reader = await colleagueMakes("reader", ["api_keys:read"]);
  billing = await colleagueMakes("billing", ["accounts:write"]);
});

const colleagueMakes = (name: string, scopes: string[]) =>
  service.admin.createKey({ account_id: service.accountId, type: "secret", name, scopes });

async function readingStack(name: string, body: string, credential = reader.value ?? ""): Promise<Stack> {
  const program = `const payments = require("pulumi-payments");\n${body}`;
  const stack = await stackOf(name, program);
  await stack.configure({}, { "payments:apiKey": credential });
  await service.admin.forget();
  return stack;
}

/** How often each operation was asked for since the last `forget()`. */
async function operations(): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { operation } of await service.admin.requests()) counts[operation] = (counts[operation] ?? 0) + 1;
  await service.admin.forget();
  return counts;
}

const lookUps = `
module.exports = async () => {
  const byName = await payments.getApiKey({ name: "billing" });
  const byId = await payments.getApiKey({ id: byName.id });
  const { apiKeys } = await payments.getApiKeys({ filter: { scope: "accounts:write", namePrefix: "bill" } });
  const later = payments.getApiKeyOutput({ name: pulumi.output("billing") });
  const missing = await payments.getApiKey({ name: "nobody" }).catch((error) => [
    error.code, payments.NotFoundError.isInstance(error),
  ]);
  return { byName, same: JSON.stringify(byName) === JSON.stringify(byId), writers: apiKeys.map(({ id }) => id), later: later.id, missing };
};`;

test("a program reads with api_keys:read alone: metadata in every form, GETs only, one walk and one more for what is missing", async () => {
  const stack = await readingStack("look-ups", lookUps);
  const preview = await stack.must("preview");
  expect(preview.output).not.toContain("error");
  expect(await operations()).toEqual({ "GET /v1/api-keys": 2 });
  await stack.mustUp();
  // In up the argument that is an Output is read anew.
  expect(await operations()).toEqual({ "GET /v1/api-keys": 3 });
  const { byName, ...others } = await stack.outputs();
  expect(others).toEqual({ same: true, writers: [billing.id], later: billing.id, missing: ["not-found", true] });
  expect(byName).toEqual({
    id: billing.id,
    name: "billing",
    type: "secret",
    scopes: ["accounts:write"],
    createdAt: expect.any(String),
    updatedAt: expect.any(String),
    accountId: service.accountId,
    serviceUrl: service.url,
  });
  expect((await stack.preview()).exitCode).toBe(0);
});

test("ten look-ups among 250 keys are three requests", async () => {
  const account = await service.admin.createMerchant();
  for (let index = 0; index < 250; index += 1) {
    await service.admin.createKey({ account_id: account, type: "secret", name: `key ${index}`, scopes: ["*"] });
  }
  const stack = await readingStack(
    "many",
    `module.exports = async () => {
      const asked = Array.from({ length: 10 }, (_, index) => payments.getApiKey({ name: "key " + index * 20 }));
      return { names: (await Promise.all(asked)).map(({ name }) => name) };
    };`,
    service.apiKey,
  );
  await stack.configure({ "payments:accountId": account });
  await stack.mustUp();
  expect((await stack.outputs()).names).toHaveLength(10);
  expect(await operations()).toEqual({ "GET /v1/api-keys": 3 });
});

test("what the run itself makes is unknown in its preview, and read anew once it is there", async () => {
  const stack = await readingStack(
    "own",
    `const key = new ApiKey("own", { type: "secret", name: "own", scopes: ["accounts:read"], deletionGuard: "off" });
    payments.getApiKeys();
    const found = payments.getApiKeyOutput({ id: key.id });
    const byName = payments.getApiKeyOutput({ name: "own" }, { dependsOn: key });
    module.exports = { name: found.name, id: byName.id, keyId: key.id };`,
    service.apiKey,
  );
  const preview = await stack.must("preview", "--json");
  expect(JSON.parse(preview.stdout).steps.map(({ op }: { op: string }) => op)).toEqual(["create", "create"]);
  // The program's walk and the provider's; nothing was looked for that is not there yet.
  expect(await operations()).toEqual({ "GET /v1/api-keys": 2 });
  await stack.mustUp();
  const { name, id, keyId } = await stack.outputs();
  expect([name, id]).toEqual(["own", keyId]);
  expect((await stack.preview()).exitCode).toBe(0);
  expect((await stack.destroy()).exitCode).toBe(0);
});

test("a failure that nobody catches ends the run with its message, and with no trace", async () => {
  await colleagueMakes("twin", ["accounts:read"]);
  const { id } = await colleagueMakes("twin", ["accounts:read"]);
  const stack = await readingStack(
    "twins",
    'module.exports = { id: payments.getApiKey({ name: "twin" }).then((key) => key.id) };',
  );
  const twins = await stack.preview();
  expect(twins.exitCode).toBe(1);
  expect(twins.output).toContain("2 keys have this name");
  expect(twins.output).toContain(id);
  expect(twins.output).not.toMatch(/^\s+at .*\.js:\d+/m);
  stack.write(
    javascript('module.exports = { id: require("pulumi-payments").getApiKeyOutput({ name: "nobody" }).id };'),
  );
  const missing = await stack.preview();
  expect(missing.exitCode).toBe(1);
  expect(missing.output).toContain('getApiKey of API key named "nobody"');
  expect(missing.output).toContain("there is no such key");
  expect(missing.output).not.toMatch(/^\s+at .*\.js:\d+/m);
});

test("a list that the service refuses or breaks off is no absence", async () => {
  const stack = await readingStack("faults", 'module.exports = { id: payments.getApiKey({ name: "billing" }) };');
  await service.admin.fault({ operation: "GET /v1/api-keys", count: 1_000, effect: "status", status: 404 });
  const { exitCode, output } = await stack.preview();
  await service.admin.clearFaults();
  expect(exitCode).toBe(1);
  expect(output).toContain("could not be read");
  expect(output).not.toContain("no such key");
  expect(Object.keys(await operations())).toEqual(["GET /v1/api-keys"]);
});

test("a profile and a variable of the environment give the credential, as they do for resources", async () => {
  const stack = await readingStack(
    "profiles",
    'module.exports = { id: payments.getApiKey({ name: "billing", profile: "eu" }).then(({ id }) => id) };',
  );
  await stack.must("config", "set", "--path", 'payments:profiles["eu"].accountId', service.accountId);
  await stack.configure({}, { "payments:apiKey": "sk_of_nobody_0123456789abcdef" });
  const refused = await stack.preview();
  expect(refused.output).toContain("the credential was refused");
  stack.env.PAYMENTS_PROFILE_EU_API_KEY = reader.value;
  await stack.mustUp();
  expect(await stack.outputs()).toEqual({ id: billing.id });
});

leavesNoSecret(() => ({ bench, service }));
