import { PaymentServiceError } from "../../../../provider/api/errors.js";
import { generatedName } from "../../../../provider/lifecycle/generated-name.js";
import { Memory } from "../../../../provider/lifecycle/memory.js";
import { waysOn } from "../../../../provider/resources/api-key/duplicate-name.js";
import { leftOver, sayLeftOver, tagIn } from "../../../../provider/resources/api-key/left-over.js";
import { closeScenes, sceneWith } from "./scene.js";

afterEach(closeScenes);

const tag = "0123abcd";
const name = generatedName("a::b::c::ci", tag, "abcdefgh");

test("each key that was left over is told whole, and no other is", async () => {
  const { scene, said, service } = await sceneWith([{ name }, { name: "ci" }, { name }]);
  scene.memory.hold({ account: scene.account, className: "ApiKey", id: "key_3" }, "urn:1");
  await sayLeftOver(scene, tag);
  const key = { id: "key_1", createdAt: service.keys.find(({ id }) => id === "key_1")!.created_at };
  expect(said).toEqual([
    `warn: left over: API key key_1, named ${name}, was made for this resource, and state is not seen to hold it. A run may have been stopped before its state was saved; then its value is lost. Unless state holds it to delete it ('pulumi-payments orphans' tells), settle it:\n${waysOn(key, scene.account)}`,
  ]);
});

test.each([undefined, ""])("a resource with the tag %j has none, and nothing is read", async (none) => {
  const { scene, said, service } = await sceneWith([{ name: "ci" }]);
  await sayLeftOver(scene, none);
  expect(said).toEqual([]);
  expect(service.requests).toEqual([]);
});

test("a list that can't be read tells nothing, and a mistake of ours is thrown", async () => {
  const { scene, said } = await sceneWith([], {
    options: { intercept: (_, response) => !!response.writeHead(403).end("{}") },
  });
  await expect(sayLeftOver(scene, tag)).resolves.toBeUndefined();
  expect(said).toEqual([]);
  const apiKeys = { ...scene.account.apiKeys, all: () => Promise.reject(new TypeError("a mistake")) };
  const mistaken = { ...scene, account: { ...scene.account, apiKeys } };
  const thrown = await sayLeftOver(mistaken, tag).catch((error: unknown) => error);
  expect(PaymentServiceError.isInstance(thrown)).toBe(false);
  expect(thrown).toBeInstanceOf(TypeError);
});

const account = { serviceUrl: "https://payments.example.com", accountId: "acct_1" };

test("the tag of a name that was not made here, or that is not there, is none", () => {
  expect(tagIn(name)).toBe(tag);
  expect(tagIn("ci")).toBeUndefined();
  expect(tagIn(undefined)).toBeUndefined();
  expect(leftOver([{ id: "key_1", name: "ci" }], tag, { account, memory: new Memory() })).toEqual([]);
});
