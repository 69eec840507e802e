import { applePayNamespace, canonicalScopes, everyScope, sameScopes } from "../../api/contract/scope";
import { definiteRefusals, PaymentServiceError } from "../../api/errors";
import type { ApiKeyLookup } from "../../api/service";
import type { KnownValue } from "../../guards/guard";
import { updateKey } from "../../lifecycle/apply";
import { Refusal } from "../../lifecycle/refusal";
import type { RecordedState, ResourceContext } from "../../lifecycle/resource";
import { keyPlace } from "../../lifecycle/run-registry";
import { apiKeyArgs } from "../api-key/fields";
import { learnFromWrite, type ShownAs } from "../api-key/normalization";
import {
  type ApplePayDomainScopesArgs,
  type ApplePayDomainScopesPrivateState,
  applePayAccess,
  inNamespace,
  refusalsFor,
  scopesWith,
} from "./fields";

export interface Applied {
  before: string[];
  after: string[];
  keyCreatedAt?: string | undefined;
  shownAs?: ShownAs | undefined;
  /** Why it is not known whether the scopes were written. */
  inDoubt?: string;
}

/** The value is the key's own resource's to know. */
export const valueUnknown: KnownValue = { isGiven: false };

/** A read that failed says nothing of the write before it. */
function nothingWasWritten({ code, details }: PaymentServiceError): boolean {
  return !details.attempt.operation.startsWith("GET ") && definiteRefusals.has(code);
}

/** Writes the namespace's scopes on the key, its other scopes as they are now. */
export async function applyScopes(
  context: ResourceContext,
  args: ApplePayDomainScopesArgs,
  { privateState }: Pick<RecordedState<ApplePayDomainScopesPrivateState>, "privateState"> = { privateState: {} },
): Promise<Applied> {
  let before: string[] | undefined;
  let wasWritten = false;
  try {
    const live = await updateKey(context, {
      write: "update",
      path: "access",
      id: args.apiKeyId,
      lookup: { createdAt: privateState.keyCreatedAt },
      known: valueUnknown,
      merge: (now) => {
        const refusals = refusalsFor({ keyId: now.id, type: now.type, all: now.scopes });
        if (refusals.length > 0) throw new Refusal(refusals.join("\n"));
        before = inNamespace(now.scopes);
        const scopes = scopesWith(now.scopes, applePayAccess[args.access]);
        wasWritten = !sameScopes(scopes, now.scopes);
        return wasWritten ? { scopes } : undefined;
      },
    });
    const after = inNamespace(live.scopes);
    const applied = { before: before ?? [], after, keyCreatedAt: live.createdAt };
    if (!wasWritten) return { ...applied, shownAs: privateState.shownAs };
    const shownAs = await learnFromWrite(context, {
      desired: { scopes: applePayAccess[args.access] },
      after: { ...live, scopes: after },
      before: { name: live.name, scopes: applied.before },
      known: privateState.shownAs,
    });
    return { ...applied, shownAs };
  } catch (error) {
    // What was found must not be lost with the answer: the next run would take its own scopes for found ones.
    if (before === undefined || !PaymentServiceError.isInstance(error) || nothingWasWritten(error)) throw error;
    const inDoubt = `nobody knows whether the scopes of API key ${args.apiKeyId} were written: ${error.message} Run 'pulumi up' again: it compares with live state.`;
    return { before, after: canonicalScopes(applePayAccess[args.access]), inDoubt };
  }
}

/** Leaves on the key what was found there; a line where there is something to say of it. */
export async function putBack(
  context: ResourceContext,
  id: string,
  recorded: RecordedState<ApplePayDomainScopesPrivateState>,
  lookup?: ApiKeyLookup,
): Promise<string | undefined> {
  const declared = apiKeyArgs
    .partial()
    .safeParse(context.registry.object(keyPlace(context.account, id)).declared?.known ?? {});
  if (declared.data?.scopes !== undefined && !declared.data.delegatedScopes?.includes(applePayNamespace)) {
    return `the scopes of API key ${id} are declared by its ApiKey now, those for Apple Pay too: they are left as they are`;
  }
  let line: string | undefined;
  let restored: string[] | undefined;
  const live = await updateKey(context, {
    write: "update",
    path: "access",
    id,
    ...(lookup === undefined ? {} : { lookup }),
    known: valueUnknown,
    merge: (now) => {
      if (now.scopes.includes(everyScope)) {
        line = `API key ${id} now holds *, which is every scope, so it is left as it is`;
        return undefined;
      }
      const scopes = scopesWith(now.scopes, recorded.privateState.found);
      if (scopes.length === 0) {
        throw new Refusal(
          `API key ${id} would be left without any scope, which a service may read as its default, every scope. Either delete the key (if it is managed here, destroy it in the same run), or give it another scope first; 'pulumi state delete' forgets this resource and leaves the key as it is.`,
        );
      }
      restored = inNamespace(scopes);
      return sameScopes(scopes, now.scopes) ? undefined : { scopes };
    },
  });
  // Once state has forgotten it nobody looks again, so an answer alone is not believed.
  if (restored !== undefined && !sameScopes(inNamespace(live.scopes), restored)) {
    throw new Refusal(
      `API key ${id} shows ${JSON.stringify(inNamespace(live.scopes))} after ${JSON.stringify(restored)} was put back: the service may not have done it, or somebody else changed it. Run 'pulumi destroy' or 'pulumi up' again.`,
    );
  }
  return line;
}
