import { applePayNamespace, namespaceOf } from "../../provider/api/contract/scope.js";
import { formsOf } from "../e2e/harness/secrets.js";
import type { World } from "../provider/lifecycle/world.js";
import type { Command, KeyArgs } from "./commands.js";
import { type Declared, type Ended, type Entry, StandInEngine } from "./stand-in-engine.js";

interface LiveKey {
  id: string;
  name: string;
  type: string;
  scopes: string[];
}

/** Something that must never be, and when it came to be. */
export class BrokenPromise extends Error {}

/** The small model: what there should be, kept without looking into the provider. */
class Model {
  readonly program = new Map<number, { name: string; key: KeyArgs }>();
  applePay: { on: number | "shared"; access: string } | undefined;
  endpoint: string | undefined;
  /** Keys of others, as they made them. */
  readonly others = new Map<string, LiveKey>();
  /** The value that each key of ours had when state first held it. */
  readonly values = new Map<string, string>();
  /** Every name that a key was seen under: it may be reported by one that it has no more. */
  readonly names = new Map<string, Set<string>>();
  /** Everything that was ever said: what was reported counts from then on. */
  told = "";
  renames = 0;
}

const own = (scopes: readonly string[]): string[] =>
  scopes.filter((scope) => namespaceOf(scope) !== applePayNamespace).sort();

/** Plays one history at a service that was just begun, and looks after every command. @throws BrokenPromise */
export async function play(world: World, history: readonly Command[]): Promise<void> {
  const model = new Model();
  const engine = new StandInEngine(world, "dev");
  const shared = await colleagueCreates(world, model, {
    name: "shared",
    scopes: ["accounts:read", "apple_pay_domains:read"],
  });
  await colleagueCreates(world, model, { name: "another team's", scopes: ["accounts:write"] });
  for (const [index, command] of history.entries()) {
    await step(`command ${index + 1}, ${JSON.stringify(command)}`, () =>
      perform(world, model, engine, shared, command),
    );
  }
  await step("the end", () => settle(world, model, engine, shared));
}

async function step(where: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    throw new BrokenPromise(`${where}: ${(error as Error).message}`, { cause: error });
  }
}

async function colleagueCreates(world: World, model: Model, key: { name: string; scopes: string[] }): Promise<string> {
  const { id } = await world.colleagueMakes({ type: "secret", ...key });
  model.others.set(id, { id, type: "secret", ...key });
  return id;
}

async function perform(
  world: World,
  model: Model,
  engine: StandInEngine,
  shared: string,
  command: Command,
): Promise<void> {
  const { program } = model;
  switch (command.do) {
    case "declare": {
      const name = program.get(command.slot)?.name ?? `key${command.slot}`;
      program.set(command.slot, { name, key: command.key });
      return;
    }
    case "undeclare":
      program.delete(command.slot);
      return;
    case "rename": {
      const declared = program.get(command.slot);
      model.renames += 1;
      if (declared) program.set(command.slot, { ...declared, name: `renamed${model.renames}` });
      return;
    }
    case "declare apple pay":
      model.applePay = command;
      return;
    case "undeclare apple pay":
      model.applePay = undefined;
      return;
    case "declare endpoint":
      model.endpoint = command.reenable;
      return;
    case "undeclare endpoint":
      model.endpoint = undefined;
      return;
    case "colleague creates":
      await colleagueCreates(world, model, { name: command.name, scopes: command.scopes });
      return;
    case "colleague deletes":
    case "colleague changes": {
      const keys: LiveKey[] = await world.keys();
      const key = keys[command.nth % keys.length];
      if (key === undefined) return;
      const known = model.others.get(key.id);
      if (command.do === "colleague deletes") {
        await world.colleagueDeletes(key.id);
        model.others.delete(key.id);
      } else if (key.type === "secret" || command.change.name !== undefined) {
        const { scopes, ...change } = command.change;
        const made = key.type === "secret" ? command.change : change;
        await world.colleagueChanges(key.id, made);
        if (known) model.others.set(key.id, { ...known, ...made });
      }
      return;
    }
    case "endpoint becomes":
      await world.endpointStatus(world.sandbox.webhookEndpointId, command.status);
      return;
    case "clock moves":
      await world.sandbox.advance({ seconds: command.seconds });
      return;
    case "trouble":
      await world.fault(command.trouble);
      return;
    case "preview": {
      await world.forgetRequests();
      model.told += (await engine.preview(programOf(world, model, shared))).text;
      const writes = await world.writes();
      if (writes.length > 0) throw new Error(`a preview wrote: ${writes.join(", ")}`);
      return look(world, model, engine);
    }
    case "up": {
      const ended = await engine.up(programOf(world, model, shared));
      model.told += ended.text;
      await look(world, model, engine);
      if (!ended.failed) await expectAsDeclared(world, model, engine, ended);
      return;
    }
    case "refresh": {
      const before = [...engine.state];
      model.told += (await engine.refresh()).text;
      await expectTrulyGone(world, before, engine);
      return look(world, model, engine);
    }
    case "destroy": {
      const ended = await engine.destroy();
      model.told += ended.text;
      if (!ended.failed && engine.state.length > 0) throw new Error("destroy succeeded and left state");
      return look(world, model, engine);
    }
  }
}

function programOf(world: World, model: Model, shared: string): Declared[] {
  const { program, applePay, endpoint } = model;
  const declared: Declared[] = [...program.values()].map(({ name, key }) => ({
    className: "ApiKey",
    name,
    args: () => ({ ...key }),
  }));
  const target = applePay === undefined || applePay.on === "shared" ? undefined : program.get(applePay.on);
  if (applePay !== undefined && (applePay.on === "shared" || target?.key.delegatedScopes !== undefined)) {
    declared.push({
      className: "ApplePayDomainScopes",
      name: "applePay",
      args: (idOf) => ({ apiKeyId: target === undefined ? shared : idOf(target.name), access: applePay.access }),
    });
  }
  if (endpoint !== undefined) {
    const args = { endpointId: world.sandbox.webhookEndpointId, status: "active", reenable: endpoint };
    declared.push({ className: "WebhookEndpoint", name: "endpoint", args: () => args });
  }
  return declared;
}

const isKey = ({ className }: Entry): boolean => className === "ApiKey";

/** What holds after every command. */
async function look(world: World, model: Model, engine: StandInEngine): Promise<void> {
  const live = new Map<string, LiveKey>(((await world.keys()) as LiveKey[]).map((key) => [key.id, key]));
  const held = [...engine.state, ...engine.pending].filter(isKey);
  for (const other of model.others.values()) {
    const now = live.get(other.id);
    if (now === undefined) throw new Error(`a key of others is gone: ${other.name}`);
    const facts = (key: LiveKey): string => JSON.stringify([key.name, key.type, own(key.scopes)]);
    if (facts(now) !== facts(other)) throw new Error(`a key of others was changed: ${facts(other)} -> ${facts(now)}`);
  }
  for (const { id, name } of live.values()) {
    const names = model.names.get(id) ?? new Set();
    model.names.set(id, names.add(name));
    const isOurs = !model.others.has(id) && !held.some((entry) => entry.id === id);
    const isTold = [id, ...names].some((each) => model.told.includes(each));
    if (isOurs && !isTold) throw new Error(`key ${id} (${name}) is in no state, and nobody was told`);
  }
  for (const { id, outputs } of held) {
    const first = model.values.get(id) ?? String(outputs.value);
    if (!/^[sp]k_sandbox_[0-9a-f]{40,}$/.test(first)) throw new Error(`state holds no value of ${id}`);
    model.values.set(id, first);
    if (outputs.value !== first) throw new Error(`the value of ${id} in state is another`);
  }
  const secrets = [world.sandbox.apiKey, ...[...model.values.values()].filter((value) => value.startsWith("sk_"))];
  for (const form of secrets.flatMap(formsOf)) if (model.told.includes(form)) throw new Error("a secret was said");
}

async function expectTrulyGone(world: World, before: readonly Entry[], engine: StandInEngine): Promise<void> {
  const live = new Set(((await world.keys()) as LiveKey[]).map(({ id }) => id));
  const lost = before.filter(isKey).filter(({ id }) => !engine.state.some((entry) => entry.id === id) && live.has(id));
  if (lost.length > 0) throw new Error(`a refresh called gone what is there: ${lost.map(({ id }) => id).join(", ")}`);
}

/** After an `up` that succeeded every key is as declared, and state says what is. */
async function expectAsDeclared(world: World, model: Model, engine: StandInEngine, ended: Ended): Promise<void> {
  const live = new Map<string, LiveKey>(((await world.keys()) as LiveKey[]).map((key) => [key.id, key]));
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

/** Said where somebody has to decide: two keys of one name, or an endpoint that is not ours to make. */
const needsAPerson = /live keys? named|would be left without any scope|holds \*, which|there is no API key/;

/** With the trouble over, up and a preview that changes nothing; then everything of ours goes, and nothing else. */
async function settle(world: World, model: Model, engine: StandInEngine, shared: string): Promise<void> {
  await world.admin("DELETE", "/faults");
  await world.sandbox.advance({ seconds: 60 });
  const up = await engine.up(programOf(world, model, shared));
  model.told += up.text;
  await look(world, model, engine);
  if (up.failed && !needsAPerson.test(up.text)) throw new Error(`up does not converge: ${up.text}`);
  if (!up.failed) {
    await expectAsDeclared(world, model, engine, up);
    const { failed, steps, text } = await engine.preview(programOf(world, model, shared));
    const changes = Object.entries(steps).filter(([, each]) => each !== "same");
    if (failed || changes.length > 0)
      throw new Error(`after up a preview still plans ${JSON.stringify(changes)}: ${text}`);
  }
  await expectValues(world, model, engine);
  const destroyed = await engine.destroy();
  model.told += destroyed.text;
  if (destroyed.failed && !needsAPerson.test(destroyed.text)) throw new Error(`destroy fails: ${destroyed.text}`);
  await look(world, model, engine);
}

/** Each value in state is the one that the service takes. */
async function expectValues(world: World, { values }: Model, { state }: StandInEngine): Promise<void> {
  const live = new Set(((await world.keys()) as LiveKey[]).map(({ id }) => id));
  for (const { id, outputs } of state.filter(isKey)) {
    if (outputs.type !== "secret" || !live.has(id)) continue;
    const headers = { "payments-api-key": values.get(id)!, "payments-account": world.sandbox.accountId };
    const { status } = await fetch(`${world.sandbox.url}/v1/api-keys`, { headers });
    if (status === 401) throw new Error(`the value of ${id} in state is not taken`);
    await world.colleagueChanges(id, { last_used: null });
  }
}
