import { ownCommand } from "../provider/text/own-command";
import { accountsOf, type FindKeyOwners, unlistedAccounts, unmanagedIn } from "./classify/accounts";
import { withConsequences } from "./classify/consequences";
import { type ClassifiedStack, classifyStack, type Look } from "./classify/stack";
import type { Engine } from "./collect/engine";
import { lookAt, type PolicyPacks, stateOf, type Target } from "./collect/look";
import { withSharedLists } from "./collect/record-folder";
import { sideBySide } from "./collect/side-by-side";
import type { ReportParts } from "./report/assemble";
import type { Report, StackRef } from "./report/report";
import type { Shard } from "./report/stack-order";

export interface RunParts {
  engine: Engine;
  environment: Readonly<Record<string, string>>;
  targets: readonly Target[];
  jobs: number;
  timeoutMs: number;
  interrupted: AbortSignal;
  /** Every stack of the projects: what none of them declares is unmanaged. */
  all: boolean;
  shard?: Shard | undefined;
  packs: PolicyPacks;
  findKeyOwners: FindKeyOwners;
  /** Told of each stack as soon as it was looked at. */
  onLook(classified: ClassifiedStack, done: number): void;
}

/** Looks at every target, so many side by side, and classifies what was seen. */
export async function run(
  parts: RunParts,
): Promise<Pick<ReportParts, "stacks" | "accounts" | "findings" | "completeness">> {
  const { targets, jobs } = parts;
  let done = 0;
  const sharing = targets.length > 1 ? withSharedLists : alone;
  const looks = await sharing((environment) =>
    sideBySide(targets, jobs, async (target) => {
      const first = await lookAt(target, { ...parts, environment: { ...parts.environment, ...environment } });
      // A list that another preview read may be older than this stack's last up, which then looks like drift.
      const isOld = targets.length > 1 && classifyStack(first).findings.some(({ tier }) => tier === "changed");
      const look = isOld ? await lookAt(target, parts) : first;
      done += 1;
      parts.onLook(classifyStack(look), done);
      return look;
    }),
  );
  const classified = looks.map(classifyStack);
  const confirmed = parts.all ? await withLaterStates(looks, parts) : looks;
  const accounts = accountsOf(confirmed, parts.findKeyOwners);
  const completeness = completenessOf(confirmed, parts);
  const findings = withConsequences(
    classified.flatMap((each) => each.findings),
    new Map(classified.flatMap(({ parts: each }) => [...each])),
  );
  if (completeness.unmanaged === "looked-for" && completeness.declared === "all")
    findings.push(...unmanagedIn(accounts));
  return { stacks: classified.map(({ result }) => result), accounts, findings, completeness };
}

const alone: typeof withSharedLists = (look) => look({});

/** A key made while we looked is in a state by now: before any is called unmanaged, the states are read again. */
async function withLaterStates(looks: readonly Look[], parts: RunParts): Promise<readonly Look[]> {
  if (accountsOf(looks, parts.findKeyOwners).every(({ unclaimed }) => unclaimed.length === 0)) return looks;
  return sideBySide(looks, parts.jobs, async (look, place) => {
    const later = await stateOf(parts, parts.targets[place]!, parts.interrupted).catch(() => undefined);
    return later === undefined || look.state === undefined ? look : { ...look, state: [...look.state, ...later] };
  });
}

/** Whether a key in none of these states is unmanaged, and if that can't be told, why. Pure. */
export function completenessOf(
  looks: readonly Look[],
  { all, shard }: Pick<RunParts, "all" | "shard">,
): Report["completeness"] {
  const declared = shard === undefined ? (all ? "all" : "some") : "shard";
  const part = shard === undefined ? {} : { shard: { index: shard.index, of: shard.of } };
  const not = (why: string) => ({ declared, ...part, unmanaged: "not-looked-for", why }) as const;
  if (!all) return not("only named stacks were looked at; --all makes a complete set");
  const unread = looks.find(({ state }) => state === undefined);
  if (unread !== undefined) return not(`the state of ${nameOf(unread.stack)} could not be read`);
  const unlisted = unlistedAccounts(looks);
  if (unlisted.length > 0) return not(`the keys of ${unlisted.join(", ")} could not be listed`);
  // A part of a complete set: `drift merge` intersects what each part left unclaimed.
  if (shard !== undefined) return not(`this is one part of the stacks; '${ownCommand} drift merge' joins the parts`);
  return { declared, unmanaged: "looked-for" };
}

const nameOf = ({ project, name }: StackRef): string => `${project}/${name}`;
