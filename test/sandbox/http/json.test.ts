import fc from "fast-check";
import { ServiceError } from "../../../sandbox/core/errors";
import { readJson } from "../../../sandbox/http/json";
import { requestLimits } from "../../../sandbox/http/limits";
import { type Harness, start, stopAll } from "../harness";

const { bodyBytes, jsonDepth, textLength } = requestLimits;
const read = (text: string) => readJson(Buffer.from(text));
/** The refusal of a text, or its value. */
function outcome(bytes: string | Buffer) {
  try {
    return { value: readJson(Buffer.from(bytes as string)) };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return { code: error.code, param: error.param, message: error.message };
  }
}
const nested = (depth: number) => `${"[".repeat(depth)}${"]".repeat(depth)}`;

test("what JSON can say within the limits is read as it was said", () => {
  const text = fc.string({ unit: "grapheme" });
  const values = fc.letrec((tie) => ({
    value: fc.oneof(
      { depthSize: "small" },
      fc.jsonValue({ maxDepth: 1 }),
      fc.array(tie("value")),
      fc.dictionary(text, tie("value")),
    ),
  })).value;
  fc.assert(
    fc.property(values, (value) => {
      fc.pre(!JSON.stringify(value).includes('"__proto__"'));
      expect(read(JSON.stringify(value))).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});

test("a body without bytes has no value", () => {
  expect(read("")).toBeUndefined();
});

test.each([
  ["breaks off", '{"a":', "The body is not valid JSON: it breaks off."],
  ["has something after its end", '{"a":1} {', "The body is not valid JSON at character 9."],
  ["has a stray word", '{"card": 4242424242424242 secret}', "The body is not valid JSON at character 27."],
  ["begins with a byte order mark", "\ufeff{}", /^The body is not valid JSON/],
  ["is no UTF-8", Buffer.from([0x22, 0xff, 0x22]), "The body is not valid JSON: it is not UTF-8."],
  ["is UTF-16", Buffer.from('{"a":1}', "utf16le"), /^The body is not valid JSON/],
  ["is a blank", " ", /^The body is not valid JSON/],
])("a body that %s is refused, and the refusal quotes nothing of it", (_what, bytes, message) => {
  const refused = outcome(bytes);
  expect(refused).toMatchObject({ code: "invalid_json", param: "body", message: expect.stringMatching(message) });
  expect(refused.message).not.toMatch(/card|4242|secret/);
});

test.each([
  ["a list that is too deep", `{"data":${nested(jsonDepth)}}`, "data.0.0.0.0.0", "nested"],
  ["a body that is too deep", nested(100_000), "0.0.0.0.0.0", "nested"],
  ["a text that is too long", `{"a":{"b":"${"x".repeat(textLength + 1)}"}}`, "a.b", "longer than"],
  ["a name that is too long", `{"a":{"${"x".repeat(textLength + 1)}":1}}`, "a", "longer than"],
  ["a number that is too large", '{"a":[1,1e999]}', "a.1", "too large for a number"],
  ["a negative one", '{"a":-1e999}', "a", "too large for a number"],
  [
    "a field that would change prototypes",
    '{"a":{"__proto__":{"b":1}}}',
    "a.__proto__",
    "is not allowed as the name of a field",
  ],
])("%s is refused, naming where", (_what, text, param, why) => {
  expect(outcome(text)).toEqual({ code: "invalid_request", param, message: expect.stringContaining(why) });
});

test("the limits themselves are allowed", () => {
  expect(read(nested(jsonDepth))).toBeDefined();
  expect(read(JSON.stringify({ a: "x".repeat(textLength) }))).toBeDefined();
  expect(read('{"a":1.7976931348623157e308}')).toEqual({ a: Number.MAX_VALUE });
});

describe("over HTTP", () => {
  let sandbox: Harness;
  beforeAll(async () => {
    sandbox = await start();
  });
  afterAll(stopAll);

  const sized = (bytes: number) => `{"email":"${"x".repeat(bytes - 12)}"}`;

  test.each([
    ["POST", "/v1/customers"],
    ["POST", "/_sandbox/users"],
    ["DELETE", "/v1/api-keys/key_1"],
  ])("%s %s takes a body of 1 MiB and refuses one byte more", async (method, path) => {
    const send = (body: string) =>
      path.startsWith("/v1") ? sandbox.call(method, path, { body }) : sandbox.admin(method, path.slice(9), body);
    const most = await send(sized(bodyBytes));
    expect([most.status, most.body.error.code]).toEqual([400, "invalid_request"]);
    const more = await send(sized(bodyBytes + 1));
    expect([more.status, more.body.error]).toEqual([
      413,
      expect.objectContaining({ code: "body_too_large", param: "body", message: "The body is larger than 1 MiB." }),
    ]);
  });

  test("an event as large as can be made reaches its receiver whole", async () => {
    const data = Object.fromEntries(Array.from({ length: 10 }, (_, index) => [index, "x".repeat(textLength)]));
    let deep: unknown = 1;
    for (let depth = 2; depth < jsonDepth; depth++) deep = [deep];
    const made = await sandbox.admin("POST", "/events", {
      type: "x",
      account_id: sandbox.accountId,
      data: { ...data, deep },
    });
    expect(made.status).toBe(201);
    await sandbox.advance({ seconds: 1 });
    const [received] = (await sandbox.admin("GET", "/receivers/seed/requests")).body;
    expect(received.body.data).toEqual({ ...data, deep });
  });
});
