import type { Sandbox, SandboxOptions } from "../../sandbox/index";
import { closeWorlds, type Managed, openWorld, type World } from "../provider/lifecycle/world";
import { type Liar, type Lie, startLiar } from "./liar";

/** What a command came to: its plan (`same`, `update`, …) or what it failed with. */
export interface Outcome {
  step?: string;
  text?: string;
  failed?: string;
}

/** A stack with one key at a service that lies, the keys of others beside it. */
export interface Life {
  world: World;
  key: Managed;
  liar: Liar;
  /** Runs a command and never throws: what it failed with is an outcome too. */
  run(command: () => Promise<unknown>): Promise<Outcome>;
  /** The keys that the service really has, without those of others. */
  ours(): Promise<RealKey[]>;
  /** Ids of others' keys that are gone or changed. */
  harmed(): Promise<string[]>;
  /** Whether the value in state is what the service takes for a key. */
  valueWorks(): Promise<boolean>;
  /** Everything that any command printed or failed with. */
  output: string[];
}

export interface RealKey {
  id: string;
  name: string;
  type: string;
  scopes: string[];
}

const liars: Liar[] = [];
export async function endLives(): Promise<void> {
  await Promise.all(liars.splice(0).map((liar) => liar.close()));
  await closeWorlds();
}

/** So many that three pages of three hold them. */
const otherCount = 7;

export async function beginLife(lie: Lie, options: SandboxOptions = {}): Promise<Life> {
  const world = await openWorld(options);
  for (let number = 0; number < otherCount; number += 1) {
    await world.colleagueMakes({ type: "secret", name: `another team's ${number}`, scopes: ["accounts:read"] });
  }
  const others = new Map((await world.keys()).map((key) => [key.id, facts(key)]));
  const liar = await startLiar(world.sandbox, lie);
  liars.push(liar);
  world.config["payments:baseUrl"] = liar.url;
  const key = world.resource("ApiKey", "ci");
  const output: string[] = [];
  return {
    world,
    key,
    liar,
    output,
    run: async (command) => {
      try {
        const outcome = (await command()) as { step?: string; text?: string } | string | boolean | undefined;
        const text = typeof outcome === "object" ? (outcome?.text ?? "") : typeof outcome === "string" ? outcome : "";
        output.push(text);
        return { step: (typeof outcome === "object" && outcome?.step) || String(outcome), text };
      } catch (error) {
        const failed = String((error as Error).message);
        // The SDK sends it in a header, and never answers the engine where it can't.
        if (encodeURI(failed).length > 20_000)
          throw new Error("the engine would not receive this failure", { cause: error });
        output.push(failed, String((error as Error).stack));
        return { failed };
      }
    },
    ours: async () => (await world.keys()).filter(({ id }) => !others.has(id)),
    harmed: async () => {
      const now = new Map((await world.keys()).map((each) => [each.id, facts(each)]));
      return [...others].filter(([id, before]) => now.get(id) !== before).map(([id]) => id);
    },
    valueWorks: async () => {
      const status = await statusFor(world.sandbox, String(key.outputs.value));
      // This request does not count as a use of the key.
      for (const { id, last_used } of await world.keys())
        if (last_used !== undefined) await world.colleagueChanges(id, { last_used: null });
      return status !== 401;
    },
  };
}

const facts = ({ name, type, scopes }: RealKey): string => JSON.stringify([name, type, scopes]);

async function statusFor({ url, accountId }: Sandbox, value: string): Promise<number> {
  const response = await fetch(`${url}/v1/api-keys`, {
    headers: { "payments-api-key": value, "payments-account": accountId },
  });
  await response.arrayBuffer();
  return response.status;
}
