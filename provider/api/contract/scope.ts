/**
 * The scopes of a secret key. The interface document ("Resources and their fields", ApiKey) names eight values and says
 * that the rest is not shown, so the catalogue is open: a scope that looks like one is let through.
 */
export const documentedScopes = [
  "*",
  "accounts:delete",
  "accounts:read",
  "accounts:write",
  "api_keys:read",
  "api_keys:write",
  "apple_pay_domains:read",
  "apple_pay_domains:write",
] as const;

export type DocumentedScope = (typeof documentedScopes)[number];

/** One of the documented scopes, or another `namespace:action` that the service knows and the document does not show. */
export type Scope = DocumentedScope | (string & {});

/** Every scope at once: the service's default, and what least privilege exists to avoid. */
export const everyScope = "*";

/** The namespace of the scopes that gate Apple Pay domains. */
export const applePayNamespace = "apple_pay_domains";

/** `api_keys:read` has the namespace `api_keys`; `*` has none. */
export function namespaceOf(scope: string): string | undefined {
  const colon = scope.indexOf(":");
  return colon > 0 ? scope.slice(0, colon) : undefined;
}

/** Scopes are a set: sorted, each once. The one canonical form of both sides of every comparison. */
export function canonicalScopes(scopes: readonly string[]): string[] {
  return [...new Set(scopes)].sort();
}

export function sameScopes(left: readonly string[], right: readonly string[]): boolean {
  const a = canonicalScopes(left);
  const b = canonicalScopes(right);
  return a.length === b.length && a.every((scope, index) => scope === b[index]);
}
