import { closeWorlds, failureOf, type Managed, openWorld, type World } from "../lifecycle/world";

const reads = { type: "secret", scopes: ["accounts:read"] };
const midnight = Date.parse("2026-01-01T00:00:00Z");
const hoursAgo = (hours: number): string => new Date(midnight - hours * 3_600_000).toISOString();

let world: World;
let key: Managed;
beforeEach(async () => {
  // Its clock stands at that midnight; the run's own is far from it.
  world = await openWorld();
  key = world.resource("ApiKey", "ci");
});
afterEach(closeWorlds);

const used = (hours: number): Promise<void> => world.colleagueChanges(key.state!.id, { last_used: hoursAgo(hours) });
const isThere = async (id: string): Promise<boolean> => (await world.key(id)) !== undefined;

async function expectKept(): Promise<string> {
  const { id } = key.state!;
  const message = await failureOf(key.destroy());
  expect(await isThere(id)).toBe(true);
  return message;
}

describe("destroy", () => {
  test("of a key that was used an hour ago is refused, naming when and how to override, and sends no write", async () => {
    await key.up(reads);
    await used(1);
    await world.forgetRequests();
    const message = await expectKept();
    expect(message).toContain(`last used at ${hoursAgo(1)} (1 hour ago)`);
    expect(message).toContain(`PAYMENTS_FORCE=${key.state!.id}`);
    expect(await world.writes()).toEqual([]);
  });

  test("goes by the service's clock, and by what it shows right before the delete", async () => {
    await key.up(reads);
    await used(1);
    await world.admin("POST", "/clock/advance", { seconds: 24 * 3_600 });
    const process = world.start();
    await key.preview(reads, {}, process);
    await world.colleagueChanges(key.state!.id, { last_used: new Date(midnight + 23 * 3_600_000).toISOString() });
    expect(await failureOf(key.destroy(process))).toContain("1 hour ago");
    await used(0.5);
    await key.destroy();
    expect(await world.keys()).toEqual([]);
  });

  test("with PAYMENTS_FORCE deletes what it names, and nothing else that is in use", async () => {
    const other = world.resource("ApiKey", "other");
    await key.up(reads);
    await other.up(reads);
    await used(1);
    await world.colleagueChanges(other.state!.id, { last_used: hoursAgo(1) });
    world.environment.PAYMENTS_FORCE = ` key_none, ${key.state!.id} ,`;
    expect(await key.destroy()).toContain("PAYMENTS_FORCE names it");
    expect(await failureOf(other.destroy())).toContain("1 hour ago");
    expect(await world.keys()).toHaveLength(1);
  });

  test("of a key that was never used warns that this is not known, where no key shows a use, and is silent where one does", async () => {
    await key.up(reads);
    const process = world.start();
    expect(await key.destroy(process)).toContain("is unknown");
    expect(process.lines.map(({ level }) => level)).toEqual(["once"]);
    const shown = await world.colleagueMakes({ ...reads, name: "of a colleague" });
    await world.colleagueChanges(shown.id, { last_used: hoursAgo(1) });
    await key.up(reads);
    expect(await key.destroy()).toBe("");
  });

  test("takes the use that state saw, where the service shows it no longer", async () => {
    await key.up(reads);
    await used(1);
    await key.refresh();
    await world.colleagueChanges(key.state!.id, { last_used: null });
    expect(await expectKept()).toContain("1 hour ago");
  });

  test("of a key that is gone has no guard", async () => {
    await key.up(reads);
    await used(1);
    await key.refresh();
    await world.colleagueDeletes(key.state!.id);
    expect(await key.destroy()).toContain("gone already");
  });

  test("that can't read the key deletes nothing", async () => {
    await key.up(reads);
    await world.fault({ operation: "GET /v1/api-keys", effect: "status", status: 403, count: 1_000 });
    expect(await failureOf(key.destroy())).toContain("403");
    expect(await world.writes()).toEqual(["POST /v1/api-keys"]);
  });

  test("of an adopted key that is left in place needs no guard, and with deleteAdopted has it", async () => {
    const found = await world.colleagueMakes({ ...reads, name: "found" });
    await key.up({ ...reads, adoptId: found.id });
    await used(1);
    const recorded = key.state!;
    expect(await key.destroy()).toContain("left in place");
    key.state = recorded;
    await key.up({ ...reads, adoptId: found.id, deleteAdopted: true });
    expect(await expectKept()).toContain("1 hour ago");
  });
});

describe("the setting", () => {
  test("of the key counts once an up has recorded it, without a write, and before the stack's", async () => {
    await key.up(reads);
    await used(1);
    await world.forgetRequests();
    const plan = await key.preview({ ...reads, deletionGuard: "off" });
    expect(plan.step).toBe("update");
    expect(plan.text).toContain('deletionGuard is "off", state says not set');
    await expectKept();
    await key.up({ ...reads, deletionGuard: "off" });
    expect((await key.preview({ ...reads, deletionGuard: "off" })).step).toBe("same");
    expect(await world.writes()).toEqual([]);
    await key.destroy();
    expect(await world.keys()).toEqual([]);
  });

  test("of the key may be longer or shorter than the stack's, and is there from the first up", async () => {
    await key.up({ ...reads, deletionGuard: { unusedHours: 48 } });
    await used(30);
    await expectKept();
    await key.up({ ...reads, deletionGuard: { unusedHours: 0.5 } });
    await key.refresh();
    await key.destroy();
    expect(await world.keys()).toEqual([]);
  });

  test("of the stack counts where the key has none: off, or other hours, with no request to look where it is off", async () => {
    await key.up(reads);
    await used(30);
    world.config["payments:deletionGuard"] = '{"unusedHours":48}';
    await expectKept();
    world.config["payments:deletionGuard"] = "off";
    await world.forgetRequests();
    await key.destroy();
    expect(await world.counts()).toEqual({ "DELETE /v1/api-keys/{id}": 1 });
  });

  test("counts for a publishable key only where the key itself has it", async () => {
    await key.up({ type: "publishable" });
    await used(1);
    const recorded = key.state!;
    await key.up({ type: "publishable", deletionGuard: { unusedHours: 24 } });
    expect(await expectKept()).toContain("1 hour ago");
    key.state = recorded;
    await key.destroy();
    expect(await world.keys()).toEqual([]);
  });

  test.each([["on"], [{ unusedHours: 0 }], [{ unusedHours: "24" }], [{ hours: 24 }], [24]])(
    "%j is refused with what it may be",
    async (deletionGuard) => {
      const message = await failureOf(key.preview({ ...reads, deletionGuard }));
      expect(message).toMatch(/deletionGuard.*a number of hours above 0/);
    },
  );

  test("is refused in the stack's configuration as well, with the line that fixes it", async () => {
    world.config["payments:deletionGuard"] = "on";
    const message = await failureOf(key.preview(reads));
    expect(message).toContain('payments:deletionGuard: must be "off" or');
    expect(message).toContain("pulumi config set payments:deletionGuard off");
  });
});

describe("a replacement", () => {
  test("of a key in use is refused in the preview, before another is created", async () => {
    await key.up(reads);
    await used(1);
    await world.forgetRequests();
    for (const run of [() => key.preview({ type: "publishable" }), () => key.up({ type: "publishable" })]) {
      const message = await failureOf(run());
      expect(message).toContain("the replacement: ");
      expect(message).toContain("1 hour ago");
    }
    expect(await world.writes()).toEqual([]);
  });

  test("into another account, and by replaceOnChanges, is judged alike", async () => {
    const other = await world.admin("POST", "/accounts", { kind: "merchant" });
    await key.up(reads);
    await used(1);
    expect(await failureOf(key.preview({ ...reads, accountId: other.id }))).toContain("1 hour ago");
    const options = { replaceOnChanges: ["scopes"] };
    const changed = { ...reads, scopes: ["accounts:write"] };
    expect(await failureOf(key.preview(changed, options))).toContain("1 hour ago");
    expect((await key.preview(changed)).step).toBe("update");
  });

  test("of a key in use goes on with PAYMENTS_FORCE, where retainOnDelete keeps it, and where it is gone", async () => {
    await key.up(reads);
    await used(1);
    expect((await key.preview({ type: "publishable" }, { retainOnDelete: true })).step).toBe("replace");
    world.environment.PAYMENTS_FORCE = key.state!.id;
    expect((await key.preview({ type: "publishable" })).step).toBe("replace");
    world.environment = {};
    await world.colleagueDeletes(key.state!.id);
    expect((await key.up({ type: "publishable" })).step).toBe("replace");
    expect(await world.keys()).toMatchObject([{ type: "publishable" }]);
  });

  test("that was not refused in the preview is refused right before the delete, and leaves the old key where it is", async () => {
    await key.up(reads);
    const { id } = key.state!;
    const process = world.start();
    await key.preview({ type: "publishable" }, {}, process);
    await used(1);
    expect(await failureOf(key.destroy(process))).toContain("not deleted:");
    expect(await isThere(id)).toBe(true);
  });

  test("of an adopted key that stays in place is not judged", async () => {
    const found = await world.colleagueMakes({ ...reads, name: "found" });
    await key.up({ ...reads, adoptId: found.id });
    await used(1);
    expect((await key.preview({ type: "publishable" })).step).toBe("replace");
  });
});
