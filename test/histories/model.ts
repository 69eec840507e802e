import { applePayNamespace, namespaceOf } from "../../provider/api/contract/scope.js";
import type { Properties } from "../../provider/lifecycle/inputs.js";
import type { World } from "../provider/lifecycle/world.js";
import type { KeyArgs } from "./commands.js";
import type { Declared } from "./stand-in-engine.js";

/** A key as the service has it. */
export interface LiveKey {
  id: string;
  name: string;
  type: string;
  scopes: string[];
}

/** The small model: what there should be, kept without looking into the provider. */
export class Model {
  readonly program = new Map<number, { name: string; key: KeyArgs; adoptId?: string }>();
  /** Keys of others that a program named once: they may be changed, and never go. */
  readonly adopted = new Set<string>();
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

/** Scopes that no ApplePayDomainScopes manages. */
export const own = (scopes: readonly string[]): string[] =>
  scopes.filter((scope) => namespaceOf(scope) !== applePayNamespace).sort();

export async function liveKeys(world: World): Promise<Map<string, LiveKey>> {
  return new Map(((await world.keys()) as LiveKey[]).map((key) => [key.id, key]));
}

/** What the program declares by now, in the order in which it registers its resources. */
export function programOf(world: World, model: Model, shared: string): Declared[] {
  const { program, applePay, endpoint } = model;
  const declared: Declared[] = [...program.values()].map(({ name, key, adoptId }) => ({
    className: "ApiKey",
    name,
    args: () => argsOf(key, adoptId),
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

const argsOf = ({ adopts: _, ...key }: KeyArgs, adoptId: string | undefined): Properties =>
  adoptId === undefined ? key : { ...key, adoptId };
