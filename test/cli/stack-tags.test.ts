import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { identify, recordedTag, tagsOf } from "../../cli/stack-tags";
import { generatedName, randomPart } from "../../provider/lifecycle/generated-name";
import { typeToken } from "../../sdk/reference";
import { tagOf } from "../../sdk/tag";
import { fakePulumi } from "./fake-pulumi";

const fake = fakePulumi();
afterAll(() => fake.remove());

const urnOf = (logical: string, type: string = typeToken("ApiKey"), stack = "dev"): string =>
  `urn:pulumi:${stack}::shop::${type}::${logical}`;
const resource = (urn: string, organization = "organization") => ({
  urn,
  type: urn.split("::")[2]!.split("$").at(-1)!,
  inputs: { __resource: { tag: tagOf(organization, urn) } },
  outputs: {},
});
const nameOf = (urn: string, organization = "organization"): string =>
  generatedName(urn, tagOf(organization, urn), randomPart());
const identity = { stack: "dev", project: "shop", organizations: ["organization"] };

test("the tag of a resource is reported where its state records one", () => {
  expect(recordedTag({ inputs: { __resource: { tag: "0a1b2c3d" } } })).toBe("0a1b2c3d");
  for (const inputs of [{}, { __resource: { tag: "" } }]) expect(recordedTag({ inputs })).toBeUndefined();
});

test("a name is recognised by a tag that state records, of resources and of operations that never ended", () => {
  const [held, making] = [urnOf("held"), urnOf("making")];
  const tags = tagsOf({ resources: [resource(held)], pending: [{ type: "creating", resource: resource(making) }] });
  expect(tags.urnFor(nameOf(held))).toBe(held);
  expect(tags.urnFor(nameOf(making))).toBe(making);
  expect(tags.urnFor(` ${nameOf(making)} `)).toBe(making);
});

test("a name is recognised though state knows the resource no more, without a parent and below parents that it knows", () => {
  const component = "my:module:Team";
  const tags = tagsOf(
    { resources: [resource(urnOf("a", `${component}$${typeToken("ApiKey")}`))], pending: [] },
    identity,
  );
  for (const urn of [
    urnOf("gone"),
    urnOf("gone", `${component}$${typeToken("ApiKey")}`),
    urnOf("turns", typeToken("RotatingApiKey")),
  ])
    expect(tags.urnFor(nameOf(urn))).toBe(urn);
  expect(tags.urnFor(nameOf(urnOf("gone", `other:module:Team$${typeToken("ApiKey")}`)))).toBeUndefined();
});

const recorded = (urn: string, more: object) => ({ ...resource(urn), id: "key_1", ...more });
const tagsIn = (...resources: ReturnType<typeof recorded>[]) => tagsOf({ resources, pending: [] });

test("a recorded tag in another name is none of the stack's, but known", () => {
  const urn = urnOf("ci");
  const tags = tagsIn(recorded(urn, {}));
  const name = nameOf(urn);
  for (const other of [`svc-${name}`, `Copy of ${name}`, name.replace("ci-", "cd-"), `${name}x`])
    expect([other, tags.urnFor(other)]).toEqual([other, undefined]);
  expect([tags.urnFor(name), tags.records(tagOf("organization", urn)), tags.records("00000000")]).toEqual([
    urn,
    true,
    false,
  ]);
});

test("whatever is put before or after a name of the stack, the result is another name", () => {
  const urn = urnOf("ci");
  const tags = tagsOf({ resources: [resource(urn)], pending: [] }, identity);
  const text = fc.string({ unit: "grapheme", maxLength: 20 });
  fc.assert(
    fc.property(text, text, (before, after) => {
      const name = nameOf(urn);
      const other = `${before}${name}${after}`;
      // A service may trim a name.
      fc.pre(other.trim() !== name);
      expect(tags.urnFor(other)).toBeUndefined();
      expect(tags.urnFor(name)).toBe(urn);
    }),
  );
});

test("a logical name over 80 characters is recognized as it was cut, and no other name of those 80 characters", () => {
  const urn = urnOf("é".repeat(100));
  const tags = tagsIn(recorded(urn, {}));
  expect(nameOf(urn)).toHaveLength(80 + 1 + 8 + 1 + 8);
  expect(tags.urnFor(nameOf(urn))).toBe(urn);
  expect(tags.urnFor(nameOf(urn).slice(1))).toBeUndefined();
});

test("names that a resource had before are recognized: by its aliases, and by the key that it still holds", () => {
  const [urn, old, older] = [urnOf("new"), urnOf("old"), urnOf("older")];
  const { tag } = resource(urn).inputs.__resource;
  const inputs = { __resource: { tag, former: [{ name: "old", tag: tagOf("organization", old) }] } };
  const tags = tagsIn(recorded(urn, { inputs, outputs: { __kept: { generatedName: nameOf(older) } } }));
  for (const each of [urn, old, older]) expect(tags.urnFor(nameOf(each))).toBe(urn);
  expect(tags.urnFor(nameOf(urnOf("oldest")))).toBeUndefined();
});

test("the name of a key that was adopted makes no other key the stack's", () => {
  const foreign = urnOf("ci", undefined, "prod");
  const adopted = { outputs: { __kept: { adopted: true, generatedName: nameOf(foreign) } } };
  const key = { name: nameOf(foreign), adopted: true };
  const rotation = recorded(urnOf("turns", typeToken("RotatingApiKey")), {
    outputs: { current: key, __kept: { current: key } },
  });
  expect(tagsIn(recorded(urnOf("mine"), adopted), rotation).urnFor(nameOf(foreign))).toBeUndefined();
});

test("a rotation's keys are recognized by its argument name, under the tag that it began with, and by the keys that it holds", () => {
  const [urn, first] = [urnOf("turns", typeToken("RotatingApiKey")), urnOf("began", typeToken("RotatingApiKey"))];
  const began = tagOf("organization", first);
  const inputs = { ...resource(urn).inputs, name: "billing" };
  const outputs = { retiring: { id: "key_1", name: `earlier-${began}-abcdefgh` } };
  const tags = tagsIn(recorded(urn, { id: `rotation-${began}-abcdefgh`, inputs, outputs }));
  const own = resource(urn).inputs.__resource.tag;
  for (const prefix of [`billing-${own}`, `billing-${began}`, `turns-${began}`, `turns-${own}`, `earlier-${began}`])
    expect([prefix, tags.urnFor(`${prefix}-mnpqrstu`)]).toEqual([prefix, urn]);
  for (const prefix of [`svc-billing-${own}`, `other-${began}`])
    expect([prefix, tags.urnFor(`${prefix}-mnpqrstu`)]).toEqual([prefix, undefined]);
});

test("with a name of the backend, keys of an equally named stack on another backend are distinguished", () => {
  const urn = urnOf("ci");
  const name = (backend?: string) => generatedName(urn, tagOf("organization", urn, backend), randomPart());
  const empty = { resources: [recorded(urnOf("own"), {})], pending: [] };
  const knowing = tagsOf(empty, { ...identity, backendName: "a" });
  expect([knowing.urnFor(name("a")), knowing.urnFor(name("b")), knowing.urnFor(name())]).toEqual([
    urn,
    undefined,
    undefined,
  ]);
  const plain = tagsOf(empty, identity);
  expect([plain.urnFor(name("a")), plain.urnFor(name())]).toEqual([undefined, urn]);
});

test("no other stack, project, organisation or name is taken for this one", () => {
  const tags = tagsOf({ resources: [resource(urnOf("ci"))], pending: [] }, identity);
  const others = [
    nameOf(urnOf("ci", undefined, "prod")),
    nameOf(urnOf("ci").replace("shop", "till")),
    nameOf(urnOf("ci"), "acme"),
  ];
  for (const name of [...others, "ci", "ci-0a1b2c3d-abcdefgh", ""]) expect(tags.urnFor(name)).toBeUndefined();
});

describe("who a stack is", () => {
  const of = (resources: ReturnType<typeof resource>[], name: object = { stack: "dev" }) =>
    identify({ name, resources, pending: [] }, fake.environment);

  test("its state tells: names by any urn, the organisation by the tags", async () => {
    expect(await of([resource(urnOf("ci"))])).toEqual(identity);
    expect(await of([resource(urnOf("ci"), "acme")], { stack: "acme/shop/dev" })).toEqual({
      ...identity,
      organizations: ["acme"],
    });
  });

  test("an empty state leaves it to the project's file, above the folder too, and the name that was given", async () => {
    const folder = join(fake.folder, "project", "infra");
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "..", "Pulumi.yaml"), "runtime: nodejs\nname: 'shop' # ours\n");
    const found = await of([], { stack: "acme/dev", cwd: folder });
    expect(found).toMatchObject({
      stack: "dev",
      project: "shop",
      organizations: expect.arrayContaining(["acme", "organization"]),
    });
    expect(await of([], { stack: "dev", cwd: "/" })).toBeUndefined();
  });
});
