import { phaseOf } from "../../../../tools/reference/rotation-phases.js";
import type { Managed, State, World } from "../../lifecycle/world";
import type { Command, Declared, Emergency, History, Which } from "./rotation-commands";
import { faultOf, isShown, must, sameJson, timesOf } from "./rotation-words";

const hourMs = 3_600_000;
const guardHours = 24;
/** Each wait is this much longer than its hours: no moment of a history stands near the end of an overlap or a period. */
const extraSeconds = 97;
/** What the clock of a run may differ from the service's, since its waits cost no time there. */
const slackMs = 90_000;

interface LiveKey {
  id: string;
  name: string;
  scopes: string[];
  last_used?: string | null;
  created_at: string;
}

/** The small model: what a person could tell, kept without looking into the provider. Part of it is state, and goes back with it. */
interface Recorded {
  retiredAtMs?: number;
  trigger?: string;
  times?: string;
}

/** What a history has met: phases, and ways from one to the next. */
export type Seen = Set<string>;

export async function playRotation(world: World, history: History, seen: Seen): Promise<void> {
  const player = new Player(world, history.begin, seen);
  await player.begin();
  for (const [index, command] of history.commands.entries()) {
    try {
      await player.perform(command);
    } catch (error) {
      throw new Error(`command ${index + 1}, ${JSON.stringify(command)}: ${(error as Error).message}`, {
        cause: error,
      });
    }
  }
  await player.end();
}

class Player {
  readonly key: Managed;
  nowMs = 0;
  recorded: Recorded = {};
  /** What was handed on: value by key. */
  readonly values = new Map<string, string>();

  constructor(
    readonly world: World,
    public declared: Declared,
    readonly seen: Seen,
  ) {
    this.key = world.resource("RotatingApiKey", "billing");
  }

  async begin(): Promise<void> {
    await this.tellTime();
    await this.key.up(this.declared);
    this.record(undefined);
  }

  get state(): State {
    return this.key.state!;
  }
  idOf(which: Which): string | undefined {
    return (this.state.outputs[which] as { id: string } | undefined)?.id;
  }

  async tellTime(): Promise<void> {
    this.nowMs = Date.parse((await this.world.admin("GET", "/clock")).now);
  }

  async ours(): Promise<LiveKey[]> {
    return (await this.world.keys()).filter(({ name }) => name.startsWith("billing-"));
  }

  async perform(command: Command): Promise<void> {
    const before = await this.phase();
    switch (command.do) {
      case "wait":
        await this.world.sandbox.advance({ seconds: command.hours * 3_600 + extraSeconds });
        await this.tellTime();
        break;
      case "use":
        await this.use(command.key);
        break;
      case "colleague deletes": {
        const id = this.idOf(command.key);
        if (id !== undefined && (await this.ours()).some((key) => key.id === id)) await this.world.colleagueDeletes(id);
        break;
      }
      case "declare":
        this.declared = command.declared;
        break;
      case "refresh": {
        const { value } = this.state.outputs;
        must(await this.key.refresh(), "a refresh forgot the rotation");
        must(this.state.outputs.value === value, "a refresh changed the value");
        break;
      }
      case "report":
        return this.report();
      case "up":
        return this.up(command);
    }
    this.seen.add(`${before.name} -> ${(await this.phase()).name}`);
  }

  async use(which: Which): Promise<void> {
    const id = this.idOf(which);
    const value = this.state.outputs[which === "current" ? "value" : "retiringValue"];
    if (id === undefined) return;
    const response = await fetch(`${this.world.sandbox.url}/v1/accounts`, {
      headers: { "payments-api-key": String(value), "payments-account": this.world.sandbox.accountId },
    });
    await response.arrayBuffer();
    const lives = (await this.ours()).some((key) => key.id === id);
    must((response.status === 200) === lives, `the value of the ${which} key was answered ${response.status}`);
  }

  /** What is known at this moment, and the phase of the table that it is. */
  async facts(emergency?: Emergency, force?: boolean) {
    const live = await this.ours();
    const { rotation } = this.declared;
    const [current, retiring] = [this.idOf("current"), this.idOf("retiring")];
    const found = live.find(({ id }) => id === current);
    const old = live.find(({ id }) => id === retiring);
    const { retiredAtMs = Number.NaN, trigger } = this.recorded;
    const dueMs =
      "everyDays" in rotation ? this.sinceMs() + rotation.everyDays * 24 * hourMs : Number.POSITIVE_INFINITY;
    const isTriggered = "trigger" in rotation && trigger !== undefined && trigger !== rotation.trigger;
    const usedMs = old?.last_used ? Date.parse(old.last_used) : Number.NEGATIVE_INFINITY;
    const quietMs = Math.max(rotation.overlapHours, guardHours) * hourMs;
    return {
      currentLives: found !== undefined,
      hasRetiring: retiring !== undefined,
      retiringLives: old !== undefined,
      isDue: this.nowMs >= dueMs,
      asked: emergency ?? (isTriggered ? ("trigger" as const) : undefined),
      isOverlapOver: this.nowMs >= retiredAtMs + rotation.overlapHours * hourMs,
      isQuiet: usedMs <= retiredAtMs + slackMs || this.nowMs - usedMs >= quietMs,
      isForced: force === true && retiring !== undefined,
      leftOver: live.filter(({ id }) => id !== current && id !== retiring).map(({ id }) => id),
      /** What the program says otherwise than state and the live keys, besides the rotation itself. */
      differs:
        timesOf(this.declared) !== this.recorded.times ||
        !sameJson(this.state.outputs.scopes, this.declared.scopes) ||
        [found, old].some((key) => key && !sameJson([...key.scopes].sort(), this.declared.scopes)),
    };
  }

  sinceMs(): number {
    return Date.parse((this.state.outputs.current as { since: string }).since);
  }

  async phase(emergency?: Emergency, force?: boolean) {
    return phaseOf(await this.facts(emergency, force));
  }

  environment(emergency?: Emergency, force?: boolean): Record<string, string> {
    const environment: Record<string, string> = {};
    if (emergency !== undefined) environment[`PAYMENTS_${emergency.toUpperCase()}_NOW`] = "billing";
    if (force && this.idOf("retiring") !== undefined) environment.PAYMENTS_FORCE = this.idOf("retiring")!;
    return environment;
  }

  /** The preview counts and says what the table says. */
  async previewIsRight({ emergency, force }: { emergency?: Emergency | undefined; force?: boolean | undefined }) {
    const facts = await this.facts(emergency, force);
    const phase = phaseOf(facts);
    this.seen.add(phase.name);
    this.world.environment = this.environment(emergency, force);
    const plan = await this.key.preview(this.declared);
    const expected = facts.differs ? "update" : phase.preview;
    must(plan.step === expected, `in "${phase.name}" the preview is ${plan.step}, not ${expected}:\n${plan.text}`);
    must(isShown(phase, facts, plan.text), `in "${phase.name}" the preview does not show it:\n${plan.text}`);
    for (const id of facts.leftOver)
      must(plan.text.includes(`orphan: API key ${id}`), `the preview does not report ${id}:\n${plan.text}`);
    this.world.environment = {};
    return { plan, phase, facts };
  }

  /** A report shows the same, and plans what no time decides. */
  async report(): Promise<void> {
    const facts = await this.facts();
    const phase = phaseOf(facts);
    this.world.environment.PAYMENTS_DUE_ROTATIONS = "report";
    const plan = await this.key.preview(this.declared);
    this.world.environment = {};
    const isPlanned = facts.differs || ["current gone", "asked"].includes(phase.name);
    must(plan.step === (isPlanned ? "update" : "same"), `a report in "${phase.name}" is ${plan.step}:\n${plan.text}`);
    must(isShown(phase, facts, plan.text), `in "${phase.name}" the report does not show it:\n${plan.text}`);
  }

  async up({ emergency, force, trouble, killed }: Extract<Command, { do: "up" }>): Promise<void> {
    const { plan, phase, facts } = await this.previewIsRight({ emergency, force });
    const before = structuredClone(this.state);
    const recorded = { ...this.recorded };
    const [current, retiring] = [this.idOf("current"), this.idOf("retiring")];
    const isClean = trouble === undefined && !killed;
    await this.world.forgetRequests();
    if (trouble !== undefined) await this.world.fault(faultOf(trouble));
    this.world.environment = this.environment(emergency, force);
    let failure: Error | undefined;
    try {
      const done = await this.key.up(this.declared);
      must(done.step === plan.step || !isClean, `the preview said ${plan.step}, the up did ${done.step}`);
      this.record(before);
    } catch (error) {
      failure = error as Error;
      if (!sameJson(this.state, before)) this.record(before);
    }
    this.world.environment = {};
    if (trouble !== undefined) await this.world.admin("DELETE", "/faults");
    must(!isClean || failure === undefined, `a clean up failed: ${failure?.message}`);

    const live = new Set((await this.ours()).map(({ id }) => id));
    if (facts.currentLives) must(live.has(this.idOf("current")!), "an up left no current key");
    if (retiring !== undefined && facts.retiringLives && !live.has(retiring)) {
      must(facts.isForced || emergency === "revoke" || facts.isOverlapOver, "a key went in its overlap");
      must(facts.isForced || emergency === "revoke" || facts.isQuiet, "a key that is in use went");
    }
    if (facts.currentLives && !live.has(current!)) must(emergency === "revoke", "a current key went unasked");
    if (plan.step === "same") {
      must((await this.world.writes()).length === 0, "an up that was to change nothing wrote");
      must(sameJson(this.state.outputs, before.outputs), "an up that was to change nothing changed state");
    }
    for (const id of facts.leftOver) must(live.has(id), `a key that state does not hold went: ${id}`);
    if (killed) {
      this.key.state = before;
      this.recorded = recorded;
    } else if (isClean) await this.hasConverged(phase, live, facts.leftOver);
    else if (failure === undefined)
      must(live.has(this.idOf("current")!), "the up ended well, and the current key is not live");
    this.seen.add(`${phase.name} -> ${(await this.phase()).name}`);
    await this.valueIsThatOfCurrent();
  }

  async hasConverged(
    from: { name: string; upLeadsTo: readonly string[] },
    live: ReadonlySet<string>,
    leftOver: readonly string[],
  ): Promise<void> {
    const held = [this.idOf("current"), this.idOf("retiring")].filter((id) => id !== undefined);
    must(sameJson([...live].sort(), [...held, ...leftOver].sort()), "state holds other keys than live");
    const { plan, phase } = await this.previewIsRight({});
    must(plan.step === "same", `after a clean up a preview plans something:\n${plan.text}`);
    must(from.upLeadsTo.includes(phase.name), `the table leads from "${from.name}" not to "${phase.name}"`);
  }

  /** One key's value is one text for ever, and state never mixes two up. */
  async valueIsThatOfCurrent(): Promise<void> {
    for (const [which, output] of [
      ["current", "value"],
      ["retiring", "retiringValue"],
    ] as const) {
      const id = this.idOf(which);
      if (id === undefined) continue;
      const value = String(this.state.outputs[output]);
      must((this.values.get(id) ?? value) === value, `the value of the ${which} key became another`);
      this.values.set(id, value);
    }
  }

  /** What state says since the update: when the retiring key retired, which trigger was followed, which times hold. */
  record(before: State | undefined): void {
    const idIn = (state: State | undefined, which: Which) => (state?.outputs[which] as { id: string } | undefined)?.id;
    const { rotation } = this.declared;
    const isNew = idIn(before, "current") !== this.idOf("current");
    if (idIn(before, "retiring") !== this.idOf("retiring")) this.recorded.retiredAtMs = this.nowMs;
    if (!("trigger" in rotation)) delete this.recorded.trigger;
    else if (isNew || this.recorded.trigger === undefined) this.recorded.trigger = rotation.trigger;
    this.recorded.times = timesOf(this.declared);
  }

  async end(): Promise<void> {
    await this.up({ do: "up" });
    await this.use("current");
    must(
      (await this.ours()).some(({ id }) => id === this.idOf("current")),
      "at the end no current key lives",
    );
  }
}
