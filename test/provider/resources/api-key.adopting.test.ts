import { closeWorlds, failureOf, openWorld, type World } from "../lifecycle/world";

let world: World;
beforeEach(async () => {
  world = await openWorld();
});
afterEach(closeWorlds);

const reads = { type: "secret", scopes: ["accounts:read"] };

describe("adopting", () => {
  test("takes over what is there, shows what will change, and touches nothing else", async () => {
    world.config["payments:apiKeyId"] = "key_of_the_run";
    const found = await world.colleagueMakes({ type: "secret", name: "found", scopes: ["*"] });
    const key = world.resource("ApiKey", "ci");
    const args = { ...reads, adoptId: found.id };
    const plan = await key.preview(args);
    expect(plan.step).toBe("create");
    expect(plan.text).toContain('scopes: ["*"] -> ["accounts:read"]');
    expect(plan.text).not.toContain("name:");
    expect(await world.writes()).toEqual([]);
    await key.up(args);
    expect(key.state!.id).toBe(found.id);
    expect(await world.key(found.id)).toMatchObject({ name: "found", scopes: ["accounts:read"] });
    expect((await key.preview(args)).step).toBe("same");
  });

  test("keeps the live name for as long as none is declared", async () => {
    const found = await world.colleagueMakes({ type: "secret", name: "found", scopes: ["accounts:read"] });
    const key = world.resource("ApiKey", "ci");
    await key.up({ ...reads, adoptId: found.id });
    await world.colleagueChanges(found.id, { name: "renamed" });
    expect((await key.preview({ ...reads, adoptId: found.id })).step).toBe("same");
  });

  test("knows a value only where adoptValue gives it, and keeps that", async () => {
    const found = await world.colleagueMakes({ type: "secret", name: "found", scopes: ["accounts:read"] });
    const unknown = world.resource("ApiKey", "without");
    await unknown.up({ ...reads, adoptId: found.id });
    expect(unknown.outputs).not.toHaveProperty("value");
    const known = world.resource("ApiKey", "with");
    const args = { ...reads, adoptId: found.id, adoptValue: found.value };
    await known.up(args);
    expect(known.outputs.value).toBe(found.value);
    await known.refresh();
    await known.up({ ...args, name: "new" });
    expect(known.outputs.value).toBe(found.value);
  });

  test("counts at the first create only: later it is never a difference", async () => {
    const found = await world.colleagueMakes({ type: "secret", name: "found", scopes: ["accounts:read"] });
    const other = await world.colleagueMakes({ type: "secret", name: "other", scopes: ["accounts:read"] });
    const key = world.resource("ApiKey", "ci");
    await key.up({ ...reads, adoptId: found.id });
    expect((await key.preview({ ...reads, adoptId: other.id })).step).toBe("same");
    expect((await key.preview(reads)).step).toBe("same");
  });

  test("a replacement makes a key of its own and leaves the adopted one", async () => {
    const found = await world.colleagueMakes({ type: "secret", name: "found", scopes: ["accounts:read"] });
    const key = world.resource("ApiKey", "ci");
    await key.up({ ...reads, adoptId: found.id });
    await key.up({ type: "publishable", adoptId: found.id });
    expect(key.state!.id).not.toBe(found.id);
    expect((await world.keys()).map(({ id }) => id).sort()).toEqual([found.id, key.state!.id].sort());
  });

  test("a replacement that nobody diffed makes a key of its own too", async () => {
    const found = await world.colleagueMakes({ type: "secret", name: "found", scopes: ["accounts:read"] });
    const key = world.resource("ApiKey", "ci");
    const args = { ...reads, adoptId: found.id };
    await key.up(args);
    const provider = world.start().provider("ApiKey");
    const news = key.news(args);
    // 'pulumi up --replace' asks for no diff: check with the old inputs, check without, create.
    await provider.check(key.state!.inputs, news);
    const { inputs } = await provider.check({}, news);
    const made = await provider.create(inputs);
    expect(made.id).not.toBe(found.id);
  });

  test("is refused for a key that is not there, and for one of the other type", async () => {
    const publishable = await world.colleagueMakes({ type: "publishable", name: "web" });
    const key = world.resource("ApiKey", "ci");
    expect(await failureOf(key.preview({ ...reads, adoptId: "key_none" }))).toContain("there is no API key key_none");
    expect(await failureOf(key.preview({ ...reads, adoptId: publishable.id }))).toContain("is publishable");
    expect(await world.writes()).toEqual([]);
  });

  test("is refused for two resources of one stack", async () => {
    const found = await world.colleagueMakes({ type: "secret", name: "found", scopes: ["accounts:read"] });
    const process = world.start();
    const args = { ...reads, adoptId: found.id };
    await world.resource("ApiKey", "one").preview(args, {}, process);
    const message = await failureOf(world.resource("ApiKey", "two").preview(args, {}, process));
    expect(message).toContain(`adoptId ${found.id} is managed by ${world.resource("ApiKey", "one").urn}`);
  });

  test.each([["strict"], ["warn"]])(
    "is refused for a key that another resource of the stack made, with driftCheck %s",
    async (driftCheck) => {
      world.config["payments:driftCheck"] = driftCheck;
      const process = world.start();
      const one = world.resource("ApiKey", "one");
      await one.up(reads, {}, process);
      const two = world.resource("ApiKey", "two").preview({ ...reads, adoptId: one.state!.id }, {}, process);
      expect(await failureOf(two)).toContain(`${one.urn} of this stack manages it already`);
    },
  );

  test("refuses the other where the run meets it later: what one of them wants is never undone by the other in silence", async () => {
    const one = world.resource("ApiKey", "one");
    await one.up(reads);
    const two = world.resource("ApiKey", "two");
    const writes = { type: "secret", scopes: ["accounts:write"], adoptId: one.state!.id };
    for (const process of [world.start(), world.start()]) {
      await two.up(writes, {}, process);
      const message = await failureOf(one.up(reads, {}, process));
      expect(message).toContain(`API key ${one.state!.id} is also managed by ${two.urn} of this stack, and each`);
      expect(await world.key(one.state!.id)).toMatchObject({ scopes: ["accounts:write"] });
    }
  });

  test("leaves a key that two of them hold to the one that the program still has", async () => {
    const one = world.resource("ApiKey", "one");
    await one.up(reads);
    const two = world.resource("ApiKey", "two");
    const args = { ...reads, adoptId: one.state!.id };
    await two.up(args);
    const process = world.start();
    expect((await two.preview(args, {}, process)).step).toBe("same");
    const { id } = one.state!;
    world.seenUrns.set(`ApiKey ${id}`, one.urn);
    await one.destroy(process);
    expect(process.text()).toContain(`API key ${id} is managed by ${two.urn} of this stack, so it is left as it is`);
    expect(await world.key(id)).toMatchObject({ scopes: ["accounts:read"] });
  });

  test("moves a key that another resource made to the one that adopts it: the old one, gone from the program, deletes nothing", async () => {
    const old = world.resource("ApiKey", "old");
    await old.up(reads);
    const process = world.start();
    const renamed = world.resource("ApiKey", "renamed");
    await renamed.up({ ...reads, adoptId: old.state!.id, adoptValue: old.outputs.value }, {}, process);
    expect(await old.destroy(process)).toContain("taken over in this run");
    expect(await world.keys()).toHaveLength(1);
    expect((await renamed.preview({ ...reads, adoptId: renamed.state!.id })).step).toBe("same");
  });

  test("of a key that a refresh of the same run met in state is still adopting, not making another", async () => {
    const old = world.resource("ApiKey", "old");
    await old.up(reads);
    const process = world.start();
    await old.refresh(process);
    const renamed = world.resource("ApiKey", "renamed");
    await renamed.up({ ...reads, adoptId: old.state!.id }, {}, process);
    expect(renamed.state!.id).toBe(old.state!.id);
  });

  test("that needs a write is refused in preview where the credential may not write, and else is not", async () => {
    const found = await world.colleagueMakes({ type: "secret", name: "found", scopes: ["accounts:read"] });
    const credential = await world.colleagueMakes({ type: "secret", name: "reader", scopes: ["api_keys:read"] });
    world.config["payments:apiKey"] = credential.value;
    world.config["payments:apiKeyId"] = credential.id;
    const key = world.resource("ApiKey", "ci");
    expect((await key.preview({ ...reads, adoptId: found.id })).step).toBe("create");
    const message = await failureOf(key.preview({ ...reads, name: "new", adoptId: found.id }));
    expect(message).toContain("lacks api_keys:write");
  });

  test("destroy leaves an adopted key in place and says so, unless deleteAdopted", async () => {
    const found = await world.colleagueMakes({ type: "secret", name: "found", scopes: ["accounts:read"] });
    const key = world.resource("ApiKey", "ci");
    const args = { ...reads, adoptId: found.id };
    await key.up(args);
    const recorded = key.state!;
    expect(await key.destroy()).toContain("left in place");
    expect(await world.keys()).toHaveLength(1);
    key.state = recorded;
    expect((await key.preview({ ...args, deleteAdopted: true })).step).toBe("update");
    await world.forgetRequests();
    await key.up({ ...args, deleteAdopted: true });
    expect(await world.writes()).toEqual([]);
    await key.destroy();
    expect(await world.keys()).toEqual([]);
  });
});
