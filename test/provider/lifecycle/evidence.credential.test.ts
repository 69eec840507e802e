import type { ApiKeyRecord, UpdateApiKeyBody } from "../../../provider/api/contract/api-key";
import type { KeyWrite, SelfVerdict } from "../../../provider/guards/guard";
import { findingsOf } from "../../../provider/guards/index";
import { evidenceOf, selfVerdict } from "../../../provider/lifecycle/evidence";
import { closeContexts, contextWith, type SmallContext, secretKey } from "./context";

afterEach(closeContexts);

const credential = "sk_live_4eC39HqLyjWDarjtT1zdp7dc";
const other = "sk_live_0aaaaaaaaaaaaaaaaaaa9999";
const apiKey = { "payments:apiKey": credential };
const manages = { scopes: ["api_keys:write", "accounts:read"] };

describe("whether a key is one that the run authenticates with", () => {
  test("is told by the value that state holds, and then nobody is asked", async () => {
    const { context, service } = await contextWith([{}], { config: apiKey });
    expect(await selfVerdict(context, "key_1", { value: credential, isGiven: false })).toBe("self");
    expect(await selfVerdict(context, "key_1", { value: credential, isGiven: true })).toBe("self");
    expect(await selfVerdict(context, "key_1", { value: other, isGiven: false })).toBe("other");
    expect(service.requests).toEqual([]);
  });

  test("is told by what the list shows where somebody gave that value, which may be another key's", async () => {
    const { context } = await contextWith([{}], { config: apiKey, shown: { key_1: { value: "sk_live_****p7dc" } } });
    expect(await selfVerdict(context, "key_1", { value: other, isGiven: true })).toBe("self");
    expect(await selfVerdict(context, "key_1", { value: other, isGiven: false })).toBe("other");
  });

  test("is told by what the list shows where no value is held, or none that is a text", async () => {
    const shown = { key_1: { value: "sk_live_****p7dc" }, key_2: { value: "sk_live_****9999" } };
    const { context } = await contextWith([{}, {}], { config: apiKey, shown });
    for (const value of [undefined, 7]) {
      expect(await selfVerdict(context, "key_1", { value, isGiven: false })).toBe("self");
      expect(await selfVerdict(context, "key_2", { value, isGiven: false })).toBe("other");
      expect(await selfVerdict(context, "key_3", { value, isGiven: false })).toBe("unknown");
    }
  });

  test("is told by the id that the configuration names", async () => {
    const { context } = await contextWith([{}], { config: { ...apiKey, "payments:apiKeyId": "key_1" } });
    expect(await selfVerdict(context, "key_1", { isGiven: false })).toBe("self");
    expect(await selfVerdict(context, "key_2", { isGiven: false })).toBe("other");
  });
});

describe("the credentials of the other profiles", () => {
  const profiles = (baseUrl: string, apiKeyId = "key_2"): Record<string, string> => ({
    ...apiKey,
    "payments:apiKeyId": "key_1",
    "payments:profiles": JSON.stringify({ eu: { baseUrl, apiKey: other, accountId: "acct_2", apiKeyId } }),
  });

  test("count where they are for the same service", async () => {
    const { context, service } = await contextWith([{}]);
    const here = await contextWith([{}], { config: profiles(service.url) });
    const atService = { ...here.context, connection: { ...here.context.connection, serviceUrl: service.url } };
    expect(await selfVerdict(atService, "key_2", { isGiven: false })).toBe("self");
    expect(await selfVerdict(atService, "key_1", { isGiven: false })).toBe("self");
    expect(await selfVerdict(atService, "key_3", { isGiven: false })).toBe("other");
    expect(await selfVerdict(atService, "key_9", { value: other, isGiven: false })).toBe("self");
    expect(context.configuration.profiles.size).toBe(0);
  });

  test("do not count where they are for another", async () => {
    const { context } = await contextWith([{}], { config: profiles("https://elsewhere.example.com") });
    expect(await selfVerdict(context, "key_2", { isGiven: false })).toBe("other");
    expect(await selfVerdict(context, "key_9", { value: other, isGiven: false })).toBe("other");
  });

  test("of the same value are one, known by whichever id is told first", async () => {
    const { context } = await contextWith([{}], { config: { ...apiKey } });
    const { connection, configuration } = context;
    const named = { ...connection, apiKeyId: "key_1" };
    for (const pair of [
      [named, { ...connection, apiKeyId: "key_2" }],
      [connection, named],
    ]) {
      const both = { ...configuration, main: pair[0]!, profiles: new Map([["eu", pair[1]!]]) };
      const told = { ...context, connection: pair[0]!, configuration: both };
      expect(await selfVerdict(told, "key_1", { isGiven: false })).toBe("self");
      expect(await selfVerdict(told, "key_2", { isGiven: false })).toBe("other");
    }
  });

  test("are the only ones where the stack has no account of its own", async () => {
    const { context } = await contextWith([{}], { config: { ...apiKey, "payments:apiKeyId": "key_1" } });
    const { main: _, ...configuration } = context.configuration;
    const { apiKeyId: __, ...connection } = context.connection;
    const told = { ...context, connection, configuration: { ...configuration, profiles: new Map() } };
    expect(await selfVerdict(told, "key_1", { isGiven: false })).toBe("unknown");
  });
});

describe("what the guards say of a key that may be the credential", () => {
  const known = { isGiven: false };
  const refusals = (context: SmallContext["context"], write: KeyWrite, live: ApiKeyRecord, self: SelfVerdict) => {
    const body = write.write === "update" ? write.merge(live) : undefined;
    return findingsOf(write, { ...evidenceOf(context, live.id), live, body, self }).map(({ why }) => why);
  };
  const deletion = (id: string, write: "delete" | "replace" = "delete"): KeyWrite => ({
    write,
    id,
    known,
    deletionGuard: "off",
  });

  test("is one line for what is refused, and nothing for what may be done", async () => {
    const { context } = await contextWith([]);
    expect(refusals(context, deletion("key_1"), secretKey("key_1", manages), "unknown")).toEqual([
      expect.stringMatching(/^API key key_1 holds api_keys:write.*deleting it could lock the run out/),
    ]);
    expect(refusals(context, deletion("key_1"), secretKey("key_1", manages), "other")).toStrictEqual([]);
    expect(refusals(context, deletion("key_1", "replace"), secretKey("key_1"), "unknown")).toStrictEqual([]);
  });

  test("is nothing in a run that allows the write by the key's id", async () => {
    const { context } = await contextWith([], { environment: { PAYMENTS_ALLOW_SELF: "key_1" } });
    expect(refusals(context, deletion("key_1"), secretKey("key_1"), "self")).toStrictEqual([]);
    expect(refusals(context, deletion("key_2"), secretKey("key_2"), "self")).toHaveLength(1);
  });

  test("concerns only an update that takes scopes from it", async () => {
    const { context } = await contextWith([]);
    const key = secretKey("key_1", manages);
    const update = (body: UpdateApiKeyBody | undefined): KeyWrite => ({
      write: "update",
      id: "key_1",
      known,
      path: "scopes",
      merge: () => body,
    });
    expect(refusals(context, update({ scopes: ["accounts:read"] }), key, "self")).toEqual([
      expect.stringContaining("taking scopes from it could lock the run out"),
    ]);
    expect(refusals(context, update({ scopes: [...manages.scopes, "x:read"] }), key, "self")).toStrictEqual([]);
    expect(refusals(context, update({ name: "renamed" }), key, "self")).toStrictEqual([]);
    expect(refusals(context, update(undefined), key, "self")).toStrictEqual([]);
  });
});
