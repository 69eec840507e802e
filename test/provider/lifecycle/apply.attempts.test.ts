import type { KeyDeletion } from "../../../provider/guards/guard";
import {
  deleteAttempt,
  deleteKeys,
  GuardRefusal,
  type KeyAttempt,
  notOfAttempt,
  sendToAttempt,
} from "../../../provider/lifecycle/apply";
import type { KeyService, SeenRequest } from "../api/fake-service";
import { closeContexts, contextWith, secretKey } from "./context";

afterEach(closeContexts);

const config = { "payments:apiKey": "sk_live_4eC39HqLyjWDarjtT1zdp7dc" };
const name = "ci-0123abcd-abcdefgh";
const attempt = (more: Partial<KeyAttempt> = {}): KeyAttempt => ({
  type: "secret",
  name,
  before: { knows: () => false, wasListed: true },
  ...more,
});
const sentTo = ({ requests }: KeyService): string[] =>
  requests.filter(({ method }: SeenRequest) => method !== "GET").map(({ method, path }) => `${method} ${path}`);

describe("a key is the one that an attempt created", () => {
  test("where it has the name, blanks and composition aside", () => {
    expect(notOfAttempt(attempt(), secretKey("key_1", { name }))).toBeUndefined();
    expect(notOfAttempt(attempt(), secretKey("key_1", { name: ` ${name} ` }))).toBeUndefined();
  });

  test("where the caller knows how the service shows the name", () => {
    const isNamed = (shown: string): boolean => shown === "CI-0123ABCD-ABCDEFGH";
    expect(notOfAttempt(attempt({ isNamed }), secretKey("key_1", { name: name.toUpperCase() }))).toBeUndefined();
    expect(notOfAttempt(attempt({ isNamed }), secretKey("key_1", { name }))).toContain("this run did not create it");
  });

  test("and not where its name is only a form of that name, which others may have too", () => {
    expect(notOfAttempt(attempt(), secretKey("key_1", { name: "ci-0123abcd-abcdefg" }))).toBe(
      'API key key_1 is left alone: its name is "ci-0123abcd-abcdefg", not "ci-0123abcd-abcdefgh", so this run did not create it',
    );
  });
});

describe("the deletion of what an attempt created", () => {
  test("needs no evidence about the use of other keys, and says nothing of it", async () => {
    const { context, said } = await contextWith([{ name }], { config });
    expect(await deleteAttempt(context, "key_1", attempt())).toBe("deleted");
    expect(said).toEqual([]);
  });

  test("is done though the key shows a use, where the run itself used it", async () => {
    const shown = { key_1: { last_used: "2026-01-01T00:00:00Z" } };
    const { context, service } = await contextWith([{ name }], { config, shown });
    expect(await deleteAttempt(context, "key_1", attempt({ isUsedByRun: true }))).toBe("deleted");
    expect(sentTo(service)).toEqual(["DELETE /v1/api-keys/key_1"]);
  });

  test("is refused as a deletion where the key may be the credential", async () => {
    const { context } = await contextWith([{ name, scopes: ["*"] }], { config });
    const before = { knows: () => false, wasListed: false };
    await expect(deleteAttempt(context, "key_1", attempt({ before }))).rejects.toThrow(
      /^not deleted:\n.*, so deleting it could lock the run out/,
    );
  });
});

describe("a write of the caller's on what an attempt created", () => {
  test("is sent after the checks, and what it returns is returned", async () => {
    const { context } = await contextWith([{ name }], { config });
    const sent: string[] = [];
    const send = async (): Promise<string> => {
      sent.push("narrowed");
      return "its answer";
    };
    expect(await sendToAttempt(context, "key_1", attempt(), "narrow", send)).toBe("its answer");
    expect(sent).toEqual(["narrowed"]);
  });

  test.each([
    ["narrow", /^not changed:\nAPI key key_1 is left alone/, /^not changed:\n.*, so taking scopes from it could/],
    ["delete", /^not deleted:\nAPI key key_1 is left alone/, /^not deleted:\n.*, so deleting it could/],
  ] as const)(
    "to %s it is not sent where a guard refuses, which says what was not done",
    async (doing, notIts, own) => {
      const send = async (): Promise<never> => {
        throw new Error("it was sent");
      };
      const theirs = await contextWith([{ name: "theirs" }], { config });
      await expect(sendToAttempt(theirs.context, "key_1", attempt(), doing, send)).rejects.toThrow(notIts);
      const maybeOwn = await contextWith([{ name, scopes: ["*"] }], { config });
      const unlisted = attempt({ before: { knows: () => false, wasListed: false } });
      const refused = sendToAttempt(maybeOwn.context, "key_1", unlisted, doing, send);
      await expect(refused).rejects.toThrow(own);
      await expect(refused).rejects.toBeInstanceOf(GuardRefusal);
    },
  );

  test("is not sent for a key that is absent", async () => {
    const { context } = await contextWith([], { config });
    const sent: string[] = [];
    const send = async () => sent.push("narrowed");
    expect(await sendToAttempt(context, "key_1", attempt(), "narrow", send)).toBe("already-absent");
    expect(sent).toEqual([]);
  });
});

describe("of several keys", () => {
  const deletion = (id: string, more: Partial<KeyDeletion> = {}): KeyDeletion => ({
    write: "delete",
    id,
    known: { value: "sk_live_0aaaaaaaaaaaaaaaaaaa9999", isGiven: false },
    deletionGuard: "off",
    ...more,
  });
  const kept = (why: string) => ({ against: () => [{ guard: "deletion" as const, why }] });

  test("each is deleted, or found absent, in the order of the request", async () => {
    const { context, service } = await contextWith([{}, {}], { config });
    const done = await deleteKeys(context, [deletion("key_2"), deletion("key_9"), deletion("key_1")]);
    expect(done).toEqual(["deleted", "already-absent", "deleted"]);
    expect(sentTo(service)).toEqual(["DELETE /v1/api-keys/key_2", "DELETE /v1/api-keys/key_1"]);
  });

  test("none is deleted where a guard keeps one, and the refusal has every reason", async () => {
    const { context, service } = await contextWith([{}, {}, {}], { config });
    const deletions = [
      deletion("key_1"),
      deletion("key_2", kept("key_2 is in use")),
      deletion("key_3", kept("key_3 is in use")),
    ];
    await expect(deleteKeys(context, deletions)).rejects.toThrow("not deleted:\nkey_2 is in use\nkey_3 is in use");
    expect(sentTo(service)).toEqual([]);
  });

  test("only one needs no reading before its own", async () => {
    const { context, service } = await contextWith([{}], { config });
    expect(await deleteKeys(context, [deletion("key_1")])).toEqual(["deleted"]);
    expect(service.requests.map(({ method }) => method)).toEqual(["DELETE"]);
    expect(await deleteKeys(context, [])).toEqual([]);
  });
});
