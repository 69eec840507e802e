// Long because: it drives every call that the engine makes, one after another, over one socket.
import { createRequire } from "node:module";
import type { ServiceError } from "@grpc/grpc-js";
import { pluginHandlers } from "../../../provider/native/plugin";
import { sdkMessages } from "../../../provider/native/sdk-messages";
import { type Serving, serveCalls } from "../../../provider/wire/server";
import { asSecret, isSecret } from "../../../provider/wire/special-values";
import { closeWorlds, openWorld, type World } from "../lifecycle/world";

const sdk = sdkMessages();
const { provider: messages, Struct } = sdk;
const { ResourceProviderClient } = createRequire(require.resolve("@pulumi/pulumi/package.json"))(
  "./proto/provider_grpc_pb.js",
);
const grpcOfSdk = createRequire(require.resolve("@pulumi/pulumi/package.json"))("@grpc/grpc-js");

const urn = (name: string, className = "ApiKey") => `urn:pulumi:dev::shop::payments:index:${className}::${name}`;
const providerUrn = (name: string) => `urn:pulumi:dev::shop::pulumi:providers:payments::${name}`;

type Raw = Record<string, unknown>;
// biome-ignore lint/suspicious/noExplicitAny: the messages of the engine, as a client without types sets them.
type Message = any;

/** A plugin as the engine reaches it: over a real socket, in the engine's own messages. */
interface Plugin {
  call(method: string, request: Message): Promise<Message>;
  close(): void;
}

let world: World;
let plugin: Plugin;
let before: NodeJS.ProcessEnv;
let printed: string[];
beforeEach(async () => {
  before = { ...process.env };
  for (const name of Object.keys(process.env)) if (name.startsWith("PAYMENTS_")) delete process.env[name];
  printed = [];
  for (const output of [process.stdout, process.stderr])
    jest.spyOn(output, "write").mockImplementation((text) => {
      printed.push(String(text));
      return true;
    });
  world = await openWorld();
  plugin = await open();
});
afterEach(async () => {
  plugin.close();
  jest.restoreAllMocks();
  process.env = before;
  await closeWorlds();
});

async function open(): Promise<Plugin> {
  const serving: Serving = await serveCalls(sdk.service, pluginHandlers(sdk, "9.9.9", { isRefreshAsked: false }));
  const client = new ResourceProviderClient(`127.0.0.1:${serving.port}`, grpcOfSdk.credentials.createInsecure());
  return {
    call: (method, request) =>
      new Promise((resolve, reject) =>
        client[method](request, (error: ServiceError | null, response: Message) =>
          error ? reject(error) : resolve(response),
        ),
      ),
    close() {
      client.close();
      serving.server.forceShutdown();
    },
  };
}

function message(name: string, fields: Record<string, unknown>): Message {
  const made = new (messages as unknown as Record<string, new () => Message>)[name]!();
  for (const [field, value] of Object.entries(fields)) {
    const isStruct = typeof value === "object" && value !== null && !Array.isArray(value);
    made[`set${field}`](isStruct ? Struct.fromJavaScript(value as Raw) : value);
  }
  return made;
}

const settings = (): Raw => ({
  baseUrl: world.sandbox.url,
  accountId: world.sandbox.accountId,
  apiKey: asSecret(world.sandbox.apiKey),
  absenceConfirmMs: "0",
  newKeyGraceMs: "0",
  deletionGuard: "off",
});
const configure = (args: Raw = settings(), name = "default_9_9_9") =>
  plugin.call("configure", message("ConfigureRequest", { Args: args, Urn: providerUrn(name) }));
const valuesIn = (struct: Message): Raw => struct?.toJavaScript() ?? {};

/** A resource as the engine makes one: checked, then created. */
async function created(
  name: string,
  args: Raw,
  className = "ApiKey",
): Promise<{ id: string; inputs: Raw; outputs: Raw }> {
  const request = message("CheckRequest", { Urn: urn(name, className), Olds: {}, News: args });
  const checked = await plugin.call("check", request);
  expect(checked.getFailuresList().map((each: Message) => each.getReason())).toEqual([]);
  const inputs = valuesIn(checked.getInputs());
  const response = await plugin.call(
    "create",
    message("CreateRequest", { Urn: urn(name, className), Properties: inputs }),
  );
  return { id: response.getId(), inputs, outputs: valuesIn(response.getProperties()) };
}
const secretKey = { type: "secret", scopes: ["accounts:read"] };

test("it introduces itself: what it accepts, its version and its schema", async () => {
  const handshake = await plugin.call(
    "handshake",
    message("ProviderHandshakeRequest", { EngineAddress: "127.0.0.1:1" }),
  );
  expect([handshake.getAcceptSecrets(), handshake.getAcceptResources()]).toEqual([true, true]);
  const configured = await configure();
  expect([configured.getAcceptsecrets(), configured.getSupportspreview()]).toEqual([true, true]);
  const empty = new sdk.Empty();
  expect((await plugin.call("getPluginInfo", empty)).getVersion()).toBe("9.9.9");
  const schema = JSON.parse((await plugin.call("getSchema", new messages.GetSchemaRequest())).getSchema());
  expect(schema).toMatchObject({ name: "payments", version: "9.9.9" });
});

test.each(["parameterize", "call", "construct", "getMapping"])(
  "%s, which it does not offer, is unimplemented",
  async (method) => {
    const requests = {
      parameterize: "ParameterizeRequest",
      call: "CallRequest",
      construct: "ConstructRequest",
      getMapping: "GetMappingRequest",
    };
    const request = message(requests[method as keyof typeof requests], {});
    await expect(plugin.call(method, request)).rejects.toMatchObject({ code: 12 });
  },
);

test("a value leaves as a secret, and so does what the program marked", async () => {
  await configure();
  const { inputs, outputs } = await created("ci", { ...secretKey, name: asSecret("named in secret") });
  expect(isSecret(outputs.value)).toBe(true);
  expect(isSecret(outputs.name)).toBe(true);
  expect(isSecret(inputs.name)).toBe(true);
  expect(outputs.scopes).toEqual(["accounts:read"]);
});

test("the value of a publishable key is plain where its argument says so, and secret elsewhere", async () => {
  await configure();
  const plain = await created("web", { type: "publishable", plainValue: true });
  expect(plain.outputs.value).toEqual(expect.any(String));
  const other = await created("shop", { type: "publishable" });
  expect(isSecret(other.outputs.value)).toBe(true);
});

test("a resource that no SDK tagged gets a tag of its own, which a later check keeps", async () => {
  await configure();
  const { inputs, outputs } = await created("ci", secretKey);
  const { tag } = inputs.__resource as { tag: string };
  expect(tag).toMatch(/^[0-9a-f]{8}$/);
  expect(outputs.name).toMatch(new RegExp(`^ci-${tag}-`));
  const moved = { ...inputs, __resource: { tag: "01234567" } };
  const again = await plugin.call("check", message("CheckRequest", { Urn: urn("ci"), Olds: moved, News: secretKey }));
  expect(valuesIn(again.getInputs()).__resource).toMatchObject({ tag: "01234567" });
});

test("an object that was made and is not as wanted fails with everything that state is to hold", async () => {
  await configure();
  const { id, inputs, outputs } = await created(
    "billing",
    { scopes: ["accounts:read"], rotation: { trigger: "a", overlapHours: 1 } },
    "RotatingApiKey",
  );
  await world.fault({ operation: "PATCH /v1/api-keys/{id}", effect: "status", status: 422, count: 10 });
  const news = { ...inputs, scopes: ["accounts:write"], rotation: { trigger: "b", overlapHours: 1 } };
  const request = message("UpdateRequest", {
    Id: id,
    Urn: urn("billing", "RotatingApiKey"),
    Olds: outputs,
    News: news,
  });
  const failure = await plugin.call("update", request).then(
    () => {
      throw new Error("did not fail");
    },
    (error: ServiceError) => error,
  );
  const { Status } = createRequire(require.resolve("@pulumi/pulumi/package.json"))("./proto/status_pb.js");
  const [bytes] = failure.metadata.get("grpc-status-details-bin");
  const [detail] = Status.deserializeBinary(bytes).getDetailsList();
  const saved = detail.unpack(messages.ErrorResourceInitFailed.deserializeBinary, "pulumirpc.ErrorResourceInitFailed");
  const properties = valuesIn(saved.getProperties());
  expect(saved.getId()).toBe(id);
  expect(isSecret(properties.value)).toBe(true);
  expect(properties.value).not.toEqual(outputs.value);
  expect(isSecret(properties.retiringValue)).toBe(true);
  expect(saved.getReasonsList()).toEqual([expect.stringContaining("422")]);
  expect(properties.__provider).toContain("pulumi-payments/runtime");
});

test("a preview sends nothing but readings, and a new key's value is secret and not known", async () => {
  await configure();
  const checked = await plugin.call("check", message("CheckRequest", { Urn: urn("ci"), Olds: {}, News: secretKey }));
  const request = message("CreateRequest", {
    Urn: urn("ci"),
    Properties: valuesIn(checked.getInputs()),
    Preview: true,
  });
  const outputs = valuesIn((await plugin.call("create", request)).getProperties());
  expect(outputs.value).toEqual(asSecret("04da6b54-80e4-46f7-96ec-b56ff0331ba9"));
  expect(outputs.scopes).toEqual(["accounts:read"]);
  expect(await world.writes()).toEqual([]);
});

test("one walk of the list serves the reading before a diff and the diff itself", async () => {
  await configure();
  const key = await created("ci", secretKey);
  plugin.close();
  plugin = await open();
  await configure();
  await world.forgetRequests();
  const read = message("ReadRequest", { Id: key.id, Urn: urn("ci"), Properties: key.outputs, Inputs: key.inputs });
  const found = await plugin.call("read", read);
  expect(found.getRefreshBeforeUpdate()).toBe(true);
  await plugin.call("check", message("CheckRequest", { Urn: urn("ci"), Olds: key.inputs, News: key.inputs }));
  const diff = message("DiffRequest", {
    Id: key.id,
    Urn: urn("ci"),
    Olds: valuesIn(found.getProperties()),
    News: key.inputs,
    OldInputs: key.inputs,
  });
  expect((await plugin.call("diff", diff)).getChanges()).toBe(1);
  expect(await world.counts()).toEqual({ "GET /v1/api-keys": 1 });
});

test("drift that a reading took into state is still reported as drift, once, with its path", async () => {
  await configure();
  const key = await created("ci", secretKey);
  await world.colleagueChanges(key.id, { scopes: ["accounts:read", "accounts:write"] });
  plugin.close();
  plugin = await open();
  await configure();
  const read = message("ReadRequest", { Id: key.id, Urn: urn("ci"), Properties: key.outputs, Inputs: key.inputs });
  const state = valuesIn((await plugin.call("read", read)).getProperties());
  expect(state.scopes).toEqual(["accounts:read", "accounts:write"]);
  const diff = (news: Raw) =>
    message("DiffRequest", { Id: key.id, Urn: urn("ci"), Olds: state, News: news, OldInputs: key.inputs });
  await plugin.call("diff", diff(key.inputs));
  await plugin.call("check", message("CheckRequest", { Urn: urn("ci"), Olds: key.inputs, News: key.inputs }));
  const response = await plugin.call("diff", diff(key.inputs));
  expect(response.getChanges()).toBe(2);
  expect([...response.getDetaileddiffMap().keys()]).toEqual(["scopes[1]"]);
  expect(response.getDiffsList()).toEqual(["scopes"]);
  expect(printed.join("").match(/drift: scopes/g)).toHaveLength(1);
});

test("refreshBeforeUpdate false asks the engine for no reading", async () => {
  await configure({ ...settings(), refreshBeforeUpdate: "false" });
  const request = message("CreateRequest", { Urn: urn("ci"), Properties: secretKey });
  expect((await plugin.call("create", request)).getRefreshBeforeUpdate()).toBe(false);
});

test("a wrong credential of an instance names the instance, and no variable that it would not read", async () => {
  await configure({ ...settings(), apiKey: asSecret("sk_wrong_credential_0123456789") }, "eu");
  const failure = plugin.call("create", message("CreateRequest", { Urn: urn("ci"), Properties: secretKey }));
  await expect(failure).rejects.toMatchObject({ details: expect.stringContaining("the apiKey of the provider eu") });
  await expect(failure).rejects.toMatchObject({ details: expect.not.stringContaining("PAYMENTS_API_KEY") });
});

test("a function reads by the plugin's own configuration, and what fails is a failure of the call", async () => {
  await configure();
  const { id } = await world.colleagueMakes({ type: "secret", name: "found", scopes: ["accounts:read"] });
  const invoke = (args: Raw) =>
    plugin.call("invoke", message("InvokeRequest", { Tok: "payments:index:getApiKey", Args: args }));
  const found = valuesIn((await invoke({ name: "found" })).getReturn());
  expect(found).toMatchObject({ id, scopes: ["accounts:read"] });
  expect(found).not.toHaveProperty("value");
  const [failure] = (await invoke({ id: "key_none" })).getFailuresList();
  expect(failure.getReason()).toMatch(/key_none/);
});

test.each([
  ["check", () => message("CheckRequest", { Urn: urn("x", "Nothing"), Olds: {}, News: {} })],
  ["invoke", () => message("InvokeRequest", { Tok: "payments:index:nothing", Args: {} })],
])("%s of what this version does not have says which package to install", async (method, request) => {
  await configure();
  await expect(plugin.call(method, request())).rejects.toMatchObject({ details: expect.stringContaining("Install") });
});

test("another version of the package than the plugin's is warned about once a run", async () => {
  await configure();
  const news = { ...secretKey, __resource: { tag: "01234567", version: "1.2.3" } };
  for (const name of ["ci", "web"])
    await plugin.call("check", message("CheckRequest", { Urn: urn(name), Olds: {}, News: news }));
  expect(
    printed.filter((line) => line.includes("uses pulumi-payments 1.2.3, and the plugin that runs is 9.9.9")),
  ).toHaveLength(1);
});

describe("a provider resource", () => {
  const check = (news: Raw, name: string) =>
    plugin.call("checkConfig", message("CheckRequest", { Urn: providerUrn(name), Olds: {}, News: news }));

  test("keeps its credential secret in state, whatever the program did", async () => {
    const { apiKey: _, ...plain } = settings();
    const checked = await check({ ...plain, apiKey: world.sandbox.apiKey }, "eu");
    const inputs = valuesIn(checked.getInputs());
    expect(isSecret(inputs.apiKey)).toBe(true);
    expect(inputs.baseUrl).toBe(world.sandbox.url);
  });

  test("is never replaced, whatever of it changes", async () => {
    const news = { ...settings(), apiKey: asSecret("sk_another_credential_1"), accountId: "acct_other" };
    const request = message("DiffRequest", { Urn: providerUrn("eu"), Olds: settings(), News: news });
    const diff = await plugin.call("diffConfig", request);
    expect(diff.getDiffsList().sort()).toEqual(["accountId", "apiKey"]);
    expect([diff.getChanges(), diff.getReplacesList()]).toEqual([2, []]);
    const same = message("DiffRequest", { Urn: providerUrn("eu"), Olds: settings(), News: settings() });
    expect((await plugin.call("diffConfig", same)).getChanges()).toBe(1);
  });
});

test("it says nothing on standard output, where the engine reads the port, and shows no credential anywhere", async () => {
  await configure({ ...settings(), apiKey: asSecret("sk_wrong_credential_0123456789") });
  await plugin
    .call("create", message("CreateRequest", { Urn: urn("ci"), Properties: secretKey }))
    .catch(() => undefined);
  expect(process.stdout.write).not.toHaveBeenCalled();
  expect(printed.join("")).not.toContain("0123456789");
});
