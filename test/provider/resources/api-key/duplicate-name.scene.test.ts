import { Refusal } from "../../../../provider/lifecycle/failure.js";
import type { ResourceInput } from "../../../../provider/lifecycle/inputs.js";
import { duplicateName, refuseDuplicateName } from "../../../../provider/resources/api-key/duplicate-name.js";
import type { ApiKeyArgs } from "../../../../provider/resources/api-key/schema.js";
import { closeScenes, sceneWith } from "./scene.js";

afterEach(closeScenes);

const resource = { urn: "urn:1", tag: "0123abcd" } as ResourceInput;
const mine = { type: "secret", scopes: ["accounts:read"], name: "mine" } as ApiKeyArgs;

test("another key of the name stands against a creation, and the refusal before it says so", async () => {
  const { scene } = await sceneWith([{ name: "mine" }, { name: "theirs" }]);
  const refusal = await duplicateName(scene, mine, resource);
  expect(refusal).toMatch(/^account acct_1 has a live key named "mine" already.*\n {2}- key_1/);
  const refused = await refuseDuplicateName(scene, mine, resource).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(Refusal);
  expect((refused as Refusal).message).toBe(`not created: ${refusal}`);
});

test("no other key of the name stands against nothing, nor does one that state holds", async () => {
  const { scene } = await sceneWith([{ name: "mine" }]);
  expect(await duplicateName(scene, { ...mine, name: "new" }, resource)).toBeUndefined();
  await expect(refuseDuplicateName(scene, { ...mine, name: "new" }, resource)).resolves.toBeUndefined();
  scene.memory.hold({ account: scene.account, className: "ApiKey", id: "key_1" }, "urn:1");
  expect(await duplicateName(scene, mine, resource)).toBeUndefined();
});

test("without a name of the user's, and where duplicates are allowed, nothing is read", async () => {
  const { scene, service } = await sceneWith([{ name: "mine" }]);
  const { name: _, ...unnamed } = mine;
  expect(await duplicateName(scene, unnamed, resource)).toBeUndefined();
  expect(await duplicateName(scene, { ...mine, allowDuplicateName: true }, resource)).toBeUndefined();
  expect(service.requests).toEqual([]);
});

test("the snapshot of the run serves, save after a creation of this name that was not answered", async () => {
  const { scene, service } = await sceneWith([]);
  expect(await duplicateName(scene, mine, resource)).toBeUndefined();
  service.add({ name: "mine" });
  expect(await duplicateName(scene, mine, resource)).toBeUndefined();
  expect(service.listRequests()).toBe(1);
  scene.memory.doubt(scene.account, "mine");
  expect(await duplicateName(scene, mine, resource)).toContain("key_1");
});

test("a list that can't be read stands against it too, with the way on; in a preview it is the service's error", async () => {
  const { scene } = await sceneWith([], {
    options: { intercept: (_, response) => !!response.writeHead(403).end("{}") },
  });
  await expect(duplicateName(scene, mine, resource)).rejects.toMatchObject({ code: "forbidden" });
  const refused = await refuseDuplicateName(scene, mine, resource).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(Refusal);
  expect((refused as Refusal).message).toMatch(
    /^not created: whether there is another key named "mine" could not be looked at: GET .* allowDuplicateName: true creates without looking\.$/,
  );
});

test("a mistake of ours is thrown as it is", async () => {
  const { scene } = await sceneWith([]);
  const mistaken = { ...scene, memory: undefined } as unknown as typeof scene;
  await expect(refuseDuplicateName(mistaken, mine, resource)).rejects.toThrow(TypeError);
});
