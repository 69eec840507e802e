import fc from "fast-check";
import { credential, maySetKeys, narrows } from "../../../provider/guards/credential";
import type { Evidence, SelfVerdict } from "../../../provider/guards/guard";

interface Lockout {
  id: string;
  type: "secret" | "publishable";
  scopes: readonly string[];
  doing: "delete" | "replace" | "narrow";
  self: SelfVerdict;
  allowed: boolean;
  connection: Evidence["connection"];
}

const lockout: Lockout = {
  id: "key_1",
  type: "secret",
  scopes: ["api_keys:write"],
  doing: "delete",
  self: "unknown",
  allowed: false,
  connection: { credentialKey: "payments:apiKey" },
};
/** The guard's one reason against a write. */
function judge(change: Partial<Lockout>): string | undefined {
  const { id, type, scopes, doing, self, allowed, connection } = { ...lockout, ...change };
  const live = { id, name: id, type, scopes: [...scopes] };
  const write = { write: doing, id, known: { isGiven: false }, deletionGuard: "off" as const };
  const findings = credential.check(write, { accountId: "acct_1", connection, live, self, selfAllowed: allowed });
  expect(findings.length).toBeLessThan(2);
  return findings[0]?.why;
}

describe("a write passes", () => {
  test.each<[string, Partial<Lockout>]>([
    ["on a key that is proved to be another", { self: "other", scopes: ["*"] }],
    ["on the credential's own key that is allowed for this run", { self: "self", allowed: true }],
    ["on a key that nothing tells of and is allowed for this run", { allowed: true }],
    ["on a publishable key", { type: "publishable", scopes: ["*"] }],
    ["on a key that could not set keys anyway", { scopes: ["accounts:write", "api_keys:read"] }],
  ])("%s", (_what, change) => {
    expect(judge(change)).toBeUndefined();
  });
});

describe("a write is refused", () => {
  test.each<[Lockout["doing"], string]>([
    ["delete", "deleting it"],
    ["replace", "replacing it"],
    ["narrow", "taking scopes from it"],
  ])("that would %s the credential's own key, whatever its scopes, with the two ways on", (doing, said) => {
    const refusal = judge({ self: "self", doing, scopes: ["accounts:read"] });
    expect(refusal).toContain("is the one that this run authenticates with");
    expect(refusal).toContain(said);
    expect(refusal).toContain("Give payments:apiKey another key first");
    expect(refusal).toContain("PAYMENTS_ALLOW_SELF=key_1");
  });

  test.each([[["*"]], [["api_keys:write"]], [["api_keys:*", "accounts:read"]]])(
    "on a key with %j whose manager is unknown, asking for payments:apiKeyId",
    (scopes) => {
      const refusal = judge({ scopes });
      expect(refusal).toContain("pulumi config set payments:apiKeyId");
      expect(refusal).toContain("PAYMENTS_API_KEY_ID=<id>");
      expect(refusal).toContain("PAYMENTS_ALLOW_SELF=key_1");
    },
  );

  test("with the line of its profile, where the account has one", () => {
    const connection = { profile: "eu", credentialKey: "payments:profiles.eu.apiKey" };
    expect(judge({ connection })).toContain("--path 'payments:profiles[\"eu\"].apiKeyId'");
    expect(judge({ connection })).not.toContain("PAYMENTS_API_KEY_ID");
    expect(judge({ connection, self: "self" })).toContain("Give payments:profiles.eu.apiKey another key first");
  });
});

test("a refusal is told whole", () => {
  const forOnce = "To do it anyway, run this once with PAYMENTS_ALLOW_SELF=key_1.";
  expect(judge({ self: "self" })).toBe(
    `API key key_1 is the one that this run authenticates with, and deleting it could lock the run out. Give payments:apiKey another key first. ${forOnce}`,
  );
  const unproved = (held: string): string =>
    `API key key_1 holds ${held}, and it may be the key that this run authenticates with, so deleting it could lock the run out. Set the id of the credential's key: pulumi config set payments:apiKeyId key_123 (for destroy PAYMENTS_API_KEY_ID=<id>). ${forOnce}`;
  expect(judge({})).toBe(unproved("api_keys:write"));
  expect(judge({ scopes: ["accounts:read", "*"] })).toBe(unproved("every scope (*)"));
  expect(judge({ connection: { profile: "eu", credentialKey: "x" } })).toContain(
    " (destroy sees it after the next 'pulumi up'). ",
  );
});

test.each([
  [["a:b", "c:d"], ["a:b"], true],
  [["a:b"], ["a:b", "c:d"], false],
  [["a:b"], ["c:d"], true],
  [["*"], ["a:b"], true],
  [["a:b"], ["*"], false],
  [["*"], ["*"], false],
  [["b", "a", "a"], ["a", "b"], false],
])("from %j to %j takes something away: %s", (now, next, expected) => {
  expect(narrows(now, next)).toBe(expected);
});

const scopes = fc.array(fc.constantFrom("*", "a:read", "a:write", "api_keys:write", "api_keys:read"), { maxLength: 5 });

test("taking nothing away is never narrowing, and losing the right to set keys always is", () => {
  fc.assert(
    fc.property(scopes, scopes, (now, next) => {
      expect(narrows(now, [...now, ...next])).toBe(false);
      if (maySetKeys(now) && !maySetKeys(next)) expect(narrows(now, next)).toBe(true);
    }),
  );
});
