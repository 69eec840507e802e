import type { KeyUpdate } from "../../../provider/guards/guard";
import { adoptionEvidence, creationFindings, updateEvidence } from "../../../provider/lifecycle/evidence";
import { closeContexts, contextWith, secretKey } from "./context";

afterEach(closeContexts);

const config = { "payments:apiKey": "sk_live_4eC39HqLyjWDarjtT1zdp7dc", "payments:apiKeyId": "key_1" };
const update = (more: Partial<KeyUpdate> = {}): KeyUpdate => ({
  write: "update",
  id: "key_1",
  known: { isGiven: false },
  path: "scopes",
  merge: () => undefined,
  ...more,
});
const adoption = update({ adopts: { type: "secret" } });

describe("who has a key that is adopted", () => {
  const prepared = async () => {
    const { context } = await contextWith([]);
    const place = { account: context.account, className: "ApiKey", id: "key_1" };
    const as = (urn: string) => adoptionEvidence({ ...context, urn }, adoption);
    return { context, place, registry: context.registry, as };
  };

  test("is nobody the first time, and then the resource that adopted it", async () => {
    const { as } = await prepared();
    expect(as("urn:1")).toEqual({ managedBy: undefined });
    expect(as("urn:2")).toEqual({ managedBy: "urn:1" });
    expect(as("urn:1")).toEqual({ managedBy: undefined });
  });

  test("is the resource whose state records it, and then nothing is claimed", async () => {
    const { as, registry, place } = await prepared();
    registry.record(place, "urn:3");
    expect(as("urn:1")).toEqual({ recordedBy: "urn:3" });
    expect(registry.managerOf(place, "urn:2")).toBeUndefined();
  });

  test("is nobody where only a refresh met it", async () => {
    const { as, registry, place } = await prepared();
    registry.record(place, "");
    expect(as("urn:1")).toEqual({ managedBy: undefined });
  });

  test("is not claimed by a resource whose urn is not known, or by an update that adopts nothing", async () => {
    const { context, registry, place } = await prepared();
    expect(adoptionEvidence(context, adoption)).toEqual({ managedBy: undefined });
    expect(adoptionEvidence({ ...context, urn: "urn:1" }, update())).toEqual({});
    expect(registry.managerOf(place, "urn:2")).toBeUndefined();
  });
});

describe("the evidence for an update", () => {
  const live = secretKey("key_1", { scopes: ["accounts:read", "api_keys:write"] });

  test("holds the key, what is written on it, and who declares its name", async () => {
    const { context } = await contextWith([], { config, environment: { PAYMENTS_ALLOW_SELF: "key_1" } });
    const body = { name: "mine" };
    const rename = update({ uniqueName: "mine", merge: () => body });
    const { connection, account } = context;
    const common = { accountId: account.accountId, connection, selfAllowed: true, live, body };
    expect(await updateEvidence({ ...context, urn: "urn:1" }, rename, live)).toEqual({
      ...common,
      namesakes: { declaredBy: undefined, keys: [] },
    });
    expect(await updateEvidence({ ...context, urn: "urn:2" }, rename, live)).toEqual({
      ...common,
      namesakes: { declaredBy: "urn:1", keys: [] },
    });
  });

  test("tells whether the run authenticates with the key only where the update takes scopes from it", async () => {
    const { context } = await contextWith([], { config });
    const taking = update({ merge: () => ({ scopes: ["accounts:read"] }) });
    expect((await updateEvidence(context, taking, live)).self).toBe("self");
    expect((await updateEvidence(context, { ...taking, id: "key_2" }, live)).self).toBe("other");
    const unproved = await contextWith([]);
    expect(await updateEvidence(unproved.context, update(), live)).not.toHaveProperty("self");
    expect(unproved.service.requests).toEqual([]);
    expect((await updateEvidence(unproved.context, taking, live)).self).toBe("unknown");
    expect(unproved.service.listRequests()).toBe(1);
  });
});

test("a creation that gives no declared name asks nobody, and one that does names its account in a refusal", async () => {
  const { context, service } = await contextWith([{ name: "mine" }]);
  expect(await creationFindings(context, undefined)).toEqual([]);
  expect(service.requests).toEqual([]);
  expect(await creationFindings(context, "mine")).toEqual([
    {
      guard: "duplicate-name",
      path: "name",
      why: expect.stringMatching(/^account acct_1 has a live key named "mine"/),
    },
  ]);
});
