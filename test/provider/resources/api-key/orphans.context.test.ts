import { PaymentServiceError } from "../../../../provider/api/errors";
import { generatedName, madeFor } from "../../../../provider/lifecycle/generated-name";
import { orphanLine, prefixesOf, warnAboutOrphans } from "../../../../provider/resources/api-key/orphans";
import { closeContexts, contextWith } from "../../lifecycle/context";

afterEach(closeContexts);

const urn = "a::b::c::ci";
const tag = "0123abcd";
const name = generatedName(urn, tag, "abcdefgh");
const prefixes = [madeFor("ci", tag)];

test("each key that was left over is reported with the command that removes it, and no other is", async () => {
  const { context, said, service } = await contextWith([{ name }, { name: "ci" }, { name }]);
  context.registry.record({ account: context.account, className: "ApiKey", id: "key_3" }, "urn:1");
  await warnAboutOrphans(context, prefixes);
  const key = { id: "key_1", name, createdAt: service.keys.find(({ id }) => id === "key_1")!.created_at };
  expect(said).toEqual([`warn: ${orphanLine(key, context.urn)}`]);
  const ofProd = orphanLine(key, "urn:pulumi:prod::shop::pulumi-nodejs:dynamic/payments:ApiKey::ci");
  expect(ofProd).toContain("npx pulumi-payments orphans --stack prod --delete key_1");
});

test("a resource without a tag has none, and nothing is read", async () => {
  const { context, said, service } = await contextWith([{ name: "ci" }]);
  await warnAboutOrphans(context, []);
  expect(said).toEqual([]);
  expect(service.requests).toEqual([]);
});

test("nothing is called left over while the key that state holds was not told, as in a replacement without a diff", async () => {
  const { context, said } = await contextWith([{ name }]);
  const replacing = { ...context, urn };
  context.registry.rememberInputs({ urn }, {});
  await warnAboutOrphans(replacing, prefixes);
  expect(said).toEqual([]);
  context.registry.record({ account: context.account, className: "ApiKey", id: "key_2" }, urn);
  await warnAboutOrphans(replacing, prefixes);
  expect(said).toHaveLength(1);
});

test("a list that can't be read reports nothing, and a mistake of ours is thrown", async () => {
  const { context, said } = await contextWith([], {
    options: { intercept: (_, response) => !!response.writeHead(403).end("{}") },
  });
  await expect(warnAboutOrphans(context, prefixes)).resolves.toBeUndefined();
  expect(said).toEqual([]);
  const apiKeys = { ...context.account.apiKeys, all: () => Promise.reject(new TypeError("a mistake")) };
  const mistaken = { ...context, account: { ...context.account, apiKeys } };
  const thrown = await warnAboutOrphans(mistaken, prefixes).catch((error: unknown) => error);
  expect(PaymentServiceError.isInstance(thrown)).toBe(false);
  expect(thrown).toBeInstanceOf(TypeError);
});

test("the names of a resource begin as its urn says, and as each alias says; without a tag there are none", () => {
  const rest = { ignoreChanges: [], replaceOnChanges: [], protect: false, retainOnDelete: false };
  const former = [{ name: "old", tag: "ffffffff" }];
  expect(prefixesOf({ urn, tag, former, ...rest })).toEqual([`ci-${tag}`, "old-ffffffff"]);
  expect(prefixesOf({ urn, tag, former: [], ...rest }, "billing")).toEqual([`billing-${tag}`]);
  expect(prefixesOf({ urn, tag: "", former: [], ...rest })).toEqual([]);
});
