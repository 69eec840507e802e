import { credential, credentialProblems } from "../../../provider/guards/credential";
import type { Evidence, KeyUpdate, KeyWrite } from "../../../provider/guards/guard";
import { secretKey } from "../lifecycle/context";

describe("a credential that may not write keys", () => {
  const connection = { apiKeyId: "key_2", credentialKey: "payments:profiles.eu.apiKey" };
  const problemsOf = (scopes: string[]) =>
    credentialProblems([secretKey("key_1", { scopes: ["*"] }), secretKey("key_2", { scopes })], connection);

  test("is a problem of the setting that holds it, with the scopes that it has", () => {
    expect(problemsOf(["accounts:read", "api_keys:read"])).toEqual([
      {
        path: "payments:profiles.eu.apiKey",
        message:
          'the credential (API key key_2) holds ["accounts:read","api_keys:read"] and lacks api_keys:write. Add that scope to it, or use another key',
      },
    ]);
  });

  test.each([[["*"]], [["api_keys:write"]], [["accounts:read", "api_keys:*"]]])("is not one with %j", (scopes) => {
    expect(problemsOf(scopes)).toEqual([]);
  });

  test("is not looked for where its own key is not known, not listed, or shows no scopes that count", () => {
    const keys = [secretKey("key_1", { scopes: [] })];
    expect(credentialProblems(keys, { credentialKey: "payments:apiKey" })).toEqual([]);
    expect(credentialProblems(keys, connection)).toEqual([]);
    const publishable = secretKey("key_2", { type: "publishable", scopes: [] });
    expect(credentialProblems([publishable], connection)).toEqual([]);
  });
});

describe("the guard of the credential", () => {
  const evidence: Evidence = {
    accountId: "acct_1",
    connection: { credentialKey: "payments:apiKey" },
    live: secretKey("key_1", { scopes: ["api_keys:write", "accounts:read"] }),
    self: "self",
  };
  const update: KeyUpdate = {
    write: "update",
    id: "key_1",
    known: { isGiven: false },
    path: "scopes",
    merge: () => undefined,
  };
  const guardsOf = (write: KeyWrite, more: Partial<Evidence> = {}) =>
    credential.check(write, { ...evidence, ...more }).map(({ why }) => why);

  test("has nothing to say of a creation, or of a key that nobody has read", () => {
    expect(guardsOf({ write: "create" })).toEqual([]);
    const { live: _, ...unread } = evidence;
    const deletion: KeyWrite = { write: "delete", id: "key_1", known: { isGiven: false }, deletionGuard: "off" };
    expect(credential.check(deletion, unread)).toEqual([]);
  });

  test("refuses an update that takes scopes from the key, and no other", () => {
    const taking = { body: { scopes: ["accounts:read"] } };
    expect(guardsOf(update, taking)).toEqual([
      expect.stringContaining("authenticates with, and taking scopes from it could lock the run out"),
    ]);
    expect(guardsOf(update, { ...taking, self: "unknown" })).toEqual([
      expect.stringContaining("taking scopes from it could lock the run out"),
    ]);
    expect(guardsOf(update)).toEqual([]);
    expect(guardsOf(update, { body: { name: "renamed" } })).toEqual([]);
    expect(guardsOf(update, { body: { scopes: ["*"] } })).toEqual([]);
  });
});
