import { unknownMarker } from "../../../provider/lifecycle/inputs";
import { closeWorlds, failureOf, type Managed, openWorld, type World } from "../lifecycle/world";
import { day, everyMonth, hour, looksAt } from "./rotating-api-key/live-rotations";

let world: World;
let key: Managed;
beforeEach(async () => {
  world = await openWorld();
  world.config["payments:newKeyGraceMs"] = "0";
  key = world.resource("RotatingApiKey", "billing");
});
afterEach(closeWorlds);

const { current, retiring, idsOfOurs, isLive, advance, use } = looksAt(() => ({ world, key }));

test("a change of the times alone is recorded, without a write to the service", async () => {
  await key.up(everyMonth);
  await world.forgetRequests();
  const later = { ...everyMonth, rotation: { everyDays: 60, overlapHours: 48 } };
  expect((await key.preview(later)).text).toContain(
    "overlapHours is 48, state says 24; everyDays is 60, state says 30",
  );
  await key.up(later);
  expect(await world.writes()).toEqual([]);
  expect(Date.parse(key.outputs.rotatesAt as string) - Date.parse(current().since)).toBe(60 * 86_400_000);
  expect((await key.preview(later)).step).toBe("same");
});

test("what is unknown until apply is compared later, and nothing is called due for it", async () => {
  await key.up(everyMonth);
  await advance(30 * day);
  await key.up(everyMonth);
  await advance(40 * day);
  const rotation = { trigger: unknownMarker, overlapHours: 1 };
  const plan = await key.preview({ ...everyMonth, rotation });
  expect(plan.step).toBe("update");
  expect(plan.text).toContain("rotation can't be compared until apply");
  expect(plan.text).not.toContain("due:");
});

test("a trigger is nowhere in state or in what is said", async () => {
  const by = (trigger: string) => ({ ...everyMonth, rotation: { trigger, overlapHours: 1 } });
  const said = [await key.up(by("hush-1")), await key.up(by("hush-2")), await key.up(everyMonth)];
  expect(JSON.stringify(key.outputs) + said.map(({ text }) => text).join("")).not.toContain("hush");
});

test("with rotation ignored nothing rotates and nothing retires, and a key that is gone is recreated all the same", async () => {
  const ignoring = { ignoreChanges: ["rotation"] };
  await key.up(everyMonth);
  await advance(31 * day);
  expect((await key.preview(everyMonth, ignoring)).step).toBe("same");
  await world.colleagueDeletes(current().id);
  const plan = await key.preview(everyMonth, ignoring);
  expect(plan.step).toBe("update");
  expect(plan.text).toContain("drift: current");
  await key.up(everyMonth, ignoring);
  expect(await idsOfOurs()).toEqual([current().id]);
  expect(await use(key.outputs.value)).toBe(200);
});

test("what is due never replaces, whatever replaceOnChanges names, and a protected rotation rotates", async () => {
  await key.up(everyMonth);
  const id = key.state!.id;
  await advance(30 * day);
  const options = { replaceOnChanges: ["*"], protect: true };
  expect((await key.preview(everyMonth, options)).step).toBe("update");
  await key.up(everyMonth, options);
  expect(key.state!.id).toBe(id);
  expect(retiring()).toBeDefined();
});

test("a refresh keeps the values of a rotation whose keys are gone, and the next preview says what is gone", async () => {
  await key.up(everyMonth);
  const value = key.outputs.value;
  await world.colleagueDeletes(current().id);
  expect(await key.refresh()).toBe(true);
  expect(key.outputs.value).toBe(value);
  expect((await key.preview(everyMonth)).text).toContain("drift: current");
});

test("with driftCheck off nothing rotates, which is said; to rotate now is refused there", async () => {
  await key.up(everyMonth);
  await advance(31 * day);
  world.config["payments:driftCheck"] = "off";
  const plan = await key.preview(everyMonth);
  expect(plan.step).toBe("same");
  expect(plan.text).toContain("nothing rotates and no key is deleted in this run");
  world.environment.PAYMENTS_REVOKE_NOW = "billing";
  expect(await failureOf(key.preview(everyMonth))).toMatch(/PAYMENTS_REVOKE_NOW.*needs the live keys/s);
});

test("with driftCheck warn a service that can't be read rotates nothing", async () => {
  await key.up(everyMonth);
  await advance(31 * day);
  world.config["payments:driftCheck"] = "warn";
  await world.fault({ operation: "GET /v1/api-keys", effect: "status", status: 403 });
  const plan = await key.preview(everyMonth);
  expect(plan.step).toBe("same");
  expect(plan.text).toContain("nothing rotates and no key is deleted in this run");
});

test("with dueRotations report an up does nothing that is due, and does what it is asked for", async () => {
  await key.up(everyMonth);
  const first = current().id;
  await advance(31 * day);
  world.environment.PAYMENTS_DUE_ROTATIONS = "report";
  await key.up({ ...everyMonth, scopes: ["accounts:read", "payment_intents:read"] });
  expect(current().id).toBe(first);
  world.environment.PAYMENTS_REVOKE_NOW = "billing";
  expect((await key.preview(everyMonth)).step).toBe("update");
  await key.up(everyMonth);
  expect(await idsOfOurs()).toEqual([current().id]);
  expect(current().id).not.toBe(first);
});

test("a credential that may only read sees in a report what is due, without a refusal", async () => {
  await key.up(everyMonth);
  await advance(31 * day);
  const reader = await world.colleagueMakes({ type: "secret", name: "reader", scopes: ["api_keys:read"] });
  world.config["payments:apiKey"] = reader.value;
  world.config["payments:apiKeyId"] = reader.id;
  expect(await failureOf(key.preview(everyMonth))).toContain("lacks api_keys:write");
  world.environment.PAYMENTS_DUE_ROTATIONS = "report";
  const plan = await key.preview(everyMonth);
  expect(plan.step).toBe("same");
  expect(plan.text).toContain("due: a new key is created");
});

test("a key of the rotation that an older state does not hold is left alone while somebody uses it", async () => {
  await key.up(everyMonth);
  await advance(30 * day);
  const backup = structuredClone(key.state);
  await key.up(everyMonth);
  const inUse = current().id;
  await use(key.outputs.value);
  key.state = backup;
  const plan = await key.up(everyMonth);
  expect(plan.step).toBe("same");
  expect(plan.text).toMatch(/somebody used it at .* State may come from an older backup/);
  expect(await isLive(inUse)).toBe(true);
  world.environment.PAYMENTS_FORCE = inUse;
  await key.up(everyMonth);
  expect(await isLive(inUse)).toBe(true);
  expect(await idsOfOurs()).toHaveLength(2);
});

test("where what state keeps can't be read, the keys that it shows are not taken for left over", async () => {
  await key.up(everyMonth);
  await advance(30 * day);
  await key.up(everyMonth);
  const both = await idsOfOurs();
  key.outputs.__kept = { generation: "many" };
  await key.up(everyMonth);
  expect(await idsOfOurs()).toEqual(both);
  await advance(25 * hour);
  expect((await key.preview(everyMonth)).text).toContain("state does not record since when; PAYMENTS_FORCE=");
});

test("a retiring key that is used while the run begins stays, and no third key is made", async () => {
  const short = { ...everyMonth, rotation: { everyDays: 2, overlapHours: 24 }, deletionGuard: "off" };
  await key.up(short);
  await advance(2 * day);
  await key.up(short);
  await advance(2 * day);
  const [second, first] = [current().id, retiring()!.id];
  const process = world.start();
  const old = key.outputs.retiringValue;
  const real = process.run.service.bind(process.run);
  let looks = 0;
  process.run.service = (connection) => {
    const service = real(connection);
    const wrapped = Object.create(service);
    wrapped.account = (id: string) => {
      const place = service.account(id);
      const apiKeys = Object.create(place.apiKeys);
      apiKeys.observeNow = async (keyId: string, lookup: object) => {
        if (keyId === first && ++looks === 2) await use(old);
        return place.apiKeys.observeNow(keyId, lookup);
      };
      for (const name of ["all", "observe", "create", "delete", "modify", "serviceNowMs", "findByNameNow"] as const)
        apiKeys[name] = (place.apiKeys[name] as (...args: unknown[]) => unknown).bind(place.apiKeys);
      return { ...place, accountId: place.accountId, serviceUrl: place.serviceUrl, apiKeys };
    };
    return wrapped;
  };
  const up = await key.up(short, {}, process);
  expect(looks).toBe(2);
  expect(up.text).toContain("is still in use");
  expect((await idsOfOurs()).sort()).toEqual([first, second].sort());
});

test("a destroy leaves an adopted key in place though it is in use", async () => {
  const made = await world.colleagueMakes({ type: "secret", name: "by-hand", scopes: ["accounts:read"] });
  await key.up({ ...everyMonth, adoptId: made.id, adoptValue: made.value });
  await use(made.value);
  await key.destroy();
  expect(await isLive(made.id)).toBe(true);
});

test("a key adopted without its value has none until it is rotated away", async () => {
  const made = await world.colleagueMakes({ type: "secret", name: "by-hand", scopes: ["accounts:read"] });
  const args = { ...everyMonth, adoptId: made.id };
  await key.up(args);
  expect(key.outputs).not.toHaveProperty("value");
  await advance(30 * day);
  await key.up(args);
  expect(await use(key.outputs.value)).toBe(200);
  expect(key.outputs).not.toHaveProperty("retiringValue");
  await advance(24 * hour);
  await key.up(args);
  expect(await isLive(made.id)).toBe(false);
});

test("an adopted key counts from its creation: one that is older than the period is due at once", async () => {
  const made = await world.colleagueMakes({ type: "secret", name: "by-hand", scopes: ["accounts:read"] });
  await advance(40 * day);
  const args = { ...everyMonth, adoptId: made.id };
  await key.up(args);
  expect((await key.preview(args)).text).toContain("due: a new key is created");
});

test("a rotation that moves to another account begins anew there, with a key of its own in place of the one once adopted", async () => {
  const made = await world.colleagueMakes({ type: "secret", name: "by-hand", scopes: ["accounts:read"] });
  const args = { ...everyMonth, adoptId: made.id, adoptValue: made.value };
  await key.up(args);
  const { id: other } = await world.admin("POST", "/accounts", { kind: "merchant" });
  await key.up({ ...args, accountId: other });
  expect(key.outputs.accountId).toBe(other);
  expect(current().id).not.toBe(made.id);
  expect((await world.keys(other)).map(({ id }) => id)).toContain(current().id);
  expect(await isLive(made.id)).toBe(true);
});

test("a move to another address is refused where no key of the rotation is there", async () => {
  await key.up(everyMonth);
  const there = await openWorld();
  const state = JSON.stringify(key.state);
  world.environment.PAYMENTS_REHOME = `${world.sandbox.url}=${there.sandbox.url}`;
  world.config = { ...there.config, "payments:accountId": world.sandbox.accountId };
  const refused = await failureOf(key.preview(everyMonth));
  expect(refused).toMatch(/is not at the new address|account/);
  expect(await failureOf(key.destroy())).toMatch(/not at the new address|account/);
  expect(JSON.stringify(key.state)).toBe(state);
});

test("a destroy takes the keys that state holds, and reports one that a run left over", async () => {
  await key.up(everyMonth);
  await advance(30 * day);
  const before = structuredClone(key.state);
  await key.up(everyMonth);
  const lost = current().id;
  key.state = before;
  await key.destroy();
  expect(await idsOfOurs()).toEqual([lost]);
});

test("a key that a run made for a first up and never saved is told by the next", async () => {
  // A tag is hexadecimal, and that of this world is made of the name.
  key = world.resource("RotatingApiKey", "cafebabe");
  await key.up(everyMonth);
  const lost = current().id;
  key.state = undefined;
  expect((await key.preview(everyMonth)).text).toContain(`orphan: API key ${lost}`);
});

test.each(["RotatingApiKey", "ApiKey"] as const)(
  "a rotation that leaves the program deletes no key that a %s took over in the same run",
  async (className) => {
    const made = await world.colleagueMakes({ type: "secret", name: "by-hand", scopes: ["accounts:read"] });
    const adopting = { adoptId: made.id, adoptValue: made.value };
    await key.up({ ...everyMonth, ...adopting });
    await advance(30 * day);
    await key.up({ ...everyMonth, ...adopting });
    const [old, successor] = [retiring()!.id, current().id];
    expect(old).toBe(made.id);
    const process = world.start();
    const renamed = world.resource(className, "renamed");
    const args = className === "ApiKey" ? { type: "secret", scopes: ["accounts:read"] } : everyMonth;
    await renamed.up({ ...args, ...adopting }, {}, process);
    expect(await key.destroy(process)).toContain(`API key ${old} was taken over in this run, so it is left as it is`);
    expect([await isLive(old), await isLive(successor)]).toEqual([true, false]);
  },
);

test("an ApiKey of the same stack can't adopt a key that a rotation holds", async () => {
  await key.up(everyMonth);
  const process = world.start();
  await key.preview(everyMonth, {}, process);
  const thief = world.resource("ApiKey", "thief");
  const args = { type: "secret", scopes: ["accounts:read"], adoptId: current().id };
  expect(await failureOf(thief.preview(args, {}, process))).toContain("manages it already");
});
