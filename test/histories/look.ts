import { formsOf } from "../e2e/harness/secrets.js";
import type { World } from "../provider/lifecycle/world.js";
import { type LiveKey, liveKeys, type Model, own, programOf } from "./model.js";
import type { Ended, Entry, StandInEngine } from "./stand-in-engine.js";

const isKey = ({ className }: Entry): boolean => className === "ApiKey";

/** What holds after every command. */
export async function look(world: World, model: Model, engine: StandInEngine): Promise<void> {
  const live = await liveKeys(world);
  const held = [...engine.state, ...engine.pending].filter(isKey);
  for (const other of model.others.values()) {
    const now = live.get(other.id);
    if (now === undefined) throw new Error(`a key of others is gone: ${other.name}`);
    if (model.adopted.has(other.id)) continue;
    const facts = (key: LiveKey): string => JSON.stringify([key.name, key.type, own(key.scopes)]);
    if (facts(now) !== facts(other)) throw new Error(`a key of others was changed: ${facts(other)} -> ${facts(now)}`);
  }
  // To say that a key is deleted is no report that it is there.
  const reports = model.told.replaceAll(/^.* is deleted and made anew$/gm, "");
  for (const { id, name } of live.values()) {
    const names = model.names.get(id) ?? new Set();
    model.names.set(id, names.add(name));
    const isOurs = !model.others.has(id) && !held.some((entry) => entry.id === id);
    if (isOurs && model.values.has(id))
      throw new Error(`key ${id} (${name}) was in state, is there, and is in no state`);
    const isTold = [id, ...names].some((each) => reports.includes(each));
    if (isOurs && !isTold) throw new Error(`key ${id} (${name}) is in no state, and nobody was told`);
  }
  for (const { id, outputs } of held.filter((entry) => !model.adopted.has(entry.id))) {
    const first = model.values.get(id) ?? String(outputs.value);
    if (!/^[sp]k_sandbox_[0-9a-f]{40,}$/.test(first)) throw new Error(`state holds no value of ${id}`);
    model.values.set(id, first);
    if (outputs.value !== first) throw new Error(`the value of ${id} in state is another`);
  }
  const secrets = [world.sandbox.apiKey, ...[...model.values.values()].filter((value) => value.startsWith("sk_"))];
  for (const form of secrets.flatMap(formsOf)) if (model.told.includes(form)) throw new Error("a secret was said");
}

/** What a refresh dropped is really gone. */
export async function expectTrulyGone(world: World, before: readonly Entry[], engine: StandInEngine): Promise<void> {
  const live = await liveKeys(world);
  const lost = before.filter(isKey).filter(({ id }) => !engine.state.some((entry) => entry.id === id) && live.has(id));
  if (lost.length > 0) throw new Error(`a refresh called gone what is there: ${lost.map(({ id }) => id).join(", ")}`);
}

/** After an `up` that succeeded every key is as declared, and state says what is. */
export async function expectAsDeclared(world: World, model: Model, engine: StandInEngine, ended: Ended): Promise<void> {
  const live = await liveKeys(world);
  for (const { name, key } of model.program.values()) {
    const entry = engine.state.find((each) => each.name === name);
    const now = entry && live.get(entry.id);
    if (entry === undefined || now === undefined) throw new Error(`up succeeded, and ${name} is not there`);
    const seen = (scopes: readonly string[]): string[] => (key.delegatedScopes ? own(scopes) : [...scopes].sort());
    const wanted = {
      type: key.type,
      name: key.name ?? now.name,
      scopes: key.type === "secret" ? seen(key.scopes ?? []) : undefined,
    };
    const found = { type: now.type, name: now.name, scopes: key.type === "secret" ? seen(now.scopes) : undefined };
    if (JSON.stringify(found) !== JSON.stringify(wanted))
      throw new Error(
        `up succeeded (${ended.steps[name]}), and ${name} is ${JSON.stringify(found)}, declared ${JSON.stringify(wanted)}`,
      );
    const { outputs } = entry;
    const stored = {
      type: outputs.type,
      name: outputs.name,
      scopes: key.type === "secret" ? seen(outputs.scopes as string[]) : undefined,
    };
    const isTold = model.told.includes(`${entry.id} of account`);
    if (JSON.stringify(stored) !== JSON.stringify(found) && !isTold)
      throw new Error(`state says ${JSON.stringify(stored)} of ${name}, and it is ${JSON.stringify(found)}`);
  }
  const names = new Set(programOf(world, model, "").map(({ name }) => name));
  const left = engine.state.filter(({ name }) => !names.has(name));
  if (left.length + engine.pending.length > 0) throw new Error("up succeeded and kept what the program has no more");
}

/** Each value in state is the one that the service takes. */
export async function expectValues(world: World, { values }: Model, { state }: StandInEngine): Promise<void> {
  const live = await liveKeys(world);
  for (const { id, outputs } of state.filter(isKey)) {
    if (outputs.type !== "secret" || !live.has(id) || !values.has(id)) continue;
    const headers = { "payments-api-key": values.get(id)!, "payments-account": world.sandbox.accountId };
    const { status } = await fetch(`${world.sandbox.url}/v1/api-keys`, { headers });
    if (status === 401) throw new Error(`the value of ${id} in state is not taken`);
    await world.colleagueChanges(id, { last_used: null });
  }
}
