import { applePayNamespace } from "../../provider/api/contract/scope";
import { notYetKnown, type ResourceFacts } from "../facts";
import { type Found, undetermined } from "../rule";
import { keyClasses } from "./keys";

/** The scopes that a resource requests. */
export interface RequestedScopes {
  /** The property that requests them. */
  path: "scopes" | "access";
  known: string[];
  /** A finding if some scopes are not known before `up`; `known` holds the others. */
  unknown: Found[];
}

/** The classes whose resources request scopes. */
export const classesWithScopes: readonly string[] = [...keyClasses, "ApplePayDomainScopes"];

/**
 * The scopes that a key or an ApplePayDomainScopes requests. A publishable key requests none: the service ignores its scopes
 * (interface document, Authentication, 4). Scopes count while the type is unknown, because the provider refuses them on a
 * publishable key.
 */
export function requestedScopes({ className, props }: ResourceFacts): RequestedScopes {
  if (className === "ApplePayDomainScopes") {
    const { access } = props;
    const unknown = access === notYetKnown ? [undetermined("access")] : [];
    return { path: "access", known: typeof access === "string" ? scopesOf(access) : [], unknown };
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

/** The scopes of an `access` of ApplePayDomainScopes. */
function scopesOf(access: string): string[] {
  const actions = access === "readWrite" ? ["read", "write"] : [access];
  return actions.map((action) => `${applePayNamespace}:${action}`);
}

/** The action of a scope: `read` of `api_keys:read`, undefined for `*`. */
export function actionOf(scope: string): string | undefined {
  return scope.split(":")[1];
}
