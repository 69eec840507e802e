import type { Finding, KeyDeletion, KeyUpdate } from "../../../provider/guards/guard";
import { deleteAttempt, deleteKey, GuardRefusal, updateKey } from "../../../provider/lifecycle/apply";
import type { KeyService, SeenRequest } from "../api/fake-service";
import { closeContexts, contextWith } from "./context";

afterEach(closeContexts);

const credential = "sk_live_4eC39HqLyjWDarjtT1zdp7dc";
const config = { "payments:apiKey": credential, "payments:absenceConfirmMs": "0", "payments:newKeyGraceMs": "0" };
const other = { value: "sk_live_0aaaaaaaaaaaaaaaaaaa9999", isGiven: false };
const writesOf = (service: KeyService): string[] =>
  service.requests.filter(({ method }) => method !== "GET").map(({ method, path }: SeenRequest) => `${method} ${path}`);
const deletion = (id: string, more: Partial<KeyDeletion> = {}): KeyDeletion => ({
  write: "delete",
  id,
  known: other,
  deletionGuard: "off",
  ...more,
});
const update = (merge: KeyUpdate["merge"], known: KeyUpdate["known"] = other): KeyUpdate => ({
  write: "update",
  id: "key_1",
  path: "scopes",
  known,
  merge,
});
const inUse = (...lines: string[]) => ({ against: (): Finding[] => lines.map((why) => ({ guard: "deletion", why })) });
const findings = async (run: Promise<unknown>): Promise<string[]> => {
  const thrown = await run.catch((error: unknown) => error);
  if (!(thrown instanceof GuardRefusal)) throw thrown;
  return thrown.refusals.map(({ guard }) => guard);
};

describe("a deletion", () => {
  test("of a key that nothing keeps is sent without a reading", async () => {
    const { context, service } = await contextWith([{}], { config });
    expect(await deleteKey(context, deletion("key_1"))).toBe("deleted");
    expect(service.requests.map(({ method }) => method)).toEqual(["DELETE"]);
  });

  test("of a key that is proved absent sends nothing", async () => {
    const { context, service } = await contextWith([{}], { config });
    expect(await deleteKey(context, deletion("key_9", inUse()))).toBe("already-absent");
    expect(await deleteKey(context, deletion("key_9"))).toBe("already-absent");
    expect(writesOf(service)).toEqual([]);
  });

  test("of a key that is absent reads the list no more often than its proof needs, which serves other keys too", async () => {
    const { context, service } = await contextWith([{}], { config });
    expect(await deleteKey(context, deletion("key_9", inUse()))).toBe("already-absent");
    expect(service.listRequests()).toBe(2);
    expect(await deleteKey(context, deletion("key_8", inUse()))).toBe("already-absent");
    expect(service.listRequests()).toBe(2);
  });

  test("of a key that somebody deleted since the run's snapshot asks no guard and sends nothing", async () => {
    const { context, service } = await contextWith([{}, {}], { config });
    await context.account.apiKeys.all();
    service.keys.splice(0);
    expect(await deleteKey(context, deletion("key_1", inUse("in use")))).toBe("already-absent");
    expect(writesOf(service)).toEqual([]);
  });

  test("with a guard that asks for hours reads how the key is used, also where nothing else is against it", async () => {
    const shown = { key_1: { last_used: new Date().toISOString() } };
    const { context, service } = await contextWith([{}], { config, shown });
    const guarded = deletion("key_1", { deletionGuard: { unusedHours: 24 } });
    expect(await findings(deleteKey(context, guarded))).toEqual(["deletion"]);
    expect(writesOf(service)).toEqual([]);
  });

  test("that is answered with a refusal is done where the key is absent, and fails where it is not", async () => {
    const refusing = {
      intercept: (request: SeenRequest, response: { writeHead(status: number): { end(): unknown } }) =>
        request.method === "DELETE" && !!response.writeHead(400).end(),
    };
    const { context } = await contextWith([{}], { config, options: refusing });
    expect(await deleteKey(context, deletion("key_9"))).toBe("already-absent");
    await expect(deleteKey(context, deletion("key_1"))).rejects.toMatchObject({ code: "invalid-request" });
  });

  test("reads the key again, and asks the guard about what it is now", async () => {
    const { context, service } = await contextWith([{}], { config });
    await context.account.apiKeys.all();
    service.keys[0]!.name = "renamed since";
    const seen: string[] = [];
    const against: KeyDeletion["against"] = ({ name }) => {
      seen.push(name);
      return [];
    };
    await deleteKey(context, deletion("key_1", { against }));
    expect(seen).toEqual(["renamed since"]);
  });

  test("is refused by each guard, and then nothing is sent", async () => {
    const { context, service } = await contextWith([{ scopes: ["*"] }], { config });
    const unproved = { known: { isGiven: false } };
    expect(await findings(deleteKey(context, deletion("key_1", unproved)))).toEqual(["credential"]);
    expect(
      await findings(deleteKey(context, deletion("key_1", { known: { value: credential, isGiven: false } }))),
    ).toEqual(["credential"]);
    expect(await findings(deleteKey(context, deletion("key_1", inUse("in use"))))).toEqual(["deletion"]);
    expect(await findings(deleteKey(context, deletion("key_1", { ...unproved, ...inUse("in use") })))).toEqual([
      "credential",
      "deletion",
    ]);
    expect(
      await findings(
        deleteKey(context, deletion("key_1", { against: () => [{ guard: "ownership", why: "another's" }] })),
      ),
    ).toEqual(["ownership"]);
    expect(writesOf(service)).toEqual([]);
  });
});

test("a refusal says each reason on a line of its own, and what was not done", async () => {
  const { context } = await contextWith([{ scopes: ["*"] }], { config });
  const refused = deleteKey(context, deletion("key_1", { known: { isGiven: false }, ...inUse("in use", "and again") }));
  await expect(refused).rejects.toThrow(
    /^not deleted:\nAPI key key_1 holds every scope .*, so deleting it could lock .*\nin use\nand again$/,
  );
  const own = { value: credential, isGiven: false };
  const narrowing = updateKey(
    context,
    update(() => ({ scopes: ["accounts:read"] }), own),
  );
  await expect(narrowing).rejects.toThrow(/^not changed:\nAPI key key_1 is the one that this run authenticates with/);
});

test("a key that cannot be looked at is not deleted", async () => {
  const options = {
    intercept: (request: SeenRequest, response: { writeHead(status: number): { end(): unknown } }) =>
      request.method === "GET" && !!response.writeHead(403).end(),
  };
  const { context, service } = await contextWith([{}], { config, options });
  const unseen = deleteKey(context, deletion("key_1", inUse()));
  await expect(unseen).rejects.toMatchObject({ code: "forbidden" });
  expect(writesOf(service)).toEqual([]);
});

test("an update that has nothing to write sends nothing", async () => {
  const { context, service } = await contextWith([{}], { config });
  expect(
    await updateKey(
      context,
      update(() => undefined),
    ),
  ).toMatchObject({ id: "key_1" });
  expect(writesOf(service)).toEqual([]);
});

describe("what this run's own attempt created", () => {
  const name = "ci-0123abcd-abcdefgh";
  const attempt = (wasListed = true) => ({
    type: "secret" as const,
    name,
    before: { knows: (id: string) => id === "key_known", wasListed },
  });

  test("is deleted though it holds every scope: the credential is older", async () => {
    const { context, service } = await contextWith([{ name, scopes: ["*"] }], { config });
    expect(await deleteAttempt(context, "key_1", attempt())).toBe("deleted");
    expect(writesOf(service)).toEqual(["DELETE /v1/api-keys/key_1"]);
  });

  test("is left where no list showed before that it was not there, and it may be the credential", async () => {
    const { context, service } = await contextWith([{ name, scopes: ["*"] }], { config });
    expect(await findings(deleteAttempt(context, "key_1", attempt(false)))).toEqual(["credential"]);
    expect(writesOf(service)).toEqual([]);
  });

  test.each([
    ["another name by now", { id: "key_1", name: `Copy of ${name}` }, "ownership"],
    ["another type", { id: "key_1", name, type: "publishable" as const }, "ownership"],
    ["an id that was there before", { id: "key_known", name }, "ownership"],
  ])("is left where it has %s", async (_, key, guard) => {
    const { context, service } = await contextWith([key], { config });
    expect(await findings(deleteAttempt(context, key.id, attempt()))).toEqual([guard]);
    expect(writesOf(service)).toEqual([]);
  });

  test("is left with a reason that names it", async () => {
    const { context } = await contextWith([{ name: "theirs" }], { config });
    await expect(deleteAttempt(context, "key_1", attempt())).rejects.toThrow(
      'not deleted:\nAPI key key_1 is left alone: its name is "theirs", and "ci-0123abcd-abcdefgh" was requested, so this run did not create it',
    );
    const used = await contextWith([{ name }], { config, shown: { key_1: { last_used: "2026-01-01T00:00:00Z" } } });
    await expect(deleteAttempt(used.context, "key_1", attempt())).rejects.toThrow(
      "API key key_1 was used at 2026-01-01T00:00:00Z, so somebody has its value",
    );
  });

  test("is left where somebody has used it", async () => {
    const shown = { key_1: { last_used: "2026-01-01T00:00:00Z" } };
    const { context, service } = await contextWith([{ name }], { config, shown });
    expect(await findings(deleteAttempt(context, "key_1", attempt()))).toEqual(["deletion"]);
    expect(writesOf(service)).toEqual([]);
  });
});

describe("an update", () => {
  const scopes = ["accounts:read", "api_keys:write"];

  test("that takes scopes from the run's own credential is refused, and nothing is sent", async () => {
    const { context, service } = await contextWith([{ scopes }], { config });
    const narrowing = () => ({ scopes: ["accounts:read"] });
    const own = { value: credential, isGiven: false };
    expect(await findings(updateKey(context, update(narrowing, own)))).toEqual(["credential"]);
    expect(await findings(updateKey(context, update(narrowing, { isGiven: false })))).toEqual(["credential"]);
    expect(writesOf(service)).toEqual([]);
    await updateKey(context, update(narrowing));
    expect(service.keys[0]!.scopes).toEqual(["accounts:read"]);
  });

  test("that gives the key a name which another resource declares is refused", async () => {
    const { context, service } = await contextWith([{}], { config });
    const rename: KeyUpdate = { ...update(() => ({ name: "mine" })), uniqueName: "mine" };
    await updateKey({ ...context, urn: "urn:1" }, rename);
    expect(service.keys[0]!.name).toBe("mine");
    await expect(updateKey({ ...context, urn: "urn:2" }, { ...rename, id: "key_2" })).rejects.toThrow(
      /^not changed:\nurn:1 of this program also declares the name "mine"\./,
    );
    expect(writesOf(service)).toEqual(["PATCH /v1/api-keys/key_1"]);
  });

  test("that adopts a key is refused where another resource has it, and where it is of another type", async () => {
    const { context, service } = await contextWith([{}, { type: "publishable" }], { config });
    const adoption: KeyUpdate = { ...update(() => ({ name: "adopted" })), adopts: { type: "secret" } };
    context.registry.record({ account: context.account, className: "ApiKey", id: "key_1" }, "urn:1");
    await expect(updateKey({ ...context, urn: "urn:2" }, adoption)).rejects.toThrow(
      /^not adopted:\nAPI key key_1 can't be adopted: urn:1 of this stack manages it already\./,
    );
    await expect(updateKey({ ...context, urn: "urn:2" }, { ...adoption, id: "key_2" })).rejects.toThrow(
      "not adopted:\nAPI key key_2 is publishable, and the program declares secret. Declare its type, or name another key.",
    );
    expect(writesOf(service)).toEqual([]);
  });

  test("that renames the credential or gives it more is sent", async () => {
    const { context, service } = await contextWith([{ scopes }], { config });
    const own = { value: credential, isGiven: false };
    await updateKey(
      context,
      update(() => ({ name: "renamed" }), own),
    );
    await updateKey(
      context,
      update((now) => ({ scopes: [...now.scopes, "accounts:write"] }), own),
    );
    expect(service.keys[0]).toMatchObject({ name: "renamed", scopes: [...scopes, "accounts:write"] });
  });
});
