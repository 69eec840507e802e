import { applePayNamespace, namespaceOf } from "../../provider/api/contract/scope";
import type { Properties } from "../../provider/lifecycle/inputs";
import type { World } from "../provider/lifecycle/world";
import type { Declared, Options, StandInEngine } from "../stand-in-engine/engine";
import type { KeyArgs, RotatingArgs } from "./commands";

/** A key as the service has it. */
export interface LiveKey {
  id: string;
  name: string;
  type: string;
  scopes: string[];
}

/** The backends of one stack: what is done, is done with the state of one of them. */
export interface Backends {
  acting: StandInEngine;
  /** With a copy of the state as it was once. */
  other?: StandInEngine;
  exported?: ReturnType<StandInEngine["exported"]>;
  newEngine(): StandInEngine;
}

export const enginesOf = ({ acting, other }: Backends): StandInEngine[] =>
  other === undefined ? [acting] : [acting, other];

/** One place of a program, with what it declares by now. */
export interface Slot {
  name: string;
  /** What it was called before, where the program says that it is the same. */
  aliases?: string[];
  kind: { className: "ApiKey"; key: KeyArgs } | { className: "RotatingApiKey"; key: RotatingArgs };
  /** What the adopting arguments are, once it is known which key they mean. */
  adopting?: Properties;
  options: Options;
}

/** The small model: what there should be, kept without looking into the provider. */
export class Model {
  readonly program = new Map<number, Slot>();
  /** Keys of others that a program named once: they may be changed, and go only where a rotation replaced them. */
  readonly adopted = new Set<string>();
  /** Keys that state showed as retiring once: they may go. */
  readonly retired = new Set<string>();
  applePay: { on: number | "shared"; access: string } | undefined;
  endpoint: string | undefined;
  /** Keys of others, as they made them. */
  readonly others = new Map<string, LiveKey>();
  /** Keys that an older state, imported, does not know: they are to be named, and left alone. */
  readonly forgotten = new Set<string>();
  /** The value that each key of ours had when state first recorded it. */
  readonly values = new Map<string, string>();
  /** Every name that a key was seen under: it may be reported by one that it has no more. */
  readonly names = new Map<string, Set<string>>();
  /** Everything that any command printed: what was reported once counts from then on. */
  output = "";
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
  const declared: Declared[] = [...program.values()].map((slot) => ({
    className: slot.kind.className,
    name: slot.name,
    aliases: slot.aliases ?? [],
    args: () => argsOf(slot),
    options: slot.options,
  }));
  const target = applePay === undefined || applePay.on === "shared" ? undefined : program.get(applePay.on);
  const isDelegating = target?.kind.className === "ApiKey" && target.kind.key.delegatedScopes !== undefined;
  if (applePay !== undefined && (applePay.on === "shared" || isDelegating)) {
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

function argsOf({ kind, adopting }: Slot): Properties {
  const { adopts: _, ...args } = kind.key;
  return { ...args, ...adopting };
}
