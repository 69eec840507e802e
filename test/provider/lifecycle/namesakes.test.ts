import { PaymentServiceError } from "../../../provider/api/errors";
import { namesakeLine } from "../../../provider/guards/duplicate-name";
import { createKey } from "../../../provider/lifecycle/create-key";
import { creationFindings } from "../../../provider/lifecycle/evidence";
import { readInputs } from "../../../provider/lifecycle/inputs";
import { claimName, reportTwins, warnAboutDuplicates } from "../../../provider/lifecycle/namesakes";
import { Refusal } from "../../../provider/lifecycle/refusal";
import { type ApiKeyArgs, apiKeyArgs } from "../../../provider/resources/api-key/fields";
import { recoveryOptions } from "../../../provider/text/recovery-options";
import { closeContexts, contextWith, type SmallContext, secretKey } from "./context";

afterEach(closeContexts);

const resource = { urn: "urn:1" };
type Args = Pick<ApiKeyArgs, "name" | "allowDuplicateName">;
type Resource = typeof resource;
/** What the guard says of a creation, in a plan. */
async function duplicateName(
  context: SmallContext["context"],
  args: Args,
  { urn }: Resource,
): Promise<string | undefined> {
  const findings = await creationFindings({ ...context, urn }, args.allowDuplicateName ? undefined : args.name);
  return findings[0]?.why;
}
/** A creation, right before which the guard is asked again. */
const refuseDuplicateName = (context: SmallContext["context"], { name, scopes }: ApiKeyArgs, { urn }: Resource) =>
  createKey({ ...context, urn }, { type: "secret", name: name!, scopes: scopes!, isUnique: true });
/** As the lifecycle hands on what a program declares. */
const told = (args: object) => readInputs<unknown>(apiKeyArgs, { ...args });
const mine = { type: "secret", scopes: ["accounts:read"], name: "mine" } as ApiKeyArgs;

test("another key of the name stands against a creation, and the refusal before it says so", async () => {
  const { context } = await contextWith([{ name: "mine" }, { name: "theirs" }]);
  const refusal = await duplicateName(context, mine, resource);
  expect(refusal).toMatch(/^account acct_1 has a live key named "mine" already.*\n {2}- key_1/);
  const refused = await refuseDuplicateName(context, mine, resource).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(Refusal);
  expect((refused as Refusal).message).toBe(`not created:\n${refusal}`);
});

test("no other key of the name stands against nothing, nor does one that state holds", async () => {
  const { context } = await contextWith([{ name: "mine" }]);
  expect(await duplicateName(context, { ...mine, name: "new" }, resource)).toBeUndefined();
  await expect(refuseDuplicateName(context, { ...mine, name: "new" }, resource)).resolves.toMatchObject({
    name: "new",
  });
  context.registry.record({ account: context.account, className: "ApiKey", id: "key_1" }, "urn:1");
  expect(await duplicateName(context, mine, resource)).toBeUndefined();
});

test("without a name of the user's, and where duplicates are allowed, nothing is read", async () => {
  const { context, service } = await contextWith([{ name: "mine" }]);
  const { name: _, ...unnamed } = mine;
  expect(await duplicateName(context, unnamed, resource)).toBeUndefined();
  expect(await duplicateName(context, { ...mine, allowDuplicateName: true }, resource)).toBeUndefined();
  expect(service.requests).toEqual([]);
});

test("the snapshot of the run serves, save after a creation of this name that was not answered", async () => {
  const { context, service } = await contextWith([]);
  expect(await duplicateName(context, mine, resource)).toBeUndefined();
  service.add({ name: "mine" });
  expect(await duplicateName(context, mine, resource)).toBeUndefined();
  expect(service.listRequests()).toBe(1);
  context.registry.doubt(context.account, "mine");
  expect(await duplicateName(context, mine, resource)).toContain("key_1");
});

test("a list that can't be read stands against it too, with the way on; in a preview it is the service's error", async () => {
  const { context } = await contextWith([], {
    options: { intercept: (_, response) => !!response.writeHead(403).end("{}") },
  });
  await expect(duplicateName(context, mine, resource)).rejects.toMatchObject({ code: "forbidden" });
  const refused = await refuseDuplicateName(context, mine, resource).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(Refusal);
  expect((refused as Refusal).message).toMatch(
    /^not created: whether there is another key named "mine" could not be checked: could not list .* To create it without the check, declare allowDuplicateName: true\.$/,
  );
});

test("a mistake of ours is thrown as it is", async () => {
  const { context } = await contextWith([]);
  const mistaken = { ...context, registry: undefined } as unknown as typeof context;
  await expect(refuseDuplicateName(mistaken, mine, resource)).rejects.toThrow(TypeError);
});

describe("the name of another resource of the program", () => {
  const second = { urn: "urn:2" };
  const refusal =
    'urn:1 of this program also declares the name "mine". Give each key its own name, or set allowDuplicateName: true on this one.';

  test("is refused to the second one, however the service spells it, and to nobody in another account", async () => {
    const { context } = await contextWith([]);
    expect(await duplicateName(context, mine, resource)).toBeUndefined();
    expect(await duplicateName(context, mine, second)).toBe(refusal);
    expect(await duplicateName(context, { ...mine, name: " mine " }, second)).toContain("urn:1 of this program");
    expect(await duplicateName(context, mine, resource)).toBeUndefined();
    const elsewhere = { ...context, account: { ...context.account, accountId: "acct_2" } };
    expect(await duplicateName(elsewhere, mine, second)).toBeUndefined();
  });

  test("is refused where that resource manages a live key of it, and not where it declares another name now", async () => {
    const { context } = await contextWith([{ name: "mine" }]);
    const place = { account: context.account, className: "ApiKey", id: "key_1" };
    context.registry.record(place, "urn:1");
    context.registry.manage(place, "urn:1");
    context.registry.object(place).declared = told(mine);
    expect(await duplicateName(context, mine, second)).toBe(refusal);
    const { context: renaming } = await contextWith([{ name: "mine" }]);
    const there = { ...place, account: renaming.account };
    renaming.registry.record(there, "urn:1");
    renaming.registry.manage(there, "urn:1");
    for (const args of [{ ...mine, name: "another" }, { type: "secret" }]) {
      renaming.registry.object(there).declared = told(args);
      expect(await duplicateName(renaming, mine, second)).toBeUndefined();
    }
  });
});

describe("among the resources that manage keys of one name", () => {
  const managed = async (managers: Record<string, string>) => {
    const { context } = await contextWith([{ name: "mine" }, { name: "mine" }]);
    for (const [id, urn] of Object.entries(managers)) {
      const place = { account: context.account, className: "ApiKey", id };
      context.registry.record(place, urn);
      context.registry.manage(place, urn);
      context.registry.object(place).declared = told(mine);
    }
    return context;
  };

  test("another one is found behind a key that the resource manages itself", async () => {
    const context = await managed({ key_2: "urn:2", key_1: "urn:1" });
    expect(await duplicateName(context, mine, { urn: "urn:2" })).toBe(namesakeLine("urn:1", "mine"));
  });

  test("none is refused while nothing tells what it declares", async () => {
    const context = await managed({ key_2: "urn:1", key_1: "urn:1" });
    for (const id of ["key_1", "key_2"])
      delete context.registry.object({ account: context.account, className: "ApiKey", id }).declared;
    expect(await duplicateName(context, mine, { urn: "urn:2" })).toBeUndefined();
  });

  test("a resource whose urn is not known is told of none, since it may be that one, and it claims no name", async () => {
    const context = await managed({ key_1: "urn:1", key_2: "urn:1" });
    expect(await creationFindings(context, "mine")).toEqual([]);
    expect(claimName(context, "new")).toBeUndefined();
    expect(claimName({ ...context, urn: "urn:2" }, "new")).toBeUndefined();
    expect(claimName({ ...context, urn: "urn:3" }, "new")).toBe("urn:2");
  });
});

const lineOf = (twin: string): string =>
  `warn: possible duplicate: API key ${twin} has the same name as key_2, "mine", and this stack's state does not record it. It may come from a create whose response was lost, from another run, or from a colleague. The provider leaves it alone. If nobody needs it:\n${recoveryOptions({ id: twin, createdAt: "2026-01-01" })}\nallowDuplicateName: true on this resource accepts keys of the same name.`;
const named = (name: string) => ({ name, created_at: "2026-01-01" });

describe("after a creation", () => {
  const created = secretKey("key_2", { name: "mine" });

  test("each other key of the name among the newest is reported, but none that state holds", async () => {
    const { context, said, service } = await contextWith([
      named("mine"),
      named("mine"),
      named("theirs"),
      named("mine"),
    ]);
    context.registry.record({ account: context.account, className: "ApiKey", id: "key_4" }, "urn:4");
    await reportTwins(context, created, "mine");
    expect(said).toEqual([lineOf("key_1")]);
    expect(service.listRequests()).toBe(1);
  });

  test("a key that cannot be read is passed over, and a list that cannot be read is said", async () => {
    const shown = { key_1: { scopes: 7 } as object };
    const { context, said } = await contextWith([named("mine"), named("mine")], { shown });
    await reportTwins(context, created, "mine");
    expect(said).toEqual([]);
    const refused = await contextWith([], {
      options: { intercept: (_, response) => !!response.writeHead(403).end("{}") },
    });
    await reportTwins(refused.context, created, "mine");
    expect(refused.said).toEqual([
      expect.stringMatching(
        /^warn: whether another run created a key named "mine" at the same moment is unknown: could not list .* The next preview checks again\.$/,
      ),
    ]);
  });

  test("a mistake of ours is thrown as it is", async () => {
    const { context } = await contextWith([]);
    const apiKeys = { ...context.account.apiKeys, newest: () => Promise.reject(new TypeError("a mistake")) };
    const mistaken = { ...context, account: { ...context.account, apiKeys } };
    await expect(reportTwins(mistaken, created, "mine")).rejects.toThrow("a mistake");
  });
});

describe("in a preview", () => {
  const live = secretKey("key_2", { name: "mine" });
  const prepared = async (args: object) => {
    const prepared = await contextWith([named("mine"), named("mine"), named("theirs"), named("mine")]);
    const { context } = prepared;
    const place = (id: string) => ({ account: context.account, className: "ApiKey", id });
    context.registry.record(place("key_4"), "urn:4");
    context.registry.object(place("key_2")).declared = told(args);
    return prepared;
  };

  test("each other live key of the declared name is reported, but none that state holds", async () => {
    const { context, said } = await prepared(mine);
    await warnAboutDuplicates(context, live);
    expect(said).toEqual([lineOf("key_1")]);
  });

  test("another resource that declares the same name is reported too", async () => {
    const { context, said } = await prepared(mine);
    claimName({ ...context, urn: "urn:1" }, "mine");
    context.registry.record({ account: context.account, className: "ApiKey", id: "key_1" }, "urn:1");
    await warnAboutDuplicates({ ...context, urn: "urn:2" }, live);
    expect(said).toEqual([`warn: ${namesakeLine("urn:1", "mine")}`]);
  });

  test("none is where the program declares no name, or allows it, or declares nothing", async () => {
    const { name: _, ...unnamed } = mine;
    for (const args of [unnamed, { ...mine, allowDuplicateName: true }]) {
      const { context, said, service } = await prepared(args);
      await warnAboutDuplicates(context, live);
      await warnAboutDuplicates(context, secretKey("key_9", { name: "mine" }));
      expect(said).toEqual([]);
      expect(service.requests).toEqual([]);
    }
  });

  test("a list that cannot be read reports none, and a mistake of ours is thrown", async () => {
    const { context, said } = await prepared(mine);
    const failing = (error: Error) => ({
      ...context,
      account: { ...context.account, apiKeys: { ...context.account.apiKeys, findByName: () => Promise.reject(error) } },
    });
    await warnAboutDuplicates(
      failing(
        new PaymentServiceError({
          code: "forbidden",
          attempt: { does: "create a key", operation: "GET", serviceUrl: "", accountId: "" },
          reason: "",
          advice: "",
        }),
      ),
      live,
    );
    expect(said).toEqual([]);
    await expect(warnAboutDuplicates(failing(new TypeError("a mistake")), live)).rejects.toThrow("a mistake");
  });
});
