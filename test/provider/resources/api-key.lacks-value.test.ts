import type { ResourceClassName } from "../../../provider/text/class-names";
import { closeWorlds, openWorld, type World } from "../lifecycle/world";

let world: World;
let adoptId: string;
beforeEach(async () => {
  world = await openWorld();
  adoptId = (await world.colleagueMakes({ type: "secret", name: "found", scopes: ["accounts:read"] })).id;
});
afterEach(closeWorlds);

const classes: [ResourceClassName, object][] = [
  ["ApiKey", { type: "secret", scopes: ["accounts:read"] }],
  ["RotatingApiKey", { scopes: ["accounts:read"], rotation: { trigger: "a", overlapHours: 1 } }],
];

/** What check tells the program besides the arguments. */
async function toldBy(
  className: ResourceClassName,
  args: object,
  olds = {},
  process = world.start(),
): Promise<unknown> {
  const { inputs } = await process.provider(className).check(olds, world.resource(className, "ci").news(args));
  return (inputs.__resource as { lacksValue?: unknown }).lacksValue;
}

describe.each(classes)("a new %s", (className, args) => {
  test("that adopts a key without its value tells the program that the value will not be known", async () => {
    expect(await toldBy(className, { ...args, adoptId })).toBe(true);
  });

  test("that is given the value, now or later, or makes a key of its own, does not", async () => {
    const later = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";
    for (const adoptValue of ["sk_given", later])
      expect(await toldBy(className, { ...args, adoptId, adoptValue })).toBeUndefined();
    expect(await toldBy(className, args)).toBeUndefined();
  });

  test("that is in state does not, and its replacement, which makes a key of its own, does not either", async () => {
    const held = world.resource(className, "ci");
    await held.up({ ...args, adoptId });
    const process = world.start();
    expect(await toldBy(className, { ...args, adoptId }, held.state!.inputs, process)).toBeUndefined();
    await process.provider(className).diff(held.state!.id, held.outputs, held.news({ ...args, adoptId }));
    expect(await toldBy(className, { ...args, adoptId }, {}, process)).toBeUndefined();
  });
});

test("a publishable key that is adopted shows its value in every reading", async () => {
  const { id } = await world.colleagueMakes({ type: "publishable", name: "web" });
  expect(await toldBy("ApiKey", { type: "publishable", adoptId: id })).toBeUndefined();
});
