import type { SandboxOptions } from "../../sandbox/index";
import type { Lie } from "./liar";
import { beginLife, type Life, type Outcome } from "./life";

/** A service beside the sandbox, and what a key has to go through there. */
export interface Variant {
  /** "a service that …" */
  says: string;
  /** Created for every life: a lie may remember. */
  lie(): Lie;
  options?: SandboxOptions;
  /** What may be refused here, and with what. Everything else has to work. */
  refuses?: RegExp;
  /** The next read shows the state before. */
  lags?: true;
  /** What the key is declared with, at first and after its change, where that matters here. */
  first?: { name?: string; scopes?: string[] };
}

const usual = { type: "secret", name: "ci key", scopes: ["accounts:read", "api_keys:read"] };
const changed = { type: "secret", name: "ci key, renamed", scopes: ["api_keys:read", "apple_pay_domains:read"] };

/**
 * What is true after every command, whatever the service says: others' keys are as they were, there is no second key of
 * ours, state knows the key that there is, and its value is the one that authenticates.
 */
async function expectNothingLost(life: Life): Promise<void> {
  expect(await life.harmed()).toEqual([]);
  const ours = await life.ours();
  expect(ours.length).toBeLessThanOrEqual(1);
  if (life.key.state === undefined) expect(ours).toEqual([]);
  else expect([ours.length, await life.valueWorks()]).toEqual([1, true]);
}

/** Whether the outcome is a refusal that the variant allows; anything else that failed is a failure of the test. */
function isRefused({ refuses }: Variant, { failed }: Outcome): boolean {
  if (failed === undefined) return false;
  if (refuses === undefined) throw new Error(`this must work, and failed with: ${failed}`);
  expect(failed).toMatch(refuses);
  return true;
}

/** Created, previewed, refreshed, changed, drifted, repaired and deleted. */
export async function wholeLife(variant: Variant): Promise<Life> {
  const life = await beginLife(variant.lie(), variant.options);
  const { key, world } = life;
  const first = { ...usual, ...variant.first };
  const second = { ...changed, ...(variant.first?.scopes ? { scopes: variant.first.scopes } : {}) };
  const value: unknown[] = [];
  const step = async (name: string, command: () => Promise<unknown>, expected: string): Promise<boolean> => {
    const outcome = await life.run(command);
    try {
      await expectNothingLost(life);
      if (isRefused(variant, outcome)) return false;
      expect(outcome.step).toBe(expected);
      if (key.state !== undefined) value.push(key.outputs.value);
      expect(new Set(value).size).toBeLessThanOrEqual(1);
      return true;
    } catch (error) {
      throw new Error(`${name}: ${(error as Error).message}\nprinted: ${outcome.text ?? outcome.failed}`, {
        cause: error,
      });
    }
  };
  const expectReal = async (desired: typeof first): Promise<void> => {
    const [real] = await life.ours();
    expect({ name: real?.name, scopes: [...(real?.scopes ?? [])].sort() }).toEqual({
      name: desired.name,
      scopes: desired.scopes,
    });
  };

  if (!(await step("create", () => key.up(first), "create"))) {
    life.liar.tell({});
    await step("create where it tells the truth", () => key.up(first), "create");
    life.liar.tell(variant.lie());
  }
  await expectReal(first);
  await step("preview", () => key.preview(first), "same");
  await step("refresh", () => key.refresh(), "true");
  await step("preview after refresh", () => key.preview(first), "same");
  if (await step("update", () => key.up(second), "update")) {
    await expectReal(second);
    // A list that lags showed the key as it was: then state is behind, and one more run records it.
    if ((await life.run(() => key.preview(second))).step !== "same") await life.run(() => key.up(second));
    await step("preview after update", () => key.preview(second), "same");
    await world.colleagueChanges((await life.ours())[0]!.id, { scopes: ["accounts:delete"] });
    if (variant.lags) await life.run(() => key.preview(second));
    if (await step("preview of drift", () => key.preview(second), "update")) {
      await step("repair", () => key.up(second), "update");
      await expectReal(second);
    }
  }
  await step("destroy", () => key.destroy().then(() => "destroyed"), "destroyed");
  if (variant.refuses === undefined) expect(await life.ours()).toEqual([]);
  return life;
}

/** Deleted by a colleague: then, and only then, it is gone. */
export async function goneLife(variant: Variant): Promise<void> {
  const life = await beginLife(variant.lie(), variant.options);
  const { key, world } = life;
  if (isRefused(variant, await life.run(() => key.up(usual)))) return;
  const [real] = await life.ours();
  await world.colleagueDeletes(real!.id);
  const preview = await life.run(() => key.preview(usual));
  if (!isRefused(variant, preview))
    expect(preview).toMatchObject({
      // The engine learns of it from a reading before the plan, where the host has one.
      step: world.hostName === "dynamic" ? "replace" : "create",
      text: expect.stringMatching(/gone:/),
    });
  const up = await life.run(() => key.up(usual));
  expect(await life.harmed()).toEqual([]);
  if (isRefused(variant, up)) return;
  await expectNothingLost(life);
}
