import { type Variant, wholeLife } from "./key-life";
import type { Answered, Asked, Lie } from "./liar";
import { beginLife, endLives } from "./life";

afterEach(endLives);

const reads = { type: "secret", scopes: ["api_keys:read"] };

const isCreate = ({ method, path }: Asked): boolean => method === "POST" && path === "/v1/api-keys";
const isDelete = ({ method }: Asked): boolean => method === "DELETE";
const isUpdate = ({ method, path }: Asked): boolean =>
  path.startsWith("/v1/api-keys/") && ["PATCH", "PUT", "POST"].includes(method);
const succeeded = ({ status }: Answered): boolean => status < 300;

/** Answers a success of one operation with something else. */
const answering =
  (which: (asked: Asked) => boolean, change: (answered: Answered) => Answered): Variant["lie"] =>
  () => ({ answer: (answered, asked) => (which(asked) && succeeded(answered) ? change(answered) : answered) });

/** The same answer, its JSON changed as a text. */
const withText = (answered: Answered, change: (json: string) => string): Answered =>
  answered.body === undefined ? answered : { ...answered, text: change(JSON.stringify(answered.body)) };

const statuses: Variant[] = [
  ...[200, 202, 203, 207].map(
    (status): Variant => ({
      says: `answers a creation with ${status}`,
      lie: answering(isCreate, (answered) => ({ ...answered, status })),
    }),
  ),
  ...[200, 202, 205].map(
    (status): Variant => ({ says: `answers a deletion with ${status}`, lie: answering(isDelete, () => ({ status })) }),
  ),
  {
    says: "answers a deletion with 200 and a body",
    lie: answering(isDelete, () => ({ status: 200, body: { deleted: true } })),
  },
  {
    says: "answers a deletion with 200 and a text",
    lie: answering(isDelete, () => ({ status: 200, text: "OK", contentType: "text/plain" })),
  },
  ...[201, 202].map(
    (status): Variant => ({
      says: `answers an update with ${status}`,
      lie: answering(isUpdate, (answered) => ({ ...answered, status })),
    }),
  ),
  { says: "answers an update with 204 and no body", lie: answering(isUpdate, () => ({ status: 204 })) },
  { says: "answers an update with an empty object", lie: answering(isUpdate, () => ({ status: 200, body: {} })) },
  {
    says: "answers an update with a text",
    lie: answering(isUpdate, () => ({ status: 200, text: "done", contentType: "text/plain" })),
  },
  { says: "answers JSON as text", lie: () => ({ answer: (answered) => ({ ...answered, contentType: "text/plain" }) }) },
  {
    says: "announces JSON as a web page",
    lie: () => ({ answer: (answered) => ({ ...answered, contentType: "text/html; charset=utf-8" }) }),
  },
  {
    says: "begins every body with a byte order mark",
    lie: () => ({ answer: (answered) => withText(answered, (json) => `\ufeff${json}`) }),
  },
  {
    says: "gives a member twice, the right one last",
    lie: () => ({
      answer: (answered) => withText(answered, (json) => json.replaceAll('{"id":', '{"id":"key_0","value":0,"id":')),
    }),
  },
  {
    says: "answers JSON of a kind of its own",
    lie: () => ({
      answer: (answered) => ({ ...answered, contentType: "application/vnd.payments+json; charset=utf-8" }),
    }),
  },
];

test.each(statuses)("a key is created, kept and deleted at a service that $says", async (variant) => {
  await wholeLife(variant);
});

test.each([
  ["no value", undefined],
  ["an empty value", ""],
  ["a masked value", "sk_live_********abcd"],
  ["a word in its place", "[REDACTED]"],
])("a service whose creation shows %s leaves no key behind, and none in state", async (_what, value) => {
  const life = await beginLife({
    answer: (answered, asked) => {
      if (!isCreate(asked) || !succeeded(answered)) return answered;
      return { ...answered, body: { ...(answered.body as object), value } };
    },
  });
  expect(await life.run(() => life.key.up(reads))).toEqual({ failed: expect.stringContaining("was deleted again") });
  expect([life.key.state, await life.ours(), await life.harmed()]).toEqual([undefined, [], []]);
});

const refusing =
  (methods: readonly string[], status: number): Variant["lie"] =>
  () => ({
    instead: (asked) =>
      isUpdate(asked) && methods.includes(asked.method) ? { status, body: { error: "no" } } : undefined,
  });
const methods: Variant[] = [
  ...(["PATCH", "PUT", "POST"] as const).map(
    (updateMethod): Variant => ({ says: `takes ${updateMethod} alone`, lie: () => ({}), options: { updateMethod } }),
  ),
  { says: "answers 404 to PATCH and takes PUT", lie: refusing(["PATCH"], 404), options: { updateMethod: "PUT" } },
  {
    says: "answers 501 to PATCH and PUT and takes POST",
    lie: refusing(["PATCH", "PUT"], 501),
    options: { updateMethod: "POST" },
  },
  ...[405, 404, 501].map(
    (status): Variant => ({
      says: `answers ${status} to every way of updating`,
      lie: refusing(["PATCH", "PUT", "POST"], status),
      refuses: /could not update API key .*payments:updateMethod/s,
    }),
  ),
];
test.each(methods)("a key is updated, or the refusal names the setting, at a service that $says", async (variant) => {
  await wholeLife(variant);
});

/** No shape of errors is shown by the document: any of these may come. */
const bodies: [string, Pick<Answered, "body" | "text" | "contentType">][] = [
  ["nothing", {}],
  ["an empty object", { body: {} }],
  ["null", { body: null }],
  ["a list", { body: [{ code: "x", detail: "y" }, 7] }],
  ["a number", { body: 42 }],
  ["a text", { text: "no", contentType: "text/plain" }],
  ["a web page", { text: "<!doctype html><html><body><h1>Bad</h1></body></html>", contentType: "text/html" }],
  ["broken JSON", { text: '{"error": {"code": "bro', contentType: "application/json" }],
  ["a deep object", { text: `${'{"a":'.repeat(2_000)}1${"}".repeat(2_000)}`, contentType: "application/json" }],
  ["4,000 nested arrays", { text: `${"[".repeat(4_000)}${"]".repeat(4_000)}`, contentType: "application/json" }],
  ["lone surrogates", { body: { message: `\ud800${"😀".repeat(400)}`, code: "\udc00" } }],
  ["a megabyte", { body: { message: "long ".repeat(200_000) } }],
  ["control characters", { text: "\u0000\u001b[31mred\r\n\u0007", contentType: "text/plain" }],
  [
    "members of objects",
    { text: '{"__proto__":{"status":200},"constructor":1,"toString":null}', contentType: "application/json" },
  ],
  [
    "a problem document",
    { body: { type: "about:blank", title: "Gone", status: 200 }, contentType: "application/problem+json" },
  ],
];
const states = [400, 401, 402, 403, 404, 409, 410, 418, 422, 500, 503];

describe.each(bodies)("errors that hold %s", (_what, body) => {
  const failingOn = (which: (asked: Asked) => boolean, status: number): Lie => ({
    instead: (asked) => (which(asked) ? { status, ...body } : undefined),
  });

  test.each(states)(
    "with status %s never make or lose a key, and every refusal says what was attempted",
    async (status) => {
      const life = await beginLife({});
      const { key } = life;
      const refused = async (command: () => Promise<unknown>): Promise<void> => {
        const { failed } = await life.run(command);
        expect(failed).toMatch(
          /could not (?:list|look up|create|update|delete) .*API key.* in account acct_\w+ at http/,
        );
        expect(failed!.length).toBeLessThan(4_000);
        // biome-ignore lint/suspicious/noControlCharactersInRegex: none of them may reach a terminal.
        expect(failed).not.toMatch(/[\u0000-\u0009\u000b-\u001f]/);
      };

      life.liar.tell(failingOn(isCreate, status));
      await refused(() => key.up(reads));
      expect([key.state, await life.ours()]).toEqual([undefined, []]);

      life.liar.tell({});
      await key.up(reads);
      const made = (await life.ours()).map(({ id }) => id);
      expect(made).toEqual([key.state!.id]);

      life.liar.tell(failingOn(isUpdate, status));
      await refused(() => key.up({ ...reads, scopes: ["accounts:read"] }));
      life.liar.tell(failingOn(isDelete, status));
      await refused(() => key.destroy());
      life.liar.tell(failingOn(({ method }) => method === "GET", status));
      await refused(() => key.preview(reads));
      await refused(() => key.refresh());
      await refused(() => key.destroy());
      expect([key.state!.id, (await life.ours()).map(({ id }) => id)]).toEqual([made[0], made]);
      expect(await life.valueWorks()).toBe(true);
      expect(await life.harmed()).toEqual([]);

      life.liar.tell({});
      await key.destroy();
      expect(await life.ours()).toEqual([]);
    },
  );
});
