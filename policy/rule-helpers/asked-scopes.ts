import { applePayNamespace } from "../../provider/api/contract/scope.js";
import { notYetKnown, type ResourceFacts } from "../facts.js";
import { type Found, undetermined } from "../rule.js";
import { keyClasses } from "./keys.js";

/** The scopes that a resource asks for. */
export interface AskedScopes {
  /** The property that asks for them. */
  path: "scopes" | "access";
  known: string[];
  /** Says so where some are not known before `up`; they stand beside what `known` shows. */
  unknown: Found[];
}

/** The classes whose resources ask for scopes. */
export const askingClasses: readonly string[] = [...keyClasses, "ApplePayDomainScopes"];

/**
 * What an ApiKey or an ApplePayDomainScopes asks for. A publishable key asks for nothing: the service ignores its scopes
 * (interface document, Authentication, 4). Scopes under a type that is not known yet count: on a publishable key the
 * provider refuses them.
 */
export function askedScopes({ className, props }: ResourceFacts): AskedScopes {
  if (className === "ApplePayDomainScopes") {
    const { access } = props;
    const unknown = access === notYetKnown ? [undetermined("access")] : [];
    return { path: "access", known: typeof access === "string" ? grantedBy(access) : [], unknown };
  }
  const { type, scopes } = props;
  if (type === "publishable") return { path: "scopes", known: [], unknown: [] };
  const listed: unknown[] = Array.isArray(scopes) ? scopes : [scopes];
  return {
    path: "scopes",
    known: listed.filter((scope) => typeof scope === "string"),
    unknown: listed.includes(notYetKnown) ? [undetermined("scopes")] : [],
  };
}

/** What each access of ApplePayDomainScopes means in scopes. */
function grantedBy(access: string): string[] {
  const actions = access === "readWrite" ? ["read", "write"] : [access];
  return actions.map((action) => `${applePayNamespace}:${action}`);
}

/** `api_keys:read` has the action `read`; `*` has none. */
export function actionOf(scope: string): string | undefined {
  return scope.split(":")[1];
}
