import {
  isGarbledJson,
  isHtml,
  isPageInstead,
  namedScope,
  saysNotEnabledForAccount,
  showAnswer,
  shownAnswerMax,
} from "../../../provider/api/answer-body.js";
import type { Answer } from "../../../provider/api/exchange.js";
import { createRedactor } from "../../../provider/api/redact.js";

const answer = (text: string, type = "application/json"): Answer => ({
  status: 400,
  headers: { "content-type": type },
  text,
});
const redactor = createRedactor("the-credential");

describe("what a message shows of an answer", () => {
  test.each([
    ['{"message":"no"}', '{"message":"no"}'],
    ['{"error":{"code":"x","errors":[{"path":"name"}]}}', '{"error":{"code":"x","errors":[{"path":"name"}]}}'],
    ['"just text"', '"just text"'],
    ["[1,2]", "[1,2]"],
    ["plain\n  words", "plain words"],
    ["\u001b[31mred\u0000", "[31mred"],
  ])("%j of any shape is shown on one line", (text, shown) => {
    expect(showAnswer(answer(text, "text/plain"), redactor, [])).toBe(shown);
  });

  test("a web page is shown without its markup and scripts", () => {
    const page =
      "<!doctype html><html><head><style>p{}</style><script>var a</script></head><body><h1>502 Bad Gateway</h1></body></html>";
    expect(showAnswer(answer(page, "text/html"), redactor, [])).toBe("502 Bad Gateway");
  });

  test("nothing is shown of nothing", () => {
    expect(showAnswer(answer(" \n"), redactor, [])).toBeUndefined();
  });

  test("at most 500 characters are shown, and no part of a secret that lies across the cut", () => {
    const long = showAnswer(answer(`${"word ".repeat(98)}sk_live_planted0123456789`, "text/plain"), redactor, []);
    expect(long!.length).toBeLessThanOrEqual(shownAnswerMax);
    expect(long).not.toMatch(/sk_|planted/);
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

test("a cut that would split a character leaves none of it", () => {
  for (const lead of ["", "a"]) {
    const shown = showAnswer(answer(`${lead}${"😀".repeat(600)}`, "text/plain"), redactor, []);
    expect(shown!.isWellFormed()).toBe(true);
    expect(shown!.length).toBeLessThanOrEqual(shownAnswerMax);
  }
});

test("a hostile answer of any length is read through at once: no pattern takes steps without bound", () => {
  const hostile = [
    "x".repeat(2e6),
    "<".repeat(2e6),
    "<script ".repeat(2e5),
    "a_".repeat(1e6),
    '"value":"'.repeat(2e5),
    " ".repeat(2e6),
  ];
  for (const text of hostile) {
    for (const type of ["text/html", "application/json", "text/plain"]) {
      expect((showAnswer(answer(text, type), redactor, []) ?? "").length).toBeLessThanOrEqual(shownAnswerMax);
      namedScope(answer(text, type));
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
  expect(namedScope(answer(text))).toBe(scope);
});

test("the documented refusal of a partner account is known by its words", () => {
  expect(saysNotEnabledForAccount(answer('{"message":"This operation is Not Enabled for this account."}'))).toBe(true);
  expect(saysNotEnabledForAccount(answer('{"code":"not_enabled_for_account"}'))).toBe(true);
  expect(saysNotEnabledForAccount(answer('{"message":"not enabled"}'))).toBe(false);
});
