import { classifyKeys } from "../../cli/orphans/classify";
import { tagsOf } from "../../cli/stack-tags";
import { readGeneratedName } from "../../provider/lifecycle/generated-name";
import { unknownMarker } from "../../provider/lifecycle/inputs";
import { formsOf } from "../e2e/harness/secrets";
import type { World } from "../provider/lifecycle/world";
import { type Ended, type Entry, keysRecordedBy, type StandInEngine } from "../stand-in-engine/engine";
import { type Backends, enginesOf, type LiveKey, liveKeys, type Model, own, programOf, type Slot } from "./model";

/** Checks what must hold after every command. */
export async function expectInvariants(world: World, model: Model, backends: Backends): Promise<void> {
  const live = await liveKeys(world);
  const entries = enginesOf(backends).flatMap(({ state, pending }) => [...state, ...pending]);
  const recorded = entries.flatMap(keysRecordedBy);
  for (const other of model.others.values()) {
    const now = live.get(other.id);
    if (now === undefined && model.retired.has(other.id)) continue;
    if (now === undefined) throw new Error(`a key of others is gone: ${other.name}`);
    if (model.adopted.has(other.id)) continue;
    const facts = (key: LiveKey): string => JSON.stringify([key.name, key.type, own(key.scopes)]);
    if (facts(now) !== facts(other)) throw new Error(`a key of others was changed: ${facts(other)} -> ${facts(now)}`);
  }
  // To say that a key is deleted is no report that it is there.
  const reports = model.output.replaceAll(/^.* is deleted and created again$/gm, "");
  for (const { id, name } of live.values()) {
    const names = model.names.get(id) ?? new Set();
    model.names.set(id, names.add(name));
    const isOurs = !model.others.has(id) && !recorded.some((entry) => entry.id === id);
    // One that a rotation took over is left in place, unless the program says deleteAdopted at its end.
    const isLeft = model.output.includes(`API key ${id} was adopted, so it is left in place`);
    if (isOurs && model.values.has(id) && !isLeft && !model.forgotten.has(id))
      throw new Error(`key ${id} (${name}) was in state, is there, and is in no state`);
    const isReported = [id, ...names].some((each) => reports.includes(each));
    if (isOurs && !isReported && !model.forgotten.has(id))
      throw new Error(`key ${id} (${name}) is in no state, and no output names it`);
  }
  for (const { id, value } of recorded.filter((key) => !model.adopted.has(key.id))) {
    const first = model.values.get(id) ?? String(value);
    if (!/^[sp]k_sandbox_[0-9a-f]{40,}$/.test(first)) throw new Error(`state holds no value of ${id}`);
    model.values.set(id, first);
    if (value !== first) throw new Error(`the value of ${id} in state is another`);
  }
  for (const { outputs } of entries) {
    const { retiring } = outputs as { retiring?: { id: string } };
    if (retiring !== undefined) model.retired.add(retiring.id);
  }
  const secrets = [world.sandbox.apiKey, ...[...model.values.values()].filter((value) => value.startsWith("sk_"))];
  for (const form of secrets.flatMap(formsOf))
    if (model.output.includes(form)) throw new Error("the output holds a secret");
}

/** Whatever a command does, it leaves alone each key that its own state does not record and its program does not name. */
export async function leavingOthersAlone(
  world: World,
  model: Model,
  { engine, shared }: { engine: StandInEngine; shared: string },
  command: () => Promise<Ended>,
): Promise<Ended> {
  const before = await liveKeys(world);
  const recorded = new Set([...engine.state, ...engine.pending].flatMap(keysRecordedBy).map(({ id }) => id));
  for (const { adopting } of model.program.values()) recorded.add(String(adopting?.adoptId));
  // Its scopes are managed by the program, or were: those of state go when it leaves the program.
  for (const { outputs, className } of engine.state)
    if (className === "ApplePayDomainScopes") recorded.add(String(outputs.apiKeyId));
  if (model.applePay?.on === "shared") recorded.add(shared);
  const ended = await command();
  const after = await liveKeys(world);
  for (const key of before.values()) {
    if (recorded.has(key.id)) continue;
    const now = after.get(key.id);
    const facts = (each: LiveKey): string => JSON.stringify([each.name, each.type, [...each.scopes].sort()]);
    if (now === undefined) throw new Error(`a key that state does not record was deleted: ${key.id} (${key.name})`);
    if (facts(now) !== facts(key))
      throw new Error(`a key that state does not record was changed: ${facts(key)} -> ${facts(now)}`);
  }
  return ended;
}

/** What no state records and we made is named: by a preview at the end, or by `orphans`, which reads both states. */
export async function expectNamed(
  world: World,
  model: Model,
  backends: Backends,
  { output, failed }: { output: string; failed: boolean },
): Promise<void> {
  const engines = enginesOf(backends);
  const recorded = new Set(
    engines
      .flatMap(({ state, pending }) => [...state, ...pending])
      .flatMap(keysRecordedBy)
      .map(({ id }) => id),
  );
  const live = await liveKeys(world);
  const orphans = orphansReport(world, engines, [...live.values()]);
  const declared = [...model.program.values()].flatMap(({ kind }) =>
    kind.className === "ApiKey" && kind.key.name !== undefined ? [kind.key.name] : [],
  );
  for (const { id, name } of live.values()) {
    const isLeft = model.output.includes(`API key ${id} was adopted, so it is left in place`);
    if (model.others.has(id) || recorded.has(id) || isLeft) continue;
    if (output.includes(id) || orphans.includes(id)) continue;
    const made = readGeneratedName(name);
    // A name that somebody chose says whose a key is to nobody but the resource that declares it.
    if (made === undefined && (failed || !declared.includes(name))) continue;
    // A label of a rotation's own is known while the rotation is there and has it.
    const isLabeled = made !== undefined && !/^(key|renamed)\d+$/.test(made.logical);
    if (isLabeled && !engines.some(({ state }) => state.some((entry) => isMadeFor(entry, made)))) continue;
    throw new Error(`key ${id} (${name}) is in no state, and neither a preview nor orphans names it`);
  }
}

const isMadeFor = ({ inputs }: Entry, { tag, logical }: { tag: string; logical: string }): boolean =>
  (inputs.__resource as { tag?: unknown } | undefined)?.tag === tag && inputs.name === logical;

/** All that `pulumi-payments orphans` says of these keys, with every state given. */
function orphansReport(world: World, engines: readonly StandInEngine[], keys: readonly LiveKey[]): string {
  const { accountId, url } = world.sandbox;
  const stacks = engines.map((engine, index) => {
    const resources = [...engine.state, ...engine.pending].map(({ className, name, id, inputs, outputs }) => ({
      ...{ urn: engine.urnOf({ className, name }), type: world.form.typeToken(className), id, inputs, outputs },
    }));
    const state = { name: { stack: `dev${index}` }, resources, pending: [] };
    return { state, tags: tagsOf(state, { stack: "dev", project: "history", organizations: [""] }) };
  });
  const listed = keys.map((key) => ({ id: key.id, record: { ...key, type: key.type as "secret" } }));
  return JSON.stringify(classifyKeys([{ serviceUrl: url, accountId, keys: listed, nowMs: 0 }], stacks));
}

/** What a refresh dropped is really gone. */
export async function expectTrulyGone(world: World, before: readonly Entry[], engine: StandInEngine): Promise<void> {
  const live = await liveKeys(world);
  const recorded = new Set(engine.state.flatMap(keysRecordedBy).map(({ id }) => id));
  const lost = before.flatMap(keysRecordedBy).filter(({ id }) => !recorded.has(id) && live.has(id));
  if (lost.length > 0) throw new Error(`a refresh called gone what is there: ${lost.map(({ id }) => id).join(", ")}`);
  for (const { name, id } of before.filter(({ className }) => className === "RotatingApiKey"))
    if (!engine.state.some((entry) => entry.id === id)) throw new Error(`a refresh dropped the rotation ${name}`);
}

const text = (value: object): string => JSON.stringify(value);

/** After an `up` that succeeded every key is as declared, and state records what is. */
export async function expectAsDeclared(world: World, model: Model, engine: StandInEngine, ended: Ended): Promise<void> {
  const live = await liveKeys(world);
  for (const slot of model.program.values()) {
    const { name, kind } = slot;
    const entry = engine.state.find((each) => each.name === name && each.className === kind.className);
    const keys = entry === undefined ? [] : keysRecordedBy(entry).map(({ id }) => live.get(id));
    if (entry === undefined || keys[0] === undefined) throw new Error(`up succeeded, and ${name} is not there`);
    const stored = shownOf(slot, entry.outputs as unknown as LiveKey);
    for (const [index, now] of keys.entries()) {
      // Somebody deleted the retiring key of a rotation that ignores what the time asks for.
      if (now === undefined) continue;
      const found = shownOf(slot, now);
      const desired = { ...found, ...desiredOf(slot) };
      const step = ended.steps[name];
      if (!same(found, desired))
        throw new Error(`up succeeded (${step}), and ${name} is ${text(found)}, declared ${text(desired)}`);
      const isReported = [`${now.id} of account`, `${now.id} is now named`].some((each) => model.output.includes(each));
      if (index === 0 && !same({ ...found, ...stored }, found) && !isReported)
        throw new Error(`state records ${text(stored)} of ${name}, and it is ${text(found)}`);
    }
  }
  const isDeclared = (entry: Entry): boolean =>
    programOf(world, model, "").some(({ name, className }) => name === entry.name && className === entry.className);
  const left = engine.state.filter((entry) => !isDeclared(entry));
  if (left.length + engine.pending.length > 0) throw new Error("up succeeded and kept what the program has no more");
}

const same = (one: object, other: object): boolean =>
  text(Object.entries(one).sort()) === text(Object.entries(other).sort());

type Shown = Partial<Record<"type" | "name" | "scopes", unknown>>;

/** What is compared of a key: without what others manage, what its kind does not name, and what its options ignore. */
function shownOf({ kind, options }: Slot, { type, name, scopes }: LiveKey): Shown {
  const isIgnored = (field: string): boolean => options.ignoreChanges?.includes(field) === true;
  const shown: Shown = {};
  if (kind.className === "ApiKey") {
    shown.type = type;
    if (!isIgnored("name")) shown.name = name;
  }
  const isDelegating = kind.className === "ApiKey" && kind.key.delegatedScopes !== undefined;
  const isSecret = kind.className === "RotatingApiKey" || kind.key.type === "secret";
  if (isSecret && !isIgnored("scopes")) shown.scopes = isDelegating ? own(scopes) : [...scopes].sort();
  return shown;
}

/** What the program names of that. */
function desiredOf(slot: Slot): Shown {
  const { kind } = slot;
  if (kind.className === "RotatingApiKey")
    return shownOf(slot, { id: "", type: "secret", name: "", scopes: kind.key.scopes });
  const { type, name = "", scopes = [] } = kind.key;
  const desired = shownOf(slot, { id: "", type, name, scopes });
  if (kind.key.name === undefined) delete desired.name;
  return desired;
}

/** What a preview says of outputs comes true, above all of a value that dependents take for unchanged. */
export function expectForeseen({ state }: StandInEngine, { foreseen, steps }: Ended, up: Ended): void {
  for (const [name, outputs] of Object.entries(foreseen)) {
    const entry = state.find((each) => each.name === name);
    if (entry === undefined || steps[name] !== up.steps[name]) continue;
    for (const [field, value] of Object.entries(outputs)) {
      if (field.startsWith("__") || text([value]).includes(unknownMarker)) continue;
      if (text([value]) !== text([entry.outputs[field]]))
        throw new Error(
          `a preview says that ${field} of ${name} is ${text([value])}, and it is ${text([entry.outputs[field]])}`,
        );
    }
  }
}

/** Each value in state is the one that the service takes. */
export async function expectValues(world: World, { values }: Model, { state }: StandInEngine): Promise<void> {
  const live = await liveKeys(world);
  for (const { id, type } of state.flatMap(keysRecordedBy)) {
    if (type !== "secret" || !live.has(id) || !values.has(id)) continue;
    const headers = { "payments-api-key": values.get(id)!, "payments-account": world.sandbox.accountId };
    const { status } = await fetch(`${world.sandbox.url}/v1/api-keys`, { headers });
    if (status === 401) throw new Error(`the value of ${id} in state is not taken`);
    await world.colleagueChanges(id, { last_used: null });
  }
}
