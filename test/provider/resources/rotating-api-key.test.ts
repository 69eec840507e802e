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

const { current, retiring, idsOfOurs, advance, use } = looksAt(() => ({ world, key }));

test("the first up makes one key, whose value works, and says when it rotates", async () => {
  await key.up(everyMonth);
  expect(await idsOfOurs()).toEqual([current().id]);
  expect(await use(key.outputs.value)).toBe(200);
  expect(key.state!.id).toMatch(/^rotation-/);
  expect(Date.parse(key.outputs.rotatesAt as string) - Date.parse(current().since)).toBe(30 * 86_400_000);
  const plan = await key.preview(everyMonth);
  expect(plan.step).toBe("same");
  expect(plan.text).toContain("rotates in 30 days");
});

test("a due key is rotated, the one before stays through its overlap, and goes once it is quiet", async () => {
  await key.up(everyMonth);
  const first = { ...current(), value: key.outputs.value };
  await advance(30 * day);
  const due = await key.preview(everyMonth);
  expect(due.step).toBe("update");
  expect(due.text).toContain("due: a new key is created and handed on");
  expect(due.text).not.toContain("drift");
  await key.up(everyMonth);
  expect(current().id).not.toBe(first.id);
  expect(retiring()).toMatchObject({ id: first.id });
  expect(await use(first.value)).toBe(200);
  expect(await use(key.outputs.value)).toBe(200);
  expect(key.outputs.retiringValue).toBe(first.value);

  await advance(4 * hour);
  const during = await key.preview(everyMonth);
  expect(during.step).toBe("same");
  expect(during.text).toContain(`the retiring key ${first.id} (${first.name}) can be deleted in 20 h`);

  await advance(16 * hour);
  await use(first.value);
  await advance(4 * hour);
  expect((await key.preview(everyMonth)).step).toBe("same");
  await advance(20 * hour);
  expect((await key.preview(everyMonth)).text).toContain(`due: key ${first.id} is deleted`);
  await key.up(everyMonth);
  expect(await idsOfOurs()).toEqual([current().id]);
  expect(key.outputs).not.toHaveProperty("retiring");
  expect(key.outputs).not.toHaveProperty("retiringValue");
  expect((await key.preview(everyMonth)).step).toBe("same");
});

test("a retiring key that is still used waits, and the preview says so", async () => {
  await key.up(everyMonth);
  const old = key.outputs.value;
  await advance(30 * day);
  await key.up(everyMonth);
  await advance(23 * hour);
  await use(old);
  await advance(2 * hour);
  const plan = await key.preview(everyMonth);
  expect(plan.step).toBe("same");
  expect(plan.text).toMatch(/is still in use: last at .* \(2 h ago\), after its successor was handed on/);
  world.environment.PAYMENTS_FORCE = retiring()!.id;
  await key.up(everyMonth);
  expect(await idsOfOurs()).toEqual([current().id]);
});

test("while the retiring key stands still a due rotation waits, and is overdue", async () => {
  await key.up(everyMonth);
  const old = key.outputs.value;
  await advance(30 * day);
  await key.up(everyMonth);
  const second = current().id;
  await advance(33 * day);
  await use(old);
  await advance(1 * hour);
  const plan = await key.preview(everyMonth);
  expect(plan.step).toBe("same");
  expect(plan.text).toContain("overdue by 3 days");
  await advance(25 * hour);
  await key.up(everyMonth);
  expect(retiring()?.id).toBe(second);
  expect(await idsOfOurs()).toHaveLength(2);
});

test("a changed trigger rotates, and the first one does not", async () => {
  const when = (trigger: string) => ({ ...everyMonth, rotation: { trigger, overlapHours: 1 } });
  await key.up(everyMonth);
  expect((await key.up(when("a"))).step).toBe("update");
  expect(await idsOfOurs()).toHaveLength(1);
  expect((await key.preview(when("a"))).step).toBe("same");
  await key.up(when("b"));
  expect(await idsOfOurs()).toHaveLength(2);
  expect((await key.preview(when("b"))).step).toBe("same");
});

test("a current key that somebody deleted is recreated while the retiring one stays", async () => {
  await key.up(everyMonth);
  await advance(30 * day);
  await key.up(everyMonth);
  const privateState = retiring()!.id;
  await world.colleagueDeletes(current().id);
  const plan = await key.preview(everyMonth);
  expect(plan.text).toMatch(/drift: current of rotation of API keys .* is "gone \(.*A new key is created/);
  await key.up(everyMonth);
  expect((await idsOfOurs()).sort()).toEqual([current().id, privateState].sort());
  expect(await use(key.outputs.value)).toBe(200);
});

test("a key that a run made and never saved is reported by its name and left alone, and the rotation goes on", async () => {
  await key.up(everyMonth);
  await advance(30 * day);
  const before = structuredClone(key.state);
  await key.up(everyMonth);
  const lost = current().id;
  key.state = before;
  const plan = await key.preview(everyMonth);
  expect(plan.text).toContain(`orphan: API key ${lost}`);
  expect(plan.text).toContain(`npx pulumi-payments orphans --stack test --delete ${lost}`);
  await key.up(everyMonth);
  expect((await idsOfOurs()).sort()).toEqual([lost, current().id, retiring()!.id].sort());
});

test("a failure after the new key was made keeps its value, and the next up goes on from there", async () => {
  await key.up(everyMonth);
  await advance(30 * day);
  world.environment.PAYMENTS_REVOKE_NOW = "billing";
  await world.fault({ operation: "DELETE /v1/api-keys/{id}", effect: "status", status: 403 });
  const failure = await failureOf(key.up(everyMonth));
  expect(failure).toMatch(/403|forbidden|not allowed/i);
  delete world.environment.PAYMENTS_REVOKE_NOW;
  expect(await use(key.outputs.value)).toBe(200);
  expect(await idsOfOurs()).toHaveLength(2);
  await advance(24 * hour);
  await key.up(everyMonth);
  expect(await idsOfOurs()).toEqual([current().id]);
});

test("PAYMENTS_ROTATE_NOW rotates with overlap, and PAYMENTS_REVOKE_NOW deletes the key before at once", async () => {
  await key.up(everyMonth);
  world.environment.PAYMENTS_ROTATE_NOW = "billing";
  await key.up(everyMonth);
  expect(await idsOfOurs()).toHaveLength(2);
  world.environment = { PAYMENTS_REVOKE_NOW: key.urn };
  const old = [current().id, retiring()!.id];
  await key.up(everyMonth);
  expect(await idsOfOurs()).toEqual([current().id]);
  expect(old).not.toContain(current().id);
});

test("scopes are written to the current and to the retiring key", async () => {
  await key.up(everyMonth);
  await advance(30 * day);
  await key.up(everyMonth);
  await key.up({ ...everyMonth, scopes: ["accounts:read", "payment_intents:read"] });
  for (const id of await idsOfOurs()) {
    expect((await world.key(id)).scopes.sort()).toEqual(["accounts:read", "payment_intents:read"]);
  }
  expect(key.outputs.scopes).toEqual(["accounts:read", "payment_intents:read"]);
});

test("with dueRotations report a due rotation is said and is no change", async () => {
  await key.up(everyMonth);
  await advance(31 * day);
  world.environment.PAYMENTS_DUE_ROTATIONS = "report";
  const plan = await key.preview(everyMonth);
  expect(plan.step).toBe("same");
  expect(plan.text).toContain("due: a new key is created");
});

test("an adopted key is the current one, is rotated away when it is due, and is left in place on destroy before that", async () => {
  const made = await world.colleagueMakes({ type: "secret", name: "billing-by-hand", scopes: ["accounts:read"] });
  const args = { ...everyMonth, adoptId: made.id, adoptValue: made.value };
  await key.up(args);
  expect(current().id).toBe(made.id);
  expect((await key.preview(args)).step).toBe("same");
  await advance(30 * day);
  await key.up(args);
  expect(retiring()!.id).toBe(made.id);
  await advance(24 * hour);
  await key.up(args);
  expect(await world.key(made.id)).toBeUndefined();

  const other = await world.colleagueMakes({ type: "secret", name: "billing-2", scopes: ["accounts:read"] });
  const second = world.resource("RotatingApiKey", "second");
  await second.up({ ...everyMonth, adoptId: other.id, adoptValue: other.value });
  await second.destroy();
  expect(await world.key(other.id)).toBeDefined();
});

test("destroy deletes both keys, and neither while one is in use", async () => {
  await key.up(everyMonth);
  await advance(30 * day);
  await key.up(everyMonth);
  await use(key.outputs.value);
  expect(await failureOf(key.destroy())).toContain("not deleted");
  expect(await idsOfOurs()).toHaveLength(2);
  await advance(25 * hour);
  await key.destroy();
  expect(await idsOfOurs()).toEqual([]);
});

test("the run's own credential rotates in two runs: the old key waits until the run uses the new one", async () => {
  const own = { scopes: ["*"], rotation: { everyDays: 30, overlapHours: 1 } };
  await key.up(own);
  world.config["payments:apiKey"] = key.outputs.value as string;
  await advance(30 * day);
  await key.up(own);
  await advance(2 * day);
  const plan = await key.preview(own);
  expect(plan.step).toBe("same");
  expect(plan.text).toMatch(/stays: API key .* is the one that this run authenticates with/);
  world.config["payments:apiKey"] = key.outputs.value as string;
  await advance(2 * day);
  await key.up(own);
  expect(await idsOfOurs()).toEqual([current().id]);
});

test("an overlap that is not shorter than the period is refused before anything is made", async () => {
  const refused = await failureOf(key.up({ ...everyMonth, rotation: { everyDays: 1, overlapHours: 24 } }));
  expect(refused).toContain("rotation.overlapHours");
  expect(await idsOfOurs()).toEqual([]);
});
