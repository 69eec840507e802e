import type { Properties } from "../../provider/lifecycle/inputs.js";
import type { World } from "../provider/lifecycle/world.js";
import type { Command } from "./commands.js";
import { expectAsDeclared, expectTrulyGone, expectValues, look } from "./look.js";
import { type LiveKey, Model, programOf, type Slot } from "./model.js";
import { StandInEngine } from "./stand-in-engine.js";

/** Something that must never be, and when it came to be. */
class BrokenPromise extends Error {}

/** Short, since what is never answered costs real time; a service at work on a busy machine is well within. */
const timeouts = { connectMs: 500, headersMs: 500, bodyMs: 500, totalMs: 4_000 };

/** Plays one history at a service that was just begun, and looks after every command. All that was said. @throws BrokenPromise */
export async function play(world: World, history: readonly Command[]): Promise<string> {
  world.config["payments:timeouts"] = JSON.stringify(timeouts);
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
  return model.told;
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

/** The arguments that take over what the program means: a key of others, or the ApiKey that its place held. */
function adoptingArgs(
  model: Model,
  engine: StandInEngine,
  shared: string,
  { name, kind }: Pick<Slot, "name" | "kind">,
): Properties | undefined {
  const { adopts } = kind.key;
  if (adopts === "own") {
    const held = engine.state.find((entry) => entry.name === name && entry.className === "ApiKey");
    if (held?.outputs.type !== "secret") return undefined;
    const { value } = held.outputs;
    const args = { adoptId: held.id, ...(value === undefined ? {} : { adoptValue: value }) };
    return model.adopted.has(held.id) ? args : { ...args, deleteAdopted: true };
  }
  if (adopts === undefined) return undefined;
  const found = [...model.others.keys()].filter((id) => id !== shared);
  const adoptId = found[adopts % Math.max(1, found.length)];
  if (adoptId === undefined) return undefined;
  model.adopted.add(adoptId);
  return { adoptId };
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
    case "declare":
    case "declare rotation": {
      const kind: Slot["kind"] =
        command.do === "declare"
          ? { className: "ApiKey", key: command.key }
          : { className: "RotatingApiKey", key: command.key };
      const { name, aliases = [], options } = program.get(command.slot) ?? { name: `key${command.slot}`, options: {} };
      const adopting = adoptingArgs(model, engine, shared, { name, kind });
      if (kind.key.adopts === undefined) program.set(command.slot, { name, aliases, kind, options });
      else if (adopting !== undefined) program.set(command.slot, { name, aliases, kind, options, adopting });
      return;
    }
    case "options": {
      const declared = program.get(command.slot);
      if (declared) program.set(command.slot, { ...declared, options: command.options });
      return;
    }
    case "undeclare":
      program.delete(command.slot);
      return;
    case "rename": {
      const declared = program.get(command.slot);
      model.renames += 1;
      if (declared === undefined) return;
      const aliases = command.alias ? [declared.name, ...(declared.aliases ?? [])] : [];
      program.set(command.slot, { ...declared, name: `renamed${model.renames}`, aliases });
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
    case "key is used": {
      const keys: LiveKey[] = await world.keys();
      const key = keys[command.nth % Math.max(1, keys.length)];
      const { now } = await world.admin("GET", "/clock");
      if (key) await world.colleagueChanges(key.id, { last_used: now });
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
      const ended = await engine.up(programOf(world, model, shared), command);
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

/**
 * Said where somebody has to decide: two keys of one name, an endpoint that is not ours to make, what is protected, or what
 * `ignoreChanges` keeps against the rest of the program.
 */
const needsAPerson =
  /live keys? named|would be left without any scope|there is no API key|can't be adopted|managed by|was last used|it is protected|declare it in one place only|leave them out|ignoreChanges keeps/;

const isAdoptedByRotation = ({ kind, adopting }: Slot): boolean =>
  kind.className === "RotatingApiKey" && adopting !== undefined;

/** With the trouble over, up and a preview that changes nothing; then everything of ours goes, and nothing else. */
async function settle(world: World, model: Model, engine: StandInEngine, shared: string): Promise<void> {
  await world.admin("DELETE", "/faults");
  await world.sandbox.advance({ seconds: 60 });
  let up = await engine.up(programOf(world, model, shared));
  model.told += up.text;
  await look(world, model, engine);
  // A key that is older than the period is adopted by one up, and due in the next.
  if (!up.failed && [...model.program.values()].some(isAdoptedByRotation)) {
    up = await engine.up(programOf(world, model, shared));
    model.told += up.text;
    await look(world, model, engine);
  }
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
