import { adopt, noSuchKey, twoManagersLine } from "../../../provider/guards/adopt";
import type { Evidence, KeyUpdate, KeyWrite } from "../../../provider/guards/guard";
import { secretKey } from "../lifecycle/context";

const evidence: Evidence = { accountId: "acct_1", connection: { credentialKey: "payments:apiKey" } };
const adoption: KeyUpdate = {
  write: "update",
  id: "key_1",
  known: { isGiven: true },
  path: "scopes",
  merge: () => undefined,
  adopts: { type: "secret" },
};
const why = (write: KeyWrite, more: Partial<Evidence> = {}) =>
  adopt.check(write, { ...evidence, ...more }).map((finding) => [finding.path, finding.why]);

test("a key that nothing of the stack has yet is adopted, as far as its type is known", () => {
  expect(why(adoption)).toEqual([]);
  expect(why(adoption, { live: secretKey("key_1") })).toEqual([]);
  expect(why({ ...adoption, adopts: { type: undefined } }, { live: secretKey("key_1") })).toEqual([]);
});

test("a key that another resource records is not adopted, and the way on is the option aliases", () => {
  expect(why(adoption, { recordedBy: "urn:1" })).toEqual([
    [
      "adoptId",
      `API key key_1 can't be adopted: urn:1 of this stack manages it already. Declare it in only one of the two. If that resource was renamed, give this one the option aliases: [{ name: "<the old one>" }] instead of adoptId.`,
    ],
  ]);
});

test("a key that another resource of the program manages is not adopted", () => {
  expect(why(adoption, { managedBy: "urn:2" })).toEqual([["adoptId", twoManagersLine("API key key_1", "urn:2")]]);
  expect(twoManagersLine("API key key_1", "urn:2")).toMatch(
    /^API key key_1 is also managed by urn:2 of this stack, and each .*'pulumi state delete'\.$/,
  );
});

test("a key of another type is not adopted, and both types are named", () => {
  expect(why(adoption, { live: secretKey("key_1", { type: "publishable" }) })).toEqual([
    [
      "adoptId",
      "API key key_1 is publishable, and the program declares secret. Declare its type, or name another key.",
    ],
  ]);
});

test("a write that adopts nothing is not this guard's concern, whatever the evidence", () => {
  const { adopts: _, ...update } = adoption;
  const deletion: KeyWrite = { write: "delete", id: "key_1", known: { isGiven: false }, deletionGuard: "off" };
  for (const write of [update, deletion, { write: "create" as const }])
    expect(why(write, { recordedBy: "urn:1", managedBy: "urn:2" })).toEqual([]);
});

test("an argument that names no key says which, where it was looked for, and what lists the keys", () => {
  expect(noSuchKey("adoptId", "key_9", "acct_1", "not in the list")).toMatch(
    /^there is no API key key_9 in account acct_1 \(not in the list\)\. Check adoptId and the account: .*pulumi-payments keys' lists its keys\.$/,
  );
});

test("the guard of adoptions asks for no reading of a key that goes", () => {
  expect(
    adopt.needsLive({ write: "delete", id: "key_1", known: { isGiven: false }, deletionGuard: "off" }, "other"),
  ).toBe(false);
});
