import fc from "fast-check";
import type { ApiKeyRecord } from "../../../../provider/api/contract/api-key";
import { canonicalScopes, documentedScopes, namespaceOf } from "../../../../provider/api/contract/scope";
import type { RecordedState } from "../../../../provider/lifecycle/resource";
import type { ApiKeyArgs, ApiKeyPrivateState } from "../../../../provider/resources/api-key/fields";
import { apiKeyUpdate, compareApiKey, split } from "../../../../provider/resources/api-key/fields";

const nothing: RecordedState<ApiKeyPrivateState> = { outputs: {}, privateState: {} };
const everything = new Set(["name", "scopes"]);

const scope = fc.constantFrom(...documentedScopes.filter((each) => each !== "*"), "payouts:read", "payouts:write");
const liveKey: fc.Arbitrary<ApiKeyRecord> = fc.record({
  id: fc.constant("key_1"),
  name: fc.constantFrom("mine", "theirs", "generated"),
  type: fc.constant("secret"),
  scopes: fc.oneof(fc.array<string>(scope, { maxLength: 6 }), fc.constant<string[]>(["*"])),
});
const delegatedScopes = fc.subarray(["apple_pay_domains", "payouts"]);
const declared: fc.Arbitrary<Partial<ApiKeyArgs>> = fc
  .record({
    name: fc.constantFrom(undefined, "mine", "other"),
    scopes: fc.array(scope, { minLength: 1, maxLength: 6 }),
    delegatedScopes,
  })
  .map(({ name, scopes, delegatedScopes: delegated }) => {
    const own = scopes.filter((each) => !delegated.includes(namespaceOf(each)!));
    const args: Partial<ApiKeyArgs> = { type: "secret", scopes: own.length > 0 ? own : ["accounts:read"] };
    return { ...args, delegatedScopes: delegated, ...(name === undefined ? {} : { name }) };
  });
const recorded: fc.Arbitrary<RecordedState<ApiKeyPrivateState>> = fc.constantFrom(nothing, {
  outputs: { name: "generated" },
  privateState: { generatedName: "generated" },
});

const own = (scopes: readonly string[], delegated: readonly string[] = []): string[] =>
  canonicalScopes(scopes.filter((each) => !delegated.includes(namespaceOf(each) ?? "")));

test("order and duplicates of scopes make no difference on either side", () => {
  const shuffled = fc
    .array(scope, { minLength: 1, maxLength: 6 })
    .chain((scopes) =>
      fc.tuple(
        fc.constant(scopes),
        fc.shuffledSubarray([...scopes, ...scopes], { minLength: scopes.length * 2 }),
        fc.shuffledSubarray(scopes, { minLength: scopes.length }),
      ),
    );
  fc.assert(
    fc.property(shuffled, liveKey, ([, left, right], live) => {
      expect(compareApiKey({ scopes: left }, { ...live, scopes: right }, nothing).differences).toEqual([]);
    }),
  );
});

test("every meaningful change is found, and nothing else", () => {
  fc.assert(
    fc.property(declared, liveKey, recorded, (args, live, before) => {
      const fields = compareApiKey(args, live, before).differences.map(({ field }) => field);
      const name = args.name ?? before.privateState.generatedName ?? live.name;
      expect(fields.includes("name")).toBe(name !== live.name);
      const wanted = own(args.scopes ?? []);
      const held = own(live.scopes, args.delegatedScopes);
      expect(fields.includes("scopes")).toBe(wanted.join() !== held.join());
    }),
  );
});

test("an update, once applied, makes the comparison clean and never touches delegated scopes", () => {
  fc.assert(
    fc.property(declared, liveKey, recorded, (args, live, before) => {
      const update = apiKeyUpdate(args, live, before, everything);
      const after: ApiKeyRecord = { ...live, name: update?.name ?? live.name, scopes: update?.scopes ?? live.scopes };
      expect(compareApiKey(args, after, before).differences).toEqual([]);
      const delegated = (scopes: readonly string[]): string[] =>
        canonicalScopes(scopes.filter((each) => (args.delegatedScopes ?? []).includes(namespaceOf(each) ?? "")));
      expect(delegated(after.scopes)).toEqual(delegated(live.scopes));
      expect(apiKeyUpdate(args, after, before, everything)).toBeUndefined();
    }),
  );
});

test("an update writes only what differs, and only what it is asked for", () => {
  fc.assert(
    fc.property(declared, liveKey, recorded, fc.subarray(["name", "scopes"]), (args, live, before, fields) => {
      const differing = compareApiKey(args, live, before).differences.map(({ field }) => field);
      const written = Object.keys(apiKeyUpdate(args, live, before, new Set(fields)) ?? {});
      expect(written.sort()).toEqual(differing.filter((field) => fields.includes(field)).sort());
    }),
  );
});

test("another name is a difference that an update repairs", () => {
  const live: ApiKeyRecord = { id: "key_1", name: "theirs", type: "secret", scopes: ["*"] };
  expect(compareApiKey({ name: "mine" }, live, nothing).differences).toEqual([
    { field: "name", desired: "mine", live: "theirs", repairable: true },
  ]);
});

test("scopes are a key's own unless their namespace is delegated, and * is in none", () => {
  const scopes = ["*", "payouts:read", "accounts:read"];
  expect(split(scopes)).toEqual({ own: ["*", "accounts:read", "payouts:read"], delegated: [] });
  expect(split(scopes, ["payouts"])).toEqual({ own: ["*", "accounts:read"], delegated: ["payouts:read"] });
});

test("scopes of a publishable key are never compared", () => {
  const live: ApiKeyRecord = { id: "key_1", name: "web", type: "publishable", scopes: ["*"] };
  expect(compareApiKey({ scopes: ["accounts:read"] }, live, nothing).differences).toEqual([]);
});

test("an argument that is not known is not compared", () => {
  const live: ApiKeyRecord = { id: "key_1", name: "theirs", type: "secret", scopes: ["*"] };
  expect(compareApiKey({}, live, nothing).differences).toEqual([]);
});

test("a key that got * holds more than is wanted, whatever is delegated", () => {
  const live: ApiKeyRecord = { id: "key_1", name: "n", type: "secret", scopes: ["*"] };
  const args = { scopes: ["accounts:read"], delegatedScopes: ["apple_pay_domains"] };
  expect(compareApiKey(args, live, nothing).differences).toEqual([
    { field: "scopes", desired: ["accounts:read"], live: ["*"], repairable: true },
  ]);
});

describe("the name of a key for which none is declared", () => {
  const live: ApiKeyRecord = { id: "key_1", name: "ci", type: "secret", scopes: ["accounts:read"] };
  const heldAs = (name?: string): RecordedState<ApiKeyPrivateState> => ({ outputs: { name }, privateState: {} });

  test("is no difference where somebody changed it, and state that says another is told of", () => {
    const { differences, notes } = compareApiKey({}, live, heldAs("shop"));
    expect(differences).toEqual([]);
    expect(notes).toEqual([
      `API key key_1 is now named "ci", and state records "shop". The program declares no name, so the key keeps it; 'pulumi refresh' records it.`,
    ]);
  });

  test("is not told of where state says the same, holds none yet, or the program wants one", () => {
    for (const [args, recorded] of [
      [{}, heldAs("ci")],
      [{}, nothing],
      [{ name: "mine" }, heldAs("shop")],
      [{}, { ...heldAs("shop"), privateState: { generatedName: "made" } }],
    ] as const)
      expect(compareApiKey(args, live, recorded).notes).toEqual([]);
  });
});
