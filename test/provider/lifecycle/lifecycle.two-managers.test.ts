import type { ResourceClassName } from "../../../provider/text/class-names";
import { closeWorlds, failureOf, type Managed, openWorld, type Process, type World } from "./world";

let world: World;
beforeEach(async () => {
  world = await openWorld();
});
afterEach(closeWorlds);

const reads = { type: "secret", scopes: ["accounts:read"] };
const rotation = { scopes: ["accounts:read"], rotation: { trigger: "a", overlapHours: 1 } };

/** The engine's requests for this object carry the urn that state has it under. */
function under(urn: string, { className, state }: Managed): void {
  world.seenUrns.set(`${className} ${state!.id}`, urn);
}

/** The same object in a program that calls it otherwise, with an alias. */
function renamed(old: Managed, name: string): Managed {
  return Object.assign(world.resource(old.className, name), { state: old.state });
}

/** As `pulumi up --refresh` begins: a reading of each object, and a diff of what state itself declares. */
async function refreshed(resource: Managed, process: Process): Promise<void> {
  under(resource.urn, resource);
  await resource.refresh(process);
  const { id, inputs, outputs } = resource.state!;
  await process.provider(resource.className).diff(id, outputs, inputs);
  world.seenUrns.clear();
}

const made = async (className: ResourceClassName, args: object, name = "one"): Promise<Managed> => {
  const resource = world.resource(className, name);
  await resource.up(args);
  return resource;
};

/** What may hold a key, and which one it holds. */
const keyHolders = [
  ["ApiKey", reads, (one: Managed) => one.state!.id],
  ["RotatingApiKey", rotation, (one: Managed) => (one.outputs.current as { id: string }).id],
] as const;

test("a key that is replaced while an alias gives its resource another name is deleted, though state has it under the old one", async () => {
  const one = await made("ApiKey", reads);
  const process = world.start();
  expect((await renamed(one, "two").preview({ type: "publishable" }, {}, process)).step).toBe("replace");
  under(one.urn, one);
  expect(await one.destroy(process)).not.toContain("is also managed by");
  expect(await world.keys()).toEqual([]);
});

test.each([
  ["ApiKey", reads],
  ["RotatingApiKey", rotation],
] as const)(
  "what an alias gives another name is compared after a refresh of the same run: %s",
  async (className, args) => {
    const one = await made(className, args);
    const process = world.start();
    await refreshed(one, process);
    expect((await renamed(one, "two").preview(args, {}, process)).step).toBe("same");
  },
);

test.each(keyHolders)(
  "a key that a refresh of the same run met, and that the program gave up, can be adopted: of %s",
  async (className, args, keyOf) => {
    const one = await made(className, args);
    const process = world.start();
    await refreshed(one, process);
    const adopting = world.resource("ApiKey", "two").preview({ ...reads, adoptId: keyOf(one) }, {}, process);
    expect((await adopting).step).toBe("create");
  },
);

test.each(keyHolders)(
  "whoever holds a key is refused in the preview already where a resource before it is to adopt it: %s",
  async (className, args, keyOf) => {
    const one = await made(className, args);
    await world.forgetRequests();
    for (const [adopter, adopting] of [
      ["ApiKey", reads],
      ["RotatingApiKey", rotation],
    ] as const) {
      const two = world.resource(adopter, "two");
      const process = world.start();
      expect((await two.preview({ ...adopting, adoptId: keyOf(one) }, {}, process)).step).toBe("create");
      const message = await failureOf(one.preview(args, {}, process));
      expect(message).toContain(`API key ${keyOf(one)} is also managed by ${two.urn} of this stack, and each`);
    }
    expect(await world.writes()).toEqual([]);
  },
);

test("a key that two resources hold goes with a destroy of both, whichever goes first", async () => {
  for (const adopterFirst of [true, false]) {
    const one = await made("ApiKey", reads);
    const two = await made("ApiKey", { ...reads, adoptId: one.state!.id }, "two");
    const process = world.start();
    for (const each of adopterFirst ? [two, one] : [one, two]) {
      under(each.urn, each);
      await each.destroy(process);
    }
    world.seenUrns.clear();
    expect(await world.keys()).toEqual([]);
  }
});

describe("two services that gave one id", () => {
  let other: World;
  const there = { ...reads, profile: "other", name: "mine" };
  beforeEach(async () => {
    [world, other] = [await openWorld({ seed: "same" }), await openWorld({ seed: "same" })];
    const { url: baseUrl, apiKey, accountId } = other.sandbox;
    world.config["payments:profiles"] = JSON.stringify({ other: { baseUrl, apiKey, accountId } });
  });

  test("a key can be adopted at one though state holds its namesake of the other", async () => {
    const one = await made("ApiKey", reads);
    const { id } = await other.colleagueMakes({ ...reads, name: "mine" });
    expect(id).toBe(one.state!.id);
    const process = world.start();
    await one.preview(reads, {}, process);
    const two = world.resource("ApiKey", "two");
    expect((await two.up({ ...there, adoptId: id }, {}, process)).step).toBe("create");
    expect((await one.preview(reads, {}, process)).step).toBe("same");
  });

  test("a key of the declared name is a stranger at one though state holds its namesake of the other", async () => {
    const one = await made("ApiKey", reads);
    const { id } = await other.colleagueMakes({ ...reads, name: "mine" });
    const process = world.start();
    await one.preview(reads, {}, process);
    const message = await failureOf(world.resource("ApiKey", "two").preview(there, {}, process));
    expect(message).toContain('has a live key named "mine" already');
    expect(message).toContain(id);
  });
});
