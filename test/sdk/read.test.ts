import { spawnSync } from "node:child_process";
import { join } from "node:path";
import type * as Sdk from "../../sdk/index";
import { closeWorlds, openWorld, type World } from "../provider/lifecycle/world";

type Pulumi = typeof import("@pulumi/pulumi");

let world: World;
let before: NodeJS.ProcessEnv;
beforeEach(async () => {
  world = await openWorld();
  before = { ...process.env };
  for (const name of Object.keys(process.env)) if (name.startsWith("PAYMENTS_")) delete process.env[name];
});
afterEach(async () => {
  process.env = before;
  await closeWorlds();
});

interface Program {
  sdk: typeof Sdk;
  pulumi: Pulumi;
}

// biome-ignore lint/suspicious/noExplicitAny: an Output's promises and whether it is a preview are not in the public types.
const insides = (value: unknown): any => value;

/** A program in a process of its own, with the stack's configuration. `preview`: as in `pulumi preview`. */
async function inProgram<Result>(
  work: (program: Program) => Promise<Result>,
  { preview = false, config = world.config } = {},
): Promise<Result> {
  let result: Result | undefined;
  await jest.isolateModulesAsync(async () => {
    const pulumi: Pulumi = require("@pulumi/pulumi");
    const sdk: typeof Sdk = require("../../sdk/index");
    pulumi.runtime.setAllConfig(config, ["payments:apiKey"]);
    insides(pulumi.runtime)._setIsDryRun(preview);
    result = await work({ sdk, pulumi });
  });
  return result as Result;
}

const makes = (name: string) => world.colleagueMakes({ type: "secret", name, scopes: ["accounts:read"] });

test("all forms read the service with the stack's own configuration, and share one walk", async () => {
  const { id } = await makes("billing");
  const found = await inProgram(async ({ sdk }) => [
    (await sdk.getApiKey({ id })).name,
    (await sdk.getApiKeys()).apiKeys.map(({ name }) => name),
    await insides(sdk.getApiKeyOutput({ name: "billing" }).id).promise(),
    (await insides(sdk.getApiKeysOutput({ filter: { namePrefix: "bill" } }).apiKeys).promise()).length,
  ]);
  expect(found).toEqual(["billing", ["billing"], id, 1]);
  expect(await world.counts()).toEqual({ "GET /v1/api-keys": 1 });
});

test("an endpoint is read in both forms", async () => {
  const id = world.sandbox.webhookEndpointId;
  const found = await inProgram(async ({ sdk }) => [
    (await sdk.getWebhookEndpoint({ id })).status,
    await insides(sdk.getWebhookEndpointOutput({ id }).status).promise(),
  ]);
  expect(found).toEqual(["active", "active"]);
});

test("the Output form waits for what is not known in a preview, and sends nothing", async () => {
  const known = await inProgram(
    async ({ sdk, pulumi }) => {
      const unknown = new (insides(pulumi.Output))(
        new Set(),
        Promise.resolve(undefined),
        Promise.resolve(false),
        Promise.resolve(false),
        Promise.resolve(new Set()),
      );
      const result = sdk.getApiKeyOutput({ id: unknown });
      return insides(result).isKnown;
    },
    { preview: true },
  );
  expect(known).toBe(false);
  expect(await world.counts()).toEqual({});
});

test("an argument that is an Output is read anew in up, and from the shared walk in a preview", async () => {
  const { id } = await makes("billing");
  for (const preview of [true, false]) {
    await world.forgetRequests();
    const scopes = await inProgram(
      async ({ sdk, pulumi }) => {
        await sdk.getApiKeys();
        await world.colleagueChanges(id, { scopes: [preview ? "api_keys:read" : "accounts:write"] });
        return insides(sdk.getApiKeyOutput({ id: pulumi.output(id) }).scopes).promise();
      },
      { preview },
    );
    expect(scopes).toEqual([preview ? "accounts:read" : "accounts:write"]);
    expect(await world.counts()).toEqual({ "GET /v1/api-keys": preview ? 1 : 2 });
  }
});

test("what depends on a resource is read anew in up, once the resource is there", async () => {
  await makes("billing");
  const asked = await inProgram(async ({ sdk, pulumi }) => {
    await sdk.getApiKeys();
    const resource = insides({ urn: pulumi.output("urn:pulumi:dev::shop::x:y:Z::resource") });
    const { id } = sdk.getApiKeyOutput({ name: "billing" }, { dependsOn: resource });
    return [typeof (await insides(id).promise()), (await world.counts())["GET /v1/api-keys"]];
  });
  expect(asked).toEqual(["string", 2]);
});

test("what is read by a secret is a secret", async () => {
  await makes("billing");
  const isSecret = await inProgram(
    async ({ sdk, pulumi }) => insides(sdk.getApiKeyOutput({ name: pulumi.secret("billing") })).isSecret,
  );
  expect(isSecret).toBe(true);
});

test("each failure is an error of its code, and what is not found has a class of its own", async () => {
  world.config["payments:absenceConfirmMs"] = "0";
  await makes("twin");
  await makes("twin");
  const failures = await inProgram(async ({ sdk }) => {
    const failureOf = (work: Promise<unknown>) =>
      work.then(
        () => undefined,
        (error) => {
          expect(error.stack).not.toMatch(/\n +at /);
          return [error.code, sdk.ReadingError.isInstance(error), sdk.NotFoundError.isInstance(error)];
        },
      );
    const found = [await failureOf(sdk.getApiKey({ id: "key_nobody" }))];
    found.push(await failureOf(sdk.getApiKey({ name: "twin" })));
    found.push(await failureOf(sdk.getApiKey({ id: "" })));
    await world.fault({ operation: "GET /v1/webhook-endpoints/{id}", count: 100, effect: "status", status: 403 });
    found.push(await failureOf(sdk.getWebhookEndpoint({ id: world.sandbox.webhookEndpointId })));
    return found;
  });
  expect(failures).toEqual([
    ["not-found", true, true],
    ["ambiguous", true, false],
    ["arguments", true, false],
    ["unreadable", true, false],
  ]);
  const code = await inProgram(({ sdk }) => sdk.getApiKeys().catch((error) => error.code), { config: {} });
  expect(code).toBe("configuration");
});

test("each run has a snapshot of its own, as the runs of one process of the Automation API have", async () => {
  await inProgram(async ({ sdk, pulumi }) => {
    for (const monitor of [{}, {}]) {
      insides(pulumi.runtime).getMonitor = () => monitor;
      await Promise.all([sdk.getApiKeys(), sdk.getApiKeys()]);
      await sdk.getApiKeys();
    }
  });
  expect(await world.counts()).toEqual({ "GET /v1/api-keys": 2 });
});

test("with the SDK's mocks the mock answers, and nothing is sent", async () => {
  const calls: unknown[] = [];
  const name = await inProgram(async ({ sdk, pulumi }) => {
    await pulumi.runtime.setMocks({
      newResource: ({ name: id, inputs }) => ({ id, state: inputs }),
      call: ({ token, inputs }) => {
        calls.push([token, inputs]);
        return { name: "from the mock" };
      },
    });
    const endpoint = sdk.getWebhookEndpointOutput({ id: "we_1" });
    expect((await insides(endpoint).promise()).name).toBe("from the mock");
    return (await sdk.getApiKey({ id: "key_1" })).name;
  });
  expect(name).toBe("from the mock");
  expect(calls).toEqual([
    ["payments:index:getWebhookEndpoint", { id: "we_1" }],
    ["payments:index:getApiKey", { id: "key_1" }],
  ]);
  expect(await world.counts()).toEqual({});
});

test("nothing of the provider is loaded with the package, only with the first reading", () => {
  const script = `
    require("./tools/typescript-hook.js");
    require("./sdk/index.js");
    const loaded = Object.keys(require.cache);
    const heavy = /^(?!.*node_modules).*\\/provider\\/(?!api.contract|text)|node_modules.(zod|undici)/;
    console.log(loaded.some((file) => file.endsWith("read.ts")), loaded.filter((file) => heavy.test(file)));
  `;
  const ran = spawnSync(process.execPath, ["-e", script], { cwd: join(__dirname, "..", ".."), encoding: "utf8" });
  expect(ran.stdout).toBe("true []\n");
});
