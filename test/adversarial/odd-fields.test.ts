import fc from "fast-check";
import type { Asked } from "./liar";
import { beginLife, endLives, type Life } from "./life";

afterEach(endLives);

const desired = { type: "secret", name: "ci key", scopes: ["api_keys:read"] };
const isCreate = ({ method, path }: Asked): boolean => method === "POST" && path === "/v1/api-keys";
const nested = (depth: number): string => `${"[".repeat(depth)}${"]".repeat(depth)}`;

/** What may stand in the place of a field, as the text of its JSON. */
const odd = fc.oneof(
  fc.jsonValue().map((value) => JSON.stringify(value)),
  fc.constantFrom(
    '"\\udc00"',
    '"2026-01-01T00:00:00Z\\udc00"',
    '"\\ud800"',
    '"\\u0000"',
    "1e400",
    '{"__proto__":{"a":"\\udc00"}}',
  ),
  fc.constantFrom(2_000, 4_000, 100_000).map(nested),
  fc.integer({ min: 1, max: 50_000 }).map((length) => `"${"\\ud83d\\ude00".repeat(length)}"`),
);
/** Every field but the id and the value: of a creation, what was asked for is known. */
const fields = ["account_id", "name", "type", "scopes", "last_used", "created_at", "updated_at"];
const times = ["account_id", "last_used", "created_at", "updated_at"];
/** A name that can be read and is another one says that the answer is another key's. */
const isOtherName = (json: string): boolean => {
  const value: unknown = JSON.parse(json);
  return typeof value === "string" && value.isWellFormed();
};
const someOf = (names: readonly string[]) => {
  const oddIn = (name: string) => (name === "name" ? odd.filter((json) => !isOtherName(json)) : odd);
  return fc.record(Object.fromEntries(names.map((name) => [name, oddIn(name)])), { requiredKeys: [] });
};

/** The JSON of an object, some of its members replaced by other JSON. */
function jsonWith(object: object, replaced: Readonly<Record<string, string | undefined>>): string {
  const all = { ...Object.fromEntries(Object.keys(replaced).map((name) => [name, null])), ...object };
  const members = Object.entries(all).map(
    ([name, value]) => `${JSON.stringify(name)}:${replaced[name] ?? JSON.stringify(value)}`,
  );
  return `{${members.join(",")}}`;
}

async function expectKept(life: Life): Promise<void> {
  const ours = await life.ours();
  expect(ours.map(({ id }) => id)).toEqual([life.key.state?.id]);
  expect(await life.valueWorks()).toBe(true);
}

test("a creation yields its value, and a state that the engine takes, whatever stands in any other field of the answer", async () => {
  const life = await beginLife({});
  await fc.assert(
    fc.asyncProperty(someOf(fields), async (replaced) => {
      life.liar.tell({
        answer: (answered, asked) =>
          isCreate(asked) && answered.status === 201
            ? { ...answered, text: jsonWith(answered.body as object, replaced) }
            : answered,
      });
      expect(await life.run(() => life.key.up(desired))).toMatchObject({ step: "create" });
      await expectKept(life);
      life.liar.tell({});
      await life.world.colleagueDeletes(life.key.state!.id);
      life.key.state = undefined;
    }),
    { numRuns: 60 },
  );
});

test("a rotation yields the value of its key likewise", async () => {
  const life = await beginLife({});
  await fc.assert(
    fc.asyncProperty(someOf(fields), async (replaced) => {
      const rotating = life.world.resource("RotatingApiKey", "billing");
      life.liar.tell({
        answer: (answered, asked) =>
          isCreate(asked) && answered.status === 201
            ? { ...answered, text: jsonWith(answered.body as object, replaced) }
            : answered,
      });
      await rotating.up({ scopes: ["api_keys:read"], rotation: { everyDays: 30, overlapHours: 24 } });
      const [made, ...more] = await life.ours();
      expect([rotating.outputs.current, more]).toEqual([expect.objectContaining({ id: made!.id }), []]);
      expect(String(rotating.outputs.value)).toMatch(/^sk_sandbox_/);
      expect(await rotating.refresh()).toBe(true);
      await life.world.colleagueDeletes(made!.id);
    }),
    { numRuns: 30 },
  );
});

test("a key is read, and so is every other, whatever stands in the optional fields that a list shows", async () => {
  const life = await beginLife({});
  await life.key.up(desired);
  const { value } = life.key.outputs;
  await fc.assert(
    fc.asyncProperty(someOf([...times, "value"]), async (replaced) => {
      life.liar.tell({
        answer: (answered, { method }) => {
          if (method !== "GET") return answered;
          const { items, ...page } = answered.body as { items: { id: string }[] };
          const shown = items.map((key) =>
            key.id === life.key.state!.id ? jsonWith(key, replaced) : JSON.stringify(key),
          );
          return { ...answered, text: jsonWith(page, { items: `[${shown.join(",")}]` }) };
        },
      });
      expect(await life.run(() => life.key.preview(desired))).toMatchObject({ step: "same" });
      expect(await life.run(() => life.key.refresh())).toMatchObject({ step: "true" });
      expect(life.key.outputs.value).toBe(value);
      await expectKept(life);
    }),
    { numRuns: 60 },
  );
});

test.each([
  ["no name", "null"],
  ["a name that did not arrive whole", '"ci key\\udc00"'],
])("after a lost answer no second key is made while the service lists a key with %s", async (_what, name) => {
  const others: string[] = [];
  const life = await beginLife({});
  others.push(...(await life.world.keys()).map(({ id }) => id));
  life.liar.tell({
    answer: (answered, asked) => {
      if (isCreate(asked)) return { status: 500, body: {} };
      const { items = [], ...page } = (answered.body ?? {}) as { items?: { id: string; name: string }[] };
      const shown = items.map((key) => (others.includes(key.id) ? JSON.stringify(key) : jsonWith(key, { name })));
      return { ...answered, text: jsonWith(page, { items: `[${shown.join(",")}]` }) };
    },
  });
  const { failed } = await life.run(() => life.key.up(desired));
  expect(failed).toContain("A key named ci key may exist");
  expect(await life.ours()).toHaveLength(1);
  expect((await life.run(() => life.key.up(desired))).failed).toContain("under an unreadable name");
  expect(await life.ours()).toHaveLength(1);
});

test.each([
  ["a deeply nested one", nested(5_000)],
  ["a lone surrogate", '"\\udc00"'],
  ["a text that Date.parse takes for a day of 2001", '"about 5"'],
  ["a small number", "1"],
  ["a number beyond all", "1e400"],
  ["an object", "{}"],
  ["false", "false"],
  ["an empty text", '""'],
  ["a text without end", `"${"2001-01-01 ".repeat(9_999)}"`],
])("a key whose last_used is %s was used at some time: it is not deleted until that is forced", async (_what, json) => {
  const life = await beginLife({});
  await life.key.up(desired);
  life.liar.tell({
    answer: (answered, { method }) =>
      method === "GET"
        ? {
            ...answered,
            text: JSON.stringify(answered.body)
              .replaceAll('"last_used":null', "")
              .replace(/("name":"ci key")/, `$1,"last_used":${json}`),
          }
        : answered,
  });
  const { failed } = await life.run(() => life.key.destroy());
  expect(failed).toMatch(/was last used at .*, which is not a valid time/s);
  await expectKept(life);
  life.world.environment.PAYMENTS_FORCE = life.key.state!.id;
  expect((await life.run(() => life.key.destroy())).failed).toBeUndefined();
  expect(await life.ours()).toEqual([]);
});
