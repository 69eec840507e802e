import { closeWorlds, failureOf, openWorld, type World } from "../lifecycle/world";

const named = { type: "secret", scopes: ["accounts:read"], name: "mine" };

let world: World;
beforeEach(async () => {
  world = await openWorld();
});
afterEach(closeWorlds);

const stranger = () => world.colleagueMakes(named);

describe("a key with a declared name", () => {
  test("is not created while another live key has it: refused in preview and right before the post", async () => {
    const { id } = await stranger();
    const key = world.resource("ApiKey", "ci");
    const provider = world.start().provider("ApiKey");
    for (const work of [() => key.preview(named), () => key.up(named), () => provider.create(key.news(named))]) {
      const message = await failureOf(work());
      expect(message).toContain('a live key named "mine" already');
      expect(message).toContain(`adoptId: "${id}"`);
      expect(message).toContain(`npx pulumi-payments orphans --stack test --delete ${id}`);
      expect(message).toContain("allowDuplicateName: true");
    }
    expect(await world.writes()).toEqual([]);
  });

  test("is created beside another of the name with allowDuplicateName, and is clean afterwards", async () => {
    await stranger();
    const key = world.resource("ApiKey", "ci");
    const args = { ...named, allowDuplicateName: true };
    await key.up(args);
    expect(await world.keys()).toHaveLength(2);
    expect((await key.preview(args)).step).toBe("same");
    expect((await key.preview(named)).step).toBe("same");
  });

  test("is created where the name is taken in another account, by nobody, or by one in other letters", async () => {
    const other = await world.admin("POST", "/accounts", { kind: "merchant" });
    await world.admin("POST", "/api-keys", { ...named, account_id: other.id });
    await world.colleagueMakes({ ...named, name: "Mine" });
    await world.resource("ApiKey", "ci").up(named);
    expect(await world.keys()).toHaveLength(2);
  });

  test.each(["mine ", " mine", "  mine"])(
    "is not created under %j where a service that trims has that name already",
    async (name) => {
      await stranger();
      expect(await failureOf(world.resource("ApiKey", "ci").preview({ ...named, name }))).toContain("already");
    },
  );

  test("is created with driftCheck off too only where the name is free", async () => {
    world.config["payments:driftCheck"] = "off";
    await stranger();
    const key = world.resource("ApiKey", "ci");
    expect((await key.preview(named)).step).toBe("create");
    expect(await failureOf(key.up(named))).toContain("already");
    expect(await world.writes()).toEqual([]);
  });

  test("is not created where the list can't be read, unless allowDuplicateName says not to look", async () => {
    await world.fault({ operation: "GET /v1/api-keys", effect: "status", status: 403, count: 1_000 });
    const provider = world.start().provider("ApiKey");
    const key = world.resource("ApiKey", "ci");
    const message = await failureOf(provider.create(key.news(named)));
    expect(message).toContain("could not be checked");
    expect(message).toContain("To create it without the check, declare allowDuplicateName: true");
    await provider.create(key.news({ ...named, allowDuplicateName: true }));
    expect(await world.keys()).toHaveLength(1);
  });

  test("is refused where another resource of the program declares it, made before, beside it or in an earlier run", async () => {
    const process = world.start();
    const [one, two, three] = ["one", "two", "three"].map((name) => world.resource("ApiKey", name));
    await one!.up(named);
    await one!.preview(named, {}, process);
    expect(await failureOf(two!.preview(named, {}, process))).toContain("::one of this program also declares the name");
    const fresh = { ...named, name: "fresh" };
    await two!.up(fresh, {}, process);
    expect(await failureOf(three!.preview(fresh, {}, process))).toContain(
      "::two of this program also declares the name",
    );
    await three!.up({ ...fresh, allowDuplicateName: true }, {}, process);
    expect(await world.keys()).toHaveLength(3);
  });

  test("is refused to the second of two resources that are created beside each other", async () => {
    const process = world.start();
    const [one, two] = ["one", "two"].map((name) => world.resource("ApiKey", name));
    const outcomes = await Promise.allSettled([one!.up(named, {}, process), two!.up(named, {}, process)]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(await world.keys()).toHaveLength(1);
  });

  test("is free again where the resource that had it is given another name, or leaves the program", async () => {
    const one = world.resource("ApiKey", "one");
    await one.up(named);
    const process = world.start();
    await one.up({ ...named, name: "another" }, {}, process);
    const two = world.resource("ApiKey", "two");
    await two.up(named, {}, process);
    expect((await world.keys()).map(({ name }) => name).sort()).toEqual(["another", "mine"]);
  });

  test("that another run gave a key at the same moment is reported by the later one, and by every preview after it", async () => {
    const key = world.resource("ApiKey", "ci");
    const process = world.start();
    await key.preview(named, {}, process);
    const { id } = await stranger();
    // The snapshot of this run is from before: only a reading after the creation can show the other key.
    const { text } = await key.up(named, {}, process);
    expect(text).toContain(`possible duplicate: API key ${id}`);
    expect((await key.preview(named)).text).toContain(`possible duplicate: API key ${id}`);
    expect((await key.preview({ ...named, allowDuplicateName: true })).text).not.toContain("possible duplicate");
    expect(await world.keys()).toHaveLength(2);
  });

  test("is replaced under its own name, whether or not a diff was asked for", async () => {
    const key = world.resource("ApiKey", "ci");
    await key.up(named);
    await key.up({ type: "publishable", name: "mine" });
    expect(await world.keys()).toMatchObject([{ type: "publishable", name: "mine" }]);
    const provider = world.start().provider("ApiKey");
    const news = key.news({ type: "publishable", name: "mine" });
    // As 'pulumi up --replace' does.
    await provider.check(key.state!.inputs, news);
    const { inputs, failures } = await provider.check({}, news);
    expect(failures).toEqual([]);
    await provider.create(inputs);
    expect(await world.keys()).toHaveLength(2);
  });

  test("is not replaced without a diff where yet another key has the name", async () => {
    const key = world.resource("ApiKey", "ci");
    await key.up(named);
    await stranger();
    const provider = world.start().provider("ApiKey");
    const news = key.news(named);
    await provider.check(key.state!.inputs, news);
    const { failures } = await provider.check({}, news);
    expect(failures).toMatchObject([{ property: "name" }]);
  });

  test("is adopted though another has it, and renamed to it: only a creation can double", async () => {
    const { id } = await stranger();
    await stranger();
    const key = world.resource("ApiKey", "ci");
    await key.up({ ...named, adoptId: id });
    const other = world.resource("ApiKey", "other");
    await other.up({ type: "secret", scopes: ["accounts:read"] });
    expect((await other.up(named)).step).toBe("update");
  });
});

test("allowDuplicateName without a name is refused: it would say nothing", async () => {
  const { name: _, ...unnamed } = named;
  const key = world.resource("ApiKey", "ci");
  expect(await failureOf(key.preview({ ...unnamed, allowDuplicateName: true }))).toContain(
    "allowDuplicateName: is only for a declared name",
  );
});

describe("a creation under a declared name whose answer is lost", () => {
  const lose = () => world.fault({ operation: "POST /v1/api-keys", at: "after", effect: "reset" });

  test("is never doubled: not by the next run, and not by another attempt of the same", async () => {
    const key = world.resource("ApiKey", "ci");
    await lose();
    const process = world.start();
    const first = await failureOf(key.up(named, {}, process));
    const [orphan] = await world.keys();
    expect(first).toContain("ambiguous: ");
    expect(first).toContain(`adoptId: "${orphan.id}"`);
    expect(first).toContain(`npx pulumi-payments orphans --stack test --delete ${orphan.id}`);
    expect(first).toContain("Nothing was changed");
    const again = process.provider("ApiKey").create(key.news(named));
    for (const message of [await failureOf(again), await failureOf(key.preview(named)), await failureOf(key.up(named))])
      expect(message).toContain(orphan.id);
    expect(await world.writes()).toEqual(["POST /v1/api-keys"]);
    expect(await world.keys()).toHaveLength(1);
  });

  test("and whose search fails is not doubled by another attempt on an old reading", async () => {
    const key = world.resource("ApiKey", "ci");
    const process = world.start();
    const { provider } = process;
    await key.preview(named, {}, process);
    await lose();
    await world.fault({ operation: "GET /v1/api-keys", effect: "status", status: 403, count: 2 });
    expect(await failureOf(provider("ApiKey").create(key.news(named)))).toContain("may exist");
    await world.admin("DELETE", "/faults");
    expect(await failureOf(provider("ApiKey").create(key.news(named)))).toContain("already");
    expect(await world.keys()).toHaveLength(1);
  });

  test("goes on by either way: adopted under its id, or deleted and created again", async () => {
    const key = world.resource("ApiKey", "ci");
    await lose();
    const message = await failureOf(key.up(named));
    const [orphan] = await world.keys();
    const adopted = world.resource("ApiKey", "adopted");
    await adopted.up({ ...named, adoptId: orphan.id });
    expect(adopted.state!.id).toBe(orphan.id);
    expect(message).toContain(`npx pulumi-payments orphans --stack test --delete ${orphan.id}`);
    await world.colleagueDeletes(orphan.id);
    await key.up(named);
    expect(await world.keys()).toMatchObject([{ id: key.state!.id }]);
  });

  test("lists the key that was left and not the one that it replaces, which state holds", async () => {
    const key = world.resource("ApiKey", "ci");
    await key.up(named);
    await lose();
    const message = await failureOf(key.up({ type: "publishable", name: "mine" }));
    const orphan = (await world.keys()).find(({ type }) => type === "publishable");
    expect(message).toContain(orphan.id);
    expect(message).not.toContain(key.state!.id);
  });

  test("and that did not happen is made by the next run", async () => {
    const key = world.resource("ApiKey", "ci");
    await world.fault({ operation: "POST /v1/api-keys", at: "before", effect: "status", status: 500 });
    expect(await failureOf(key.up(named))).toContain('No key named "mine" is listed so far');
    await key.up(named);
    expect(await world.keys()).toHaveLength(1);
  });
});
