import {
  isGarbledJson,
  isHtml,
  isPageInstead,
  namedScope,
  saysNotEnabledForAccount,
  showAnswer,
} from "../../../provider/api/answer-body";
import type { Answer } from "../../../provider/api/exchange";
import { createSecrets } from "../../../provider/text/secrets";

const answer = (text: string, type = "application/json"): Answer => ({
  status: 400,
  headers: { "content-type": type },
  text,
});
const credential = "sk_live_51H8aQkzLqpW9x2c";
const secrets = createSecrets();
secrets.learn(credential);
const shown = (body: unknown, type?: string): string | undefined =>
  showAnswer(answer(typeof body === "string" ? body : JSON.stringify(body), type), secrets, []);

describe("what a message shows of an answer", () => {
  test("of an error its code and its message, and what it is about", () => {
    expect(shown({ error: { code: "bad_scope", message: "No such scope." } })).toBe("bad_scope: No such scope");
    expect(shown({ error: { code: "bad_scope", message: "No.", param: "scopes", request_id: "req_1" } })).toBe(
      "bad_scope: No (about scopes, request req_1)",
    );
    expect(shown({ message: "busy" })).toBe("busy");
    expect(shown({ error: { code: "busy", message: { deep: credential } } })).toBe("busy");
  });

  test("a field of it that may hold a secret is withheld, and the others are shown", () => {
    const encoded = [...Buffer.from(credential)].map((byte) => `%${byte.toString(16)}`).join("");
    expect(shown({ error: { code: "no_such_key", message: `You sent ${encoded}`, param: credential } })).toBe(
      "no_such_key: [withheld, since it may hold a secret] (about [withheld, since it may hold a secret])",
    );
  });

  test.each([
    ['{"errors":[{"path":"name"}]}', "application/json", "application/json, 28 bytes, not shown"],
    ['{"error":"text"}', "application/json; charset=utf-8", "application/json, 16 bytes, not shown"],
    ["[1,2]", "application/json", "application/json, 5 bytes, not shown"],
    ["<h1>502 Bad Gateway</h1>", "text/html", "text/html, 24 bytes, not shown"],
    ["größer", "text/plain", "text/plain, 8 bytes, not shown"],
    ["x", `${credential}/x`, "a body of another type, 1 bytes, not shown"],
    ["x", "", "a body of another type, 1 bytes, not shown"],
  ])("of anything else what it is and how long: %j as %j", (text, type, told) => {
    expect(shown(text, type)).toBe(told);
  });

  test("nothing is shown of nothing", () => {
    expect(shown(" \n")).toBeUndefined();
  });
});

test.each<[string, string, boolean]>([
  ['{"id":"key_1"}', "text/html", false],
  ["[]", "text/html", false],
  ['"OK"', "text/html", true],
  ["null", "text/html", true],
  ["OK", "text/html", true],
  ["<html>{}", "application/json", true],
  [" ", "text/html", false],
  ['{"id":"key_1"}', "text/plain", false],
])("%s as %s is a page in place of an answer: %s", (text, type, isPage) => {
  expect(isPageInstead(answer(text, type))).toBe(isPage);
});

test("a cut that would split a character leaves a text that the engine takes", () => {
  for (const lead of ["", "a"]) {
    const message = `${lead}${"😀".repeat(600)}`;
    const shown = showAnswer(answer(JSON.stringify({ error: { message } }), "application/json"), secrets, []);
    expect(shown!.isWellFormed()).toBe(true);
    expect(shown!.length).toBeLessThan(message.length);
  }
});

test("a hostile answer of any length is read through at once: no pattern takes steps without bound", () => {
  for (const piece of ["x", "<", "<script ", "a_", '"value":"', " ", '{"message":"']) {
    const text = piece.repeat(2e6 / piece.length);
    for (const type of ["text/html", "application/json", "text/plain"]) {
      expect((shown(text, type) ?? "").length).toBeLessThanOrEqual(100);
      namedScope(answer(text, type), secrets);
      saysNotEnabledForAccount(answer(`not${text}`, type));
    }
  }
});

test("a web page is known by its type or its beginning", () => {
  expect(isHtml(answer("<html>", "text/plain"))).toBe(true);
  expect(isHtml(answer("oops", "text/html; charset=utf-8"))).toBe(true);
  expect(isHtml(answer('{"a":"<html>"}'))).toBe(false);
});

test("JSON is garbled if it was announced and is none", () => {
  expect(isGarbledJson(answer('{"a":'))).toBe(true);
  expect(isGarbledJson(answer('{"a":1}'))).toBe(false);
  expect(isGarbledJson(answer(""))).toBe(false);
  expect(isGarbledJson(answer("not found", "text/plain"))).toBe(false);
});

test.each([
  ['{"required_scope":"api_keys:write"}', "api_keys:write"],
  ['{"error":{"missing_scopes":["accounts:read","b:read"]}}', "accounts:read"],
  ['{"message":"needs the scope apple_pay_domains:write"}', "apple_pay_domains:write"],
  ['{"message":"has accounts:read, needs accounts:write"}', undefined],
  ['{"message":"forbidden"}', undefined],
])("the scope that %s names is %s", (text, scope) => {
  expect(namedScope(answer(text), secrets)).toBe(scope);
});

test("what stands in the place of a scope and may hold a secret, or looks like one, is none", () => {
  for (const value of [credential, credential.slice(4), "sk_test_planted"])
    expect(namedScope(answer(JSON.stringify({ required_scope: value })), secrets)).toBeUndefined();
});

test("the documented refusal of a partner account is known by its words", () => {
  expect(saysNotEnabledForAccount(answer('{"message":"This operation is Not Enabled for this account."}'))).toBe(true);
  expect(saysNotEnabledForAccount(answer('{"code":"not_enabled_for_account"}'))).toBe(true);
  expect(saysNotEnabledForAccount(answer('{"message":"not enabled"}'))).toBe(false);
});
