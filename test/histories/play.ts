// Long because: whatever can happen in a history stands in one place.
import type { Properties } from "../../provider/lifecycle/inputs";
import type { World } from "../provider/lifecycle/world";
import { type Ended, keysRecordedBy, StandInEngine } from "../stand-in-engine/engine";
import type { Command, Imitation } from "./commands";
import {
  expectAsDeclared,
  expectForeseen,
  expectInvariants,
  expectNamed,
  expectTrulyGone,
  expectValues,
  leavingOthersAlone,
} from "./invariants";
import { type Backends, enginesOf, type LiveKey, Model, programOf, type Slot } from "./model";

/** Something that must never be, and when it came to be. */
class BrokenPromise extends Error {}

/** So long that a busy machine is well within. */
const patient = { connectMs: 20_000, headersMs: 20_000, bodyMs: 20_000, totalMs: 120_000 };
/** While something is never answered, which costs real time. What fails for it by chance is one more trouble of that run. */
const impatient = { connectMs: 500, headersMs: 500, bodyMs: 500, totalMs: 4_000 };

/**
 * Plays one history at a service that was just begun, and checks after every command what must hold. Returns all output. The world
 * begins a host for each command, with its configuration of that moment.
 * @throws BrokenPromise
 */
export async function play(world: World, history: readonly Command[]): Promise<string> {
  world.config["payments:timeouts"] = JSON.stringify(patient);
  world.showsUrns = true;
  const model = new Model();
  const place = { organization: "", project: "history", stack: "dev" };
  const newEngine = () => new StandInEngine((command) => world.start(command).host, place, world.form);
  const backends: Backends = { acting: newEngine(), newEngine };
  const shared = await colleagueCreates(world, model, {
    name: "shared",
    scopes: ["accounts:read", "apple_pay_domains:read"],
  });
  await colleagueCreates(world, model, { name: "another team's", scopes: ["accounts:write"] });
  for (const [index, command] of history.entries()) {
    await step(`command ${index + 1}, ${JSON.stringify(command)}`, () =>
      perform(world, model, backends, shared, command),
    );
  }
  await step("the end", () => settle(world, model, backends, shared));
  return model.output;
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

const imitations: Record<Imitation, (name: string) => string> = {
  exact: (name) => name,
  "copy of": (name) => `Copy of ${name}`,
  prefix: (name) => `svc-${name}`,
  suffix: (name) => `${name} (2)`,
  "other case": (name) => (name === name.toUpperCase() ? name.toLowerCase() : name.toUpperCase()),
};
/** As long as the service takes it. */
const imitated = (name: string, as: Imitation): string => imitations[as](name).slice(0, 255);

/** The arguments that take over what the program means: a key of others, or the ApiKey that its place recorded. */
function adoptingArgs(
  model: Model,
  engine: StandInEngine,
  shared: string,
  { name, kind }: Pick<Slot, "name" | "kind">,
): Properties | undefined {
  const { adopts } = kind.key;
  if (adopts === "own") {
    const recorded = engine.state.find((entry) => entry.name === name && entry.className === "ApiKey");
    if (recorded?.outputs.type !== "secret") return undefined;
    const { value } = recorded.outputs;
    const args = { adoptId: recorded.id, ...(value === undefined ? {} : { adoptValue: value }) };
    return model.adopted.has(recorded.id) ? args : { ...args, deleteAdopted: true };
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
  backends: Backends,
  shared: string,
  command: Command,
): Promise<void> {
  const { program } = model;
  const engine = backends.acting;
  const alone = (work: () => Promise<Ended>): Promise<Ended> =>
    leavingOthersAlone(world, model, { engine, shared }, work);
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
    case "colleague imitates": {
      const keys: LiveKey[] = await world.keys();
      const key = keys[command.nth % Math.max(1, keys.length)];
      if (key === undefined) return;
      await colleagueCreates(world, model, { name: imitated(key.name, command.as), scopes: ["accounts:read"] });
      return;
    }
    case "colleague renames": {
      const keys: LiveKey[] = await world.keys();
      const theirs = keys.filter(({ id }) => model.others.has(id) && !model.adopted.has(id) && id !== shared);
      const [key, like] = [theirs[command.nth % theirs.length], keys[command.like % keys.length]];
      if (key === undefined || like === undefined) return;
      const name = imitated(like.name, command.as);
      await world.colleagueChanges(key.id, { name });
      model.others.set(key.id, { ...model.others.get(key.id)!, name });
      return;
    }
    case "copy state":
      backends.other ??= backends.newEngine().import(engine.exported());
      return;
    case "other backend":
      if (backends.other !== undefined) [backends.acting, backends.other] = [backends.other, backends.acting];
      return;
    case "export state":
      backends.exported = engine.exported();
      return;
    case "import state": {
      if (backends.exported === undefined) return;
      for (const { id } of [...engine.state, ...engine.pending].flatMap(keysRecordedBy)) model.forgotten.add(id);
      engine.import(backends.exported);
      return;
    }
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
      if (command.trouble.effect === "timeout") world.config["payments:timeouts"] = JSON.stringify(impatient);
      await world.fault(command.trouble);
      return;
    case "preview": {
      await world.forgetRequests();
      model.output += (await alone(() => engine.preview(programOf(world, model, shared)))).text;
      const writes = await world.writes();
      if (writes.length > 0) throw new Error(`a preview wrote: ${writes.join(", ")}`);
      return expectInvariants(world, model, backends);
    }
    case "up": {
      const ended = await alone(() => engine.up(programOf(world, model, shared), command));
      model.output += ended.text;
      await expectInvariants(world, model, backends);
      if (!ended.failed) await expectAsDeclared(world, model, engine, ended);
      return;
    }
    case "refresh": {
      const before = [...engine.state];
      model.output += (await alone(() => engine.refresh())).text;
      await expectTrulyGone(world, before, engine);
      return expectInvariants(world, model, backends);
    }
    case "destroy": {
      const ended = await alone(() => engine.destroy());
      model.output += ended.text;
      if (!ended.failed && engine.state.length > 0) throw new Error("destroy succeeded and left state");
      return expectInvariants(world, model, backends);
    }
  }
}

/**
 * Printed where somebody has to decide: two keys of one name, an endpoint that is not ours to make, what is protected, or what
 * `ignoreChanges` keeps against the rest of the program.
 */
const needsAPerson =
  /live keys? named|declares the name|would be left without any scope|there is no API key|can't be adopted|managed by|was last used|it is protected|Declare it in one place only|Leave them out|ignoreChanges keeps/;

/** A check is told of `ignoreChanges` by our SDK alone: for other languages its refusal can't name it. */
const needsAPersonIn = ({ form }: World, text: string): boolean =>
  needsAPerson.test(text) || (form.isOtherLanguage === true && /is required for a secret key/.test(text));

/** With the trouble over, up and a preview that changes nothing; then everything of ours goes, and nothing else. */
async function settle(world: World, model: Model, backends: Backends, shared: string): Promise<void> {
  await world.admin("DELETE", "/faults");
  world.config["payments:timeouts"] = JSON.stringify(patient);
  await world.sandbox.advance({ seconds: 60 });
  for (const engine of enginesOf(backends)) await converge(world, model, backends, { engine, shared });
  for (const engine of enginesOf(backends)) {
    const destroyed = await leavingOthersAlone(world, model, { engine, shared }, () => engine.destroy());
    model.output += destroyed.text;
    if (destroyed.failed && !needsAPersonIn(world, destroyed.text)) throw new Error(`destroy fails: ${destroyed.text}`);
    await expectInvariants(world, model, backends);
  }
}

async function converge(
  world: World,
  model: Model,
  backends: Backends,
  { engine, shared }: { engine: StandInEngine; shared: string },
): Promise<void> {
  const alone = async (work: () => Promise<Ended>): Promise<Ended> => {
    const ended = await leavingOthersAlone(world, model, { engine, shared }, work);
    model.output += ended.text;
    await expectInvariants(world, model, backends);
    return ended;
  };
  const program = () => programOf(world, model, shared);
  const foresight = world.hostName === "dynamic" ? undefined : await alone(() => engine.preview(program()));
  let up = await alone(() => engine.up(program()));
  if (foresight !== undefined && !up.failed) expectForeseen(engine, foresight, up);
  // A key that is older than the period is adopted by one up, and due in the next.
  if (
    !up.failed &&
    [...model.program.values()].some(({ kind, adopting }) => kind.className === "RotatingApiKey" && adopting)
  )
    up = await alone(() => engine.up(program()));
  if (up.failed && !needsAPersonIn(world, up.text)) throw new Error(`up does not converge: ${up.text}`);
  if (!up.failed) await expectAsDeclared(world, model, engine, up);
  const { failed, steps, text } = await alone(() => engine.preview(program()));
  const changes = Object.entries(steps).filter(([, each]) => each !== "same");
  if (!up.failed && (failed || changes.length > 0))
    throw new Error(`after up a preview still plans ${JSON.stringify(changes)}: ${text}`);
  await expectNamed(world, model, backends, { output: text, failed });
  await expectValues(world, model, engine);
}
