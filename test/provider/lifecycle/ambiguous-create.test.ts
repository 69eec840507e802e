import fc from "fast-check";
import { type ErrorCode, PaymentServiceError } from "../../../provider/api/errors";
import { type CreateOnce, createOnce } from "../../../provider/lifecycle/ambiguous-create";
import { Refusal } from "../../../provider/lifecycle/refusal";

const failure = (code: ErrorCode): PaymentServiceError =>
  new PaymentServiceError({
    code,
    attempt: {
      does: "create a key",
      operation: "POST /v1/api-keys",
      serviceUrl: "https://p.example.com",
      accountId: "acct_1",
    },
    reason: code,
    advice: "Look.",
  });

type Outcome = "made" | "lost" | "not-made" | "refused";
interface Key {
  id: string;
  name: string;
  value?: string;
}

/** A service whose creates go as scripted, and what was done to it. */
function steps(outcomes: Outcome[], userName?: string) {
  const keys: Key[] = [];
  const said: string[] = [];
  const inDoubt: string[] = [];
  let attempts = 0;
  const all: CreateOnce<Key> = {
    name: userName ?? (() => `name-${attempts}`),
    create: async (name) => {
      const outcome = outcomes[attempts++] ?? "made";
      if (outcome === "refused") throw failure("invalid-request");
      const key = { id: `key_${attempts}`, name, value: "whole" };
      if (outcome !== "not-made") keys.push(key);
      if (outcome !== "made") throw failure("ambiguous");
      return key;
    },
    findByName: async (name) => keys.filter((key) => key.name === name),
    discard: async (id) => {
      keys.splice(
        keys.findIndex((key) => key.id === id),
        1,
      );
    },
    recoveryOptions: ({ id }) => `the ways on with ${id}`,
    doubt: (name) => {
      inDoubt.push(name);
    },
    say: async (line) => {
      said.push(line);
    },
  };
  return { all, keys, said, inDoubt, attempts: () => attempts };
}

test("with a name of ours: whatever gets lost, there is exactly the one key that was answered, or none and an error", async () => {
  const outcome = fc.constantFrom<Outcome>("made", "lost", "not-made", "refused");
  await fc.assert(
    fc.asyncProperty(fc.array(outcome, { maxLength: 5 }), async (outcomes) => {
      const { all, keys, attempts } = steps(outcomes);
      const made = await createOnce(all).catch((error: unknown) => error);
      if (made instanceof Error) {
        expect(PaymentServiceError.isInstance(made)).toBe(true);
        expect(keys).toEqual([]);
      } else expect(keys).toEqual([made]);
      expect(attempts()).toBeLessThanOrEqual(3);
    }),
  );
});

test("each attempt has a name of its own, and each loss is said with name and id", async () => {
  const { all, keys, said } = steps(["lost", "not-made"]);
  await createOnce(all);
  expect(keys.map(({ name }) => name)).toEqual(["name-2"]);
  expect(said).toEqual([expect.stringMatching(/name-0.*key_1/), expect.stringContaining("name-1")]);
});

test.each<[Outcome, string[]]>([
  ["lost", ["mine"]],
  ["not-made", ["mine"]],
  ["made", []],
  ["refused", []],
])("a name of the user's is in doubt after a creation that was %s: %j", async (outcome, expected) => {
  const { all, inDoubt } = steps([outcome], "mine");
  await createOnce(all).catch(() => undefined);
  expect(inDoubt).toEqual(expected);
});

test("with a name of the user's nothing is touched, and every candidate is listed", async () => {
  const { all, keys } = steps(["lost"], "mine");
  keys.push({ id: "key_old", name: "mine" });
  const error = await createOnce(all).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(Refusal);
  expect(String(error)).toMatch(
    /ambiguous: .*Live keys named mine:\nthe ways on with key_old\nthe ways on with key_1\nNothing was changed/s,
  );
  expect(keys).toHaveLength(2);
});

test("with a name of the user's that was not listed so far, says just that, and the one thing to do", async () => {
  const { all, attempts } = steps(["not-made"], "mine");
  await expect(createOnce(all)).rejects.toThrow(
    'No key named "mine" is listed so far, and the service may still create it',
  );
  expect(attempts()).toBe(1);
});

test("a definite refusal is thrown as it is, with no search", async () => {
  const { all } = steps(["refused"]);
  const searching = { ...all, findByName: async () => Promise.reject(new Error("searched")) };
  await expect(createOnce(searching)).rejects.toMatchObject({ code: "invalid-request" });
});

test.each([undefined, "mine"])(
  "a failed search (name of the user's: %s) does not hide which key may exist",
  async (userName) => {
    const { all } = steps(["lost"], userName);
    const failing = { ...all, findByName: async () => Promise.reject(failure("unavailable")) };
    const error = await createOnce(failing).catch((thrown: unknown) => thrown);
    expect(String(error)).toContain(`A key named ${userName ?? "name-0"} may exist`);
    expect(String(error)).toContain("unavailable");
  },
);

test("a mistake of ours in the search is thrown as it is", async () => {
  const { all } = steps(["lost"]);
  const mistaken = { ...all, findByName: async () => Promise.reject(new TypeError("a mistake")) };
  await expect(createOnce(mistaken)).rejects.toThrow(TypeError);
});

test.each([undefined, "mine"])(
  "a creation that was answered with another key is thrown as it is (name of the user's: %s): nothing is looked for",
  async (userName) => {
    const { all, inDoubt } = steps([], userName);
    const other = new PaymentServiceError({ ...failure("ambiguous").details, contrary: "key_7" });
    const steered: CreateOnce<Key> = {
      ...all,
      create: () => Promise.reject(other),
      findByName: () => Promise.reject(new Error("looked")),
    };
    await expect(createOnce(steered)).rejects.toBe(other);
    expect(inDoubt).toEqual(userName === undefined ? [] : ["mine"]);
  },
);

test("a found key that the gate keeps ends the creation, with the gate's reason", async () => {
  const { all, attempts } = steps(["lost"]);
  const privateState = { ...all, discard: () => Promise.reject(new Refusal("it is left alone")) };
  await expect(createOnce(privateState)).rejects.toThrow("it is left alone");
  expect(attempts()).toBe(1);
});

test("a failed clean-up does not hide it either", async () => {
  const { all } = steps(["lost"]);
  const failing = { ...all, discard: async () => Promise.reject(failure("forbidden")) };
  await expect(createOnce(failing)).rejects.toThrow("A key named name-0 may exist");
});
