import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { identify, recordedTag, tagsOf } from "../../cli/stack-tags";
import { generatedName, randomPart } from "../../provider/lifecycle/generated-name.js";
import { typeToken } from "../../sdk/reference.js";
import { tagOf } from "../../sdk/tag.js";
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

test("the tag of a resource is told where its state records one", () => {
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
