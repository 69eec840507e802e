import type { ObservedAccount } from "../../../cli/orphans/classify";
import { candidateOf, type RemovalEvidence, remove } from "../../../cli/orphans/remove";
import type { StackState } from "../../../cli/stack-state";
import { tagsOf } from "../../../cli/stack-tags";
import type { ListedKey } from "../../../provider/api/listed-key";
import { type Configuration, readConfiguration } from "../../../provider/configuration/configuration";
import { generatedName, randomPart } from "../../../provider/lifecycle/generated-name";
import { typeToken } from "../../../sdk/reference";
import { tagOf } from "../../../sdk/tag";
import { type DialectService, speaking } from "../doctor/dialect";

const urnOf = (logical: string, stack = "dev") => `urn:pulumi:${stack}::shop::${typeToken("ApiKey")}::${logical}`;
const nameOf = (urn: string) => generatedName(urn, tagOf("organization", urn), randomPart());
const resource = (urn: string, id?: string, inputs: object = {}, outputs: object = {}) => ({
  urn,
  type: typeToken("ApiKey"),
  ...(id === undefined ? {} : { id }),
  inputs: { __resource: { tag: tagOf("organization", urn) }, ...inputs },
  outputs: { ...outputs },
});
const stack = (...resources: StackState["resources"]) => {
  const state: StackState = { name: { stack: "dev" }, resources, pending: [] };
  return { state, tags: tagsOf(state, { stack: "dev", project: "shop", organizations: ["organization"] }) };
};

function configured(environment: Record<string, string>): Configuration {
  const all = {
    PAYMENTS_BASE_URL: "https://x.example.com",
    PAYMENTS_ACCOUNT_ID: "acct_1",
    PAYMENTS_API_KEY: "sk_live_0123456789tail",
    ...environment,
  };
  const read = readConfiguration({ configured: () => undefined, configuredKeys: [], environment: all });
  return (read as { configuration: Configuration }).configuration;
}

function freshOf(
  configuration: Configuration,
  accounts: readonly ObservedAccount[],
  more: Partial<RemovalEvidence> = {},
): RemovalEvidence {
  const connection = configuration.main!;
  const places = accounts.map(({ accountId }) => ({ connection, accountId, configuration }));
  return {
    accounts: [...accounts],
    places,
    stacks: [stack()],
    connections: [connection],
    forced: new Set(),
    ...more,
  };
}

describe("which key may go", () => {
  const key = (id: string, name: string): ListedKey => ({
    id,
    record: { id, name, type: "secret", scopes: ["accounts:read"] },
  });
  const account = (...keys: ListedKey[]): ObservedAccount => ({
    serviceUrl: "https://x.example.com",
    accountId: "acct_1",
    keys,
    nowMs: 0,
  });
  const judged = (keys: ListedKey[], resources: StackState["resources"] = [], orphansOnly = false) => {
    const candidate = candidateOf(
      "key_1",
      freshOf(configured({}), [account(...keys)], { stacks: [stack(...resources)] }),
      orphansOnly,
    );
    return "refusal" in candidate ? candidate.refusal : "may go";
  };

  test("a proved orphan, by its id or with all others", () => {
    const orphan = [key("key_1", nameOf(urnOf("ci")))];
    expect([judged(orphan), judged(orphan, [], true)]).toEqual(["may go", "may go"]);
  });

  test("by its id a possible duplicate and a key that no stack knows, of an empty state too; with all others neither", () => {
    const declared = [resource(urnOf("ci"), "key_2", { name: "billing" })];
    for (const resources of [declared, []]) {
      expect(judged([key("key_1", "billing")], resources)).toBe("may go");
      expect(judged([key("key_1", "billing")], resources, true)).toContain("no longer an orphan");
    }
  });

  test("never one that a state holds, whatever its name; the refusal names the resource", () => {
    for (const name of ["by hand", nameOf(urnOf("ci"))])
      expect(judged([key("key_1", name)], [resource(urnOf("other"), "key_1")])).toContain(`${urnOf("other")} holds it`);
  });

  test("never one with the tag of another stack; the refusal asks for that stack", () => {
    expect(judged([key("key_1", nameOf(urnOf("ci", "prod")))])).toMatch(/tag [0-9a-f]{8}.*--stack/);
  });

  test("never one that a state may hold where it can't be read", () => {
    const encrypted = { "4dabf18193072939515e22adb298388d": "x" };
    const rotation = {
      ...resource(urnOf("billing"), "rotation-1", {}, { current: encrypted }),
      type: typeToken("RotatingApiKey"),
    };
    expect(judged([key("key_1", "by hand")], [rotation])).toContain("encrypted");
    expect(judged([key("key_1", nameOf(urnOf("ci")))], [rotation])).toContain("encrypted");
  });

  test("never one that is not listed, that two accounts list, or whose form is unknown", () => {
    expect(judged([key("key_2", "other")])).toContain("no account that was read lists it");
    expect(judged([{ id: "key_1", name: nameOf(urnOf("ci")), problem: "type" }])).toContain("can't be read");
    const both = [account(key("key_1", "a")), { ...account(key("key_1", "b")), accountId: "acct_2" }];
    expect(candidateOf("key_1", freshOf(configured({}), both), false)).toMatchObject({
      refusal: expect.stringContaining("--profile"),
    });
  });
});

describe("the gate of every removal", () => {
  let service: DialectService;
  /** The key that the command authenticates with. */
  let credential: { id: string; value: string };
  let onGet: ((path: string, body: { items?: { name: string }[] }) => object | undefined) | undefined;
  beforeEach(async () => {
    onGet = undefined;
    service = await speaking(({ method, path }, { body }) => (method === "GET" ? onGet?.(path, body) : undefined), {
      clock: "manual",
      now: "2026-01-01T00:00:00Z",
      // Enough to prove which key the credential is.
      redaction: "last4",
    });
    credential = await service.createKey({ name: "credential", scopes: ["*"] });
  });
  afterEach(() => service.close());

  interface Told {
    environment?: Record<string, string>;
    forced?: string[];
    others?: Configuration[];
    ageSeconds?: number;
  }
  const environmentOf = (value: string) => ({
    PAYMENTS_BASE_URL: service.url,
    PAYMENTS_ACCOUNT_ID: service.sandbox.accountId,
    PAYMENTS_API_KEY: value,
  });
  const withIds = () => ({ PAYMENTS_API_KEY_ID: credential.id });

  async function removed(id: string, told: Told = {}) {
    await service.sandbox.advance({ seconds: told.ageSeconds ?? 3_600 });
    const { names } = await listed();
    const configuration = configured({ ...environmentOf(credential.value), ...withIds(), ...told.environment });
    const keys = names.map((record) => ({ id: record.id, record }));
    const account = {
      serviceUrl: configuration.main!.serviceUrl,
      accountId: service.sandbox.accountId,
      keys,
      nowMs: 0,
    };
    const connections = [configuration, ...(told.others ?? [])].map(({ main }) => main!);
    const [removal] = await remove(
      [id],
      freshOf(configuration, [account], { connections, forced: new Set(told.forced) }),
      false,
    );
    const deleted = service.requests
      .filter(({ method }) => method !== "GET")
      .map(({ method, path }) => `${method} ${path}`);
    return { removal, deleted };
  }
  async function listed() {
    const answer = await fetch(`${service.sandbox.url}/v1/api-keys?limit=100`, {
      headers: { "payments-api-key": credential.value, "payments-account": service.sandbox.accountId },
    });
    const { items } = (await answer.json()) as { items: Record<string, string>[] };
    const names = items.map(({ id, name, type, scopes, created_at }) => ({
      id: id!,
      name: name!,
      type: type as "secret",
      scopes: scopes as unknown as string[],
      createdAt: created_at!,
    }));
    return { names };
  }
  /** The key is used once, now. */
  const use = async ({ value }: { value: string }) =>
    void (await fetch(`${service.sandbox.url}/v1/api-keys?limit=1`, {
      headers: { "payments-api-key": value, "payments-account": service.sandbox.accountId },
    }));

  test("an old key that shows no use goes, by one DELETE", async () => {
    const { id } = await service.createKey({ name: "old" });
    expect(await removed(id)).toEqual({ removal: { id, removed: true }, deleted: [`DELETE /v1/api-keys/${id}`] });
  });

  test("one that is so young that a run may still save it takes --force, or PAYMENTS_FORCE", async () => {
    const { id } = await service.createKey({ name: "young" });
    const young = await removed(id, { ageSeconds: 60 });
    expect(young).toMatchObject({
      removal: { removed: false, why: expect.stringContaining(`--force ${id}`) },
      deleted: [],
    });
    expect((await removed(id, { ageSeconds: 0, forced: [id] })).removal).toMatchObject({ removed: true });
    const next = await service.createKey({ name: "next" });
    const told = { ageSeconds: 0, environment: { PAYMENTS_FORCE: next.id } };
    expect((await removed(next.id, told)).removal).toMatchObject({ removed: true });
  });

  test("one that was used within the deletion guard takes --force, and the note says when it was used", async () => {
    const used = await service.createKey({ name: "used" });
    await use(used);
    const refused = await removed(used.id);
    expect(refused).toMatchObject({
      removal: { removed: false, why: expect.stringMatching(/last used.*something uses it.*--force/) },
      deleted: [],
    });
    const forced = await removed(used.id, { forced: [used.id] });
    expect(forced.removal).toMatchObject({ removed: true, note: expect.stringContaining("last used") });
  });

  test("the credential itself never goes, whatever is requested", async () => {
    const everything = {
      environment: { PAYMENTS_FORCE: credential.id, PAYMENTS_ALLOW_SELF: credential.id },
      forced: [credential.id],
    };
    for (const known of [withIds(), { PAYMENTS_API_KEY_ID: "" }]) {
      const told = { ...everything, environment: { ...everything.environment, ...known } };
      expect(await removed(credential.id, told)).toMatchObject({
        removal: { removed: false, why: expect.stringContaining("authenticates with") },
        deleted: [],
      });
    }
  });

  test("nor does the credential of another stack that was given, though both look at one account", async () => {
    const others = await service.createKey({ name: "the other stack's", scopes: ["*"] });
    const environment = { ...environmentOf(others.value), PAYMENTS_API_KEY_ID: others.id };
    const refused = await removed(others.id, { forced: [others.id], others: [configured(environment)] });
    expect(refused).toMatchObject({
      removal: { removed: false, why: expect.stringContaining("authenticates with") },
      deleted: [],
    });
  });

  test("one that may be the credential, for all that is known, takes payments:apiKeyId", async () => {
    const { id } = await service.createKey({ name: "wide", scopes: ["*"] });
    // The list shows nothing of any value.
    onGet = (_, body) =>
      body.items && { body: { ...body, items: body.items.map((item) => ({ ...item, value: undefined })) } };
    const refused = await removed(id, { environment: { PAYMENTS_API_KEY_ID: "" } });
    expect(refused).toMatchObject({
      removal: { removed: false, why: expect.stringContaining("payments:apiKeyId") },
      deleted: [],
    });
    expect((await removed(id)).removal).toMatchObject({ removed: true });
  });

  test("one that is called otherwise right before the deletion stays", async () => {
    const { id } = await service.createKey({ name: "by hand" });
    onGet = (_, body) =>
      body.items && {
        body: {
          ...body,
          items: body.items.map((item) => (item.name === "by hand" ? { ...item, name: "in use now" } : item)),
        },
      };
    expect(await removed(id)).toMatchObject({
      removal: { removed: false, why: expect.stringContaining("in use now") },
      deleted: [],
    });
  });
});
