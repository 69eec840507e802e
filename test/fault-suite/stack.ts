import { referenceTo } from "../../sdk/reference";
import { tagOf } from "../../sdk/tag";
import { type Properties, ProviderFailure, type ProviderProcess } from "./provider-process";

/** A resource as the engine's state holds it. */
export interface Held {
  id: string;
  inputs: Properties;
  outputs: Properties;
}

/** How a command on the stack ended, and everything that was told in it. */
export interface Outcome {
  ok: boolean;
  /** What was done with the resource, or was being done as it failed. */
  step: "none" | "create" | "update" | "replace" | "delete" | "refresh";
  told: string;
}

export type ClassName = "ApiKey" | "RotatingApiKey" | "ApplePayDomainScopes" | "WebhookEndpoint";

/** The keys of its own that state holds for a resource, the one whose value it hands out first. Pure. */
export function keysOf(className: ClassName, held: Held | undefined): string[] {
  if (held === undefined || className === "ApplePayDomainScopes" || className === "WebhookEndpoint") return [];
  if (className === "ApiKey") return [held.id];
  const { current, retiring } = held.outputs as { current?: { id: string }; retiring?: { id: string } };
  return [current, retiring].flatMap((key) => (key === undefined ? [] : [key.id]));
}

/** Their names, as state has them. Pure. */
export function namesOf(className: ClassName, held: Held | undefined): string[] {
  const { name, current, retiring } = (held?.outputs ?? {}) as Record<string, unknown> & {
    current?: { name: string };
    retiring?: { name: string };
  };
  if (className === "ApiKey") return typeof name === "string" ? [name] : [];
  return className === "RotatingApiKey"
    ? [current, retiring].flatMap((key) => (key === undefined ? [] : [key.name]))
    : [];
}

/**
 * A stack of one resource, in the order in which the engine calls a provider: a failed creation leaves nothing in state, a
 * failed update what was there, a partial failure what came with it; what a replacement could not delete waits for the
 * next run.
 */
export class Stack {
  held: Held | undefined;
  readonly toDelete: Held[] = [];
  readonly urn: string;

  constructor(
    readonly className: ClassName,
    readonly name: string,
  ) {
    this.urn = `urn:pulumi:test::faults::pulumi-nodejs:dynamic/payments:${className}::${name}`;
  }

  get tag(): string {
    return tagOf("organization", this.urn);
  }

  private news(args: Properties): Properties {
    return { ...args, __provider: referenceTo(this.className), __resource: { urn: this.urn, tag: this.tag } };
  }

  up(process: ProviderProcess, args: Properties): Promise<Outcome> {
    return this.command(process, async (outcome) => {
      const { held } = this;
      const plan = await this.plan(process, args);
      outcome.step = plan.step;
      if (plan.step === "create" || plan.step === "replace") {
        await this.keepPartial(plan.inputs, async () => {
          const { id, outputs } = await process.create(this.urn, plan.inputs);
          this.held = { id, inputs: plan.inputs, outputs };
        }).finally(() => {
          if (held !== undefined && this.held !== held) this.toDelete.push(held);
        });
      } else if (plan.step === "update" && held !== undefined) {
        await this.keepPartial(plan.inputs, async () => {
          const outputs = await process.update(this.urn, held.id, held.outputs, plan.inputs);
          this.held = { id: held.id, inputs: plan.inputs, outputs };
        });
      } else if (held !== undefined) this.held = { ...held, inputs: plan.inputs };
      await this.deleteWaiting(process);
    });
  }

  /** What `up` would do; nothing is written. */
  preview(process: ProviderProcess, args: Properties): Promise<Outcome> {
    return this.command(process, async (outcome) => {
      outcome.step = (await this.plan(process, args)).step;
    });
  }

  refresh(process: ProviderProcess): Promise<Outcome> {
    return this.command(process, async (outcome) => {
      if (this.held === undefined) return;
      outcome.step = "refresh";
      const { id, outputs } = await process.read(this.urn, this.held.id, this.held.outputs);
      this.held = id === "" ? undefined : { ...this.held, id, outputs };
    });
  }

  destroy(process: ProviderProcess): Promise<Outcome> {
    return this.command(process, async (outcome) => {
      outcome.step = "delete";
      await this.deleteWaiting(process);
      if (this.held !== undefined) await process.delete(this.urn, this.held.id, this.held.outputs);
      this.held = undefined;
    });
  }

  private async plan(process: ProviderProcess, args: Properties): Promise<{ step: Step; inputs: Properties }> {
    const { held } = this;
    const news = this.news(args);
    if (held === undefined) return { step: "create", inputs: await this.checked(process, {}, news) };
    const inputs = await this.checked(process, held.inputs, news);
    const { changes, replaces } = await process.diff(this.urn, held.id, held.outputs, inputs);
    if (replaces.length > 0) return { step: "replace", inputs: await this.checked(process, {}, news) };
    return { step: changes ? "update" : "none", inputs };
  }

  private async checked(process: ProviderProcess, olds: Properties, news: Properties): Promise<Properties> {
    const { inputs, failures } = await process.check(this.urn, olds, news);
    if (failures.length > 0) throw new ProviderFailure(failures.join("\n"));
    return inputs;
  }

  private async deleteWaiting(process: ProviderProcess): Promise<void> {
    for (const old of [...this.toDelete]) {
      await process.delete(this.urn, old.id, old.outputs);
      this.toDelete.splice(this.toDelete.indexOf(old), 1);
    }
  }

  private async keepPartial(inputs: Properties, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (error instanceof ProviderFailure && error.partial !== undefined) {
        this.held = { id: error.partial.id, inputs, outputs: error.partial.properties };
      }
      throw error;
    }
  }

  private async command(process: ProviderProcess, work: (outcome: Outcome) => Promise<void>): Promise<Outcome> {
    const mark = process.told.length;
    const outcome: Outcome = { ok: true, step: "none", told: "" };
    try {
      await work(outcome);
    } catch (error) {
      if (!(error instanceof ProviderFailure)) throw error;
      outcome.ok = false;
      outcome.told = error.message;
    }
    outcome.told = [process.toldSince(mark), outcome.told].filter((text) => text !== "").join("\n");
    return outcome;
  }
}
type Step = Exclude<Outcome["step"], "delete" | "refresh">;
