import type { ApiKeyRecord } from "../../../provider/api/contract/api-key";
import type { DeletionGuard } from "../../../provider/configuration/settings";
import type { KeyDeletion } from "../../../provider/guards/guard";
import { findingsOf } from "../../../provider/guards/index";
import { GuardRefusal, obey } from "../../../provider/lifecycle/apply";
import { deletionEvidence } from "../../../provider/lifecycle/evidence";
import { closeContexts, contextWith, type SmallContext, secretKey } from "./context";

afterEach(closeContexts);

const hourMs = 3_600_000;
const hoursAgo = (hours: number): string => new Date(Date.now() - hours * hourMs).toISOString();
/** What state records of the key. */
interface RecordedKey {
  lastUsed?: string | undefined;
  deletionGuard?: DeletionGuard;
}
/** The refusals of a deletion; what passes with a warning is reported. */
async function deletionRefusals(
  context: SmallContext["context"],
  live: ApiKeyRecord,
  { lastUsed, deletionGuard = { unusedHours: 24 } }: RecordedKey = {},
): Promise<string[]> {
  const known = { isGiven: false };
  const deletion: KeyDeletion = {
    write: "delete",
    id: live.id,
    known,
    self: "other",
    deletionGuard,
    recordedUse: lastUsed,
  };
  try {
    await obey(context, "not deleted:", findingsOf(deletion, await deletionEvidence(context, deletion, live)));
    return [];
  } catch (error) {
    if (error instanceof GuardRefusal) return error.refusals.map(({ why }) => why);
    throw error;
  }
}
/** The service has told its clock. */
const looked = async (small: SmallContext): Promise<SmallContext> => {
  await small.context.account.apiKeys.all();
  return small;
};

test("a key in use is refused by what the service tells, or by what state holds, whichever is later", async () => {
  const { context, said } = await looked(await contextWith([{}]));
  for (const [lastUsed, held] of [
    [hoursAgo(1), undefined],
    [hoursAgo(90), hoursAgo(1)],
    [undefined, hoursAgo(1)],
  ]) {
    const live = secretKey("key_1", lastUsed === undefined ? {} : { lastUsed });
    expect(await deletionRefusals(context, live, { lastUsed: held })).toEqual([
      expect.stringMatching(
        /^API key key_1 was last used at .*\(1 hour ago\), and its deletion guard requires 24 hours/,
      ),
    ]);
  }
  expect(said).toEqual([]);
});

test("a key that was not used for long goes without a word", async () => {
  const { context, said } = await looked(await contextWith([{}]));
  expect(await deletionRefusals(context, secretKey("key_1", { lastUsed: hoursAgo(30) }))).toEqual([]);
  expect(said).toEqual([]);
});

test("a guard that is off asks nothing, neither the service nor anybody", async () => {
  const { context, service, said } = await contextWith([{}]);
  const live = secretKey("key_1", { lastUsed: hoursAgo(0) });
  expect(await deletionRefusals(context, live, { deletionGuard: "off" })).toEqual([]);
  expect(await deletionRefusals(context, secretKey("key_1"), { deletionGuard: "off" })).toEqual([]);
  expect(service.requests).toEqual([]);
  expect(said).toEqual([]);
});

test("a key in use that is forced goes, and that is said", async () => {
  const small = await contextWith([{}], { environment: { PAYMENTS_FORCE: "key_1" } });
  const { context, said } = await looked(small);
  const lastUsed = hoursAgo(1);
  expect(await deletionRefusals(context, secretKey("key_1", { lastUsed }))).toEqual([]);
  expect(said).toEqual([
    `warn: API key key_1 was last used at ${lastUsed} (1 hour ago); it is deleted because PAYMENTS_FORCE names it`,
  ]);
  expect(await deletionRefusals(context, secretKey("key_2", { lastUsed }))).toHaveLength(1);
});

describe("a key that shows no use", () => {
  test("was not used where another key shows one, be it the only one of many", async () => {
    const { context, said } = await contextWith([{}, {}, {}], { shown: { key_2: { last_used: hoursAgo(1) } } });
    expect(await deletionRefusals(context, secretKey("key_1"))).toEqual([]);
    expect(said).toEqual([]);
  });

  test("was not used where the only key that shows one was deleted just before, by the same run", async () => {
    const { context, said } = await contextWith([{}, {}], { shown: { key_2: { last_used: hoursAgo(90) } } });
    const { apiKeys } = context.account;
    expect(await apiKeys.all()).toHaveLength(2);
    expect(await apiKeys.delete("key_2")).toBe("deleted");
    expect(await apiKeys.all()).toHaveLength(1);
    expect(await deletionRefusals(context, secretKey("key_1"))).toEqual([]);
    expect(said).toEqual([]);
  });

  test("is let pass with one line a run where none does", async () => {
    const { context, said } = await contextWith([{}, {}]);
    expect(await deletionRefusals(context, secretKey("key_1"))).toEqual([]);
    expect(said).toEqual([
      "once a run: whether the keys of account acct_1 are in use is unknown, because the service shows last_used on none of them. Their deletion guard allows the deletion.",
    ]);
  });

  test("is not looked for among the others where it does show one, or state does", async () => {
    const { context, service } = await contextWith([{}]);
    await deletionRefusals(context, secretKey("key_1", { lastUsed: "1999-12-31T23:00:00Z" }));
    expect(service.requests).toEqual([]);
  });
});

test("how long ago a use was is told by the service's clock, and by ours only while that is not known", async () => {
  const { context } = await contextWith([{}]);
  const live = secretKey("key_1", { lastUsed: "1999-12-31T23:00:00Z" });
  expect(await deletionRefusals(context, live)).toEqual([expect.stringContaining("(1 hour ago)")]);
  await context.account.apiKeys.all();
  expect(await deletionRefusals(context, live)).toEqual([]);
});
