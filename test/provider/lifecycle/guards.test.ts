import type { KeyCreation, KeyDeletion, KeyUpdate } from "../../../provider/guards/guard";
import { postponedDeletions, refusalsOfPlan } from "../../../provider/lifecycle/guards";
import type { KeyService, SeenRequest } from "../api/fake-service";
import { closeContexts, contextWith } from "./context";

afterEach(closeContexts);

const credential = "sk_live_4eC39HqLyjWDarjtT1zdp7dc";
const config = { "payments:apiKey": credential, "payments:absenceConfirmMs": "0", "payments:newKeyGraceMs": "0" };
const unproved = { isGiven: false };
const other = { value: "sk_live_0aaaaaaaaaaaaaaaaaaa9999", isGiven: false };
const create = (uniqueName?: string): KeyCreation => ({ write: "create", uniqueName });
const update = (more: Partial<KeyUpdate> = {}): KeyUpdate => ({
  write: "update",
  id: "key_1",
  known: unproved,
  path: "scopes",
  merge: () => ({ scopes: ["accounts:read"] }),
  ...more,
});
const deletion = (more: Partial<KeyDeletion> = {}): KeyDeletion => ({
  write: "replace",
  id: "key_1",
  known: other,
  deletionGuard: { unusedHours: 24 },
  ...more,
});
const writesOf = ({ requests }: KeyService): string[] =>
  requests.filter(({ method }: SeenRequest) => method !== "GET").map(({ method }: SeenRequest) => method);

test("a plan without writes asks nobody", async () => {
  const { context, service } = await contextWith([{}], { config });
  expect(await refusalsOfPlan(context, [])).toEqual([]);
  expect(service.requests).toEqual([]);
});

test("each write of a plan is asked about, and each refusal has the argument that it is about", async () => {
  const managing = { scopes: ["api_keys:write", "accounts:read"] };
  const { context, service } = await contextWith([managing, { name: "mine" }], { config });
  const problems = await refusalsOfPlan(context, [create("mine"), update(), deletion({ known: unproved })]);
  expect(problems.map(({ path }) => path)).toEqual(["name", "scopes", "the replacement"]);
  expect(problems.map(({ message }) => message)).toEqual([
    expect.stringContaining('has a live key named "mine" already'),
    expect.stringContaining("taking scopes from it could lock the run out"),
    expect.stringContaining("replacing it could lock the run out"),
  ]);
  expect(writesOf(service)).toEqual([]);
});

test("a credential that may not write keys is refused where the plan sends a write, and not where it sends none", async () => {
  const own = { ...config, "payments:apiKeyId": "key_1" };
  const { context } = await contextWith([{ scopes: ["api_keys:read"] }, {}], { config: own });
  const lacks = [{ path: "payments:apiKey", message: expect.stringContaining("lacks api_keys:write") }];
  expect(await refusalsOfPlan(context, [create()])).toEqual(lacks);
  expect(await refusalsOfPlan(context, [update({ id: "key_2", known: other })])).toEqual(lacks);
  expect(await refusalsOfPlan(context, [deletion({ id: "key_2" })])).toEqual(lacks);
  expect(await refusalsOfPlan(context, [update({ id: "key_2", merge: () => undefined })])).toEqual([]);
  expect(await refusalsOfPlan(context, [update({ id: "key_9" })])).toEqual([]);
});

test("an adoption of a key that is not there is refused; an update or a deletion of one has nothing to refuse", async () => {
  const { context } = await contextWith([], { config });
  expect(await refusalsOfPlan(context, [update({ adopts: { type: "secret" } })])).toEqual([
    {
      path: "adoptId",
      message: expect.stringMatching(/^there is no API key key_1 in account acct_1 .*Check adoptId and /),
    },
  ]);
  expect(await refusalsOfPlan(context, [update(), deletion()])).toEqual([]);
});

test("an adoption of a key that another resource records is refused before anything is read", async () => {
  const { context, service } = await contextWith([{}], { config });
  context.registry.record({ account: context.account, className: "ApiKey", id: "key_1" }, "urn:1");
  expect(await refusalsOfPlan(context, [update({ adopts: { type: "secret" } })])).toEqual([
    { path: "adoptId", message: expect.stringContaining("urn:1 of this stack manages it already") },
  ]);
  expect(service.requests).toEqual([]);
});

test("a name that another resource of the program declares is refused to an update", async () => {
  const { context } = await contextWith([{}], { config });
  const rename = update({ uniqueName: "mine", known: other, merge: () => ({ name: "mine" }) });
  expect(await refusalsOfPlan({ ...context, urn: "urn:1" }, [rename])).toEqual([]);
  expect(await refusalsOfPlan({ ...context, urn: "urn:2" }, [rename])).toEqual([
    { path: "name", message: expect.stringContaining("urn:1 of this program also declares the name") },
  ]);
});

test("what passes with a warning is reported and refuses nothing", async () => {
  const lastUsed = new Date().toISOString();
  const shown = { key_1: { last_used: lastUsed } };
  const environment = { PAYMENTS_FORCE: "key_1" };
  const forced = await contextWith([{}], { config, shown, environment });
  expect(await refusalsOfPlan(forced.context, [deletion()])).toEqual([]);
  expect(forced.said).toEqual([
    expect.stringMatching(/^warn: API key key_1 was last used at .*PAYMENTS_FORCE names it/),
  ]);
  const unshown = await contextWith([{}], { config });
  expect(await refusalsOfPlan(unshown.context, [deletion()])).toEqual([]);
  expect(unshown.said).toEqual([expect.stringMatching(/^once a run: whether the keys of account acct_1 are in use/)]);
});

test("a key that can't be read fails the plan with the service's error", async () => {
  const options = {
    intercept: (_: SeenRequest, response: { writeHead(status: number): { end(): unknown } }) =>
      !!response.writeHead(403).end(),
  };
  const { context } = await contextWith([{}], { config, options });
  await expect(refusalsOfPlan(context, [deletion()])).rejects.toMatchObject({ code: "forbidden" });
});

test("a deletion that may wait is postponed with its reasons, and one that nothing forbids is not", async () => {
  const { context } = await contextWith([{ scopes: ["*"] }, {}], { config });
  const all = [deletion({ known: unproved, deletionGuard: "off" }), deletion({ id: "key_2", deletionGuard: "off" })];
  const postponed = await postponedDeletions(context, all);
  expect([...postponed]).toEqual([["key_1", expect.stringMatching(/^API key key_1 holds every scope \(\*\)/)]]);
  expect([...(await postponedDeletions(context, []))]).toEqual([]);
});

test("the reasons of one postponed deletion are sentences of one text", async () => {
  const shown = { key_1: { last_used: new Date().toISOString() } };
  const { context } = await contextWith([{ scopes: ["*"] }], { config, shown });
  const postponed = await postponedDeletions(context, [deletion({ known: unproved })]);
  expect(postponed.get("key_1")).toMatch(/^API key key_1 holds every scope .*=key_1\. API key key_1 was last used at /);
});
