import fc from "fast-check";
import { PaymentServiceError } from "../../../provider/api/errors";
import { failureFrom, pulumiFailure } from "../../../provider/dynamic/failure";
import { Refusal } from "../../../provider/lifecycle/refusal";
import { outgoing } from "../../../provider/text/outgoing";

test("a refusal is shown word for word on the resource, and as one line without a trace on the stack's row", () => {
  const failure = failureFrom("API key key_1", new Refusal("refused, because"));
  expect(failure).toMatchObject({ code: 2, details: "refused, because", message: "refused, because" });
  const row = `${failure}: ${failure.stack}`;
  expect(row).toContain("API key key_1");
  expect(row).not.toContain("refused, because");
  expect(row).not.toMatch(/\n|\bat /);
});

test("an error of the service is shown by its own message", () => {
  const error = new PaymentServiceError({
    code: "forbidden",
    attempt: {
      does: "create a key",
      operation: "GET /v1/api-keys",
      serviceUrl: "https://p.example.com",
      accountId: "acct_1",
    },
    reason: "no",
    advice: "Ask.",
  });
  expect(failureFrom("x", error).details).toBe(error.message);
});

test("a failure that is one already stays as it is", () => {
  const failure = { ...pulumiFailure("x", "text"), id: "key_1", reasons: ["text"] };
  expect(failureFrom("y", failure)).toBe(failure);
});

test("a defect of ours says that it is one and keeps its trace", () => {
  const { details } = failureFrom("x", new TypeError("boom"));
  expect(details).toContain("please report it");
  expect(details).toContain("TypeError: boom");
  expect(failureFrom("x", "thrown text").details).toContain("thrown text");
  expect(failureFrom("x", undefined).details).toContain("undefined");
});

describe("the engine receives a failure, which travels in a header,", () => {
  const anyText = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.array(fc.constantFrom("\ud800", "\udc00", "😀", "é", "a", " ", "\n", "\u0000")).map((all) => all.join("")),
    fc.tuple(fc.constantFrom("a", "é", "😀", "\udc00"), fc.nat(40_000)).map(([text, times]) => text.repeat(times)),
  );

  test("whatever its text is", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const { details, message } = pulumiFailure("x", text);
        expect(message).toBe(details);
        expect(encodeURI(details).length).toBeLessThan(9_000);
        if (text.isWellFormed() && encodeURI(outgoing(text)).length < 8_000) expect(details).toBe(outgoing(text));
      }),
    );
  });

  test("with the beginning of a text that is too long, and says so", () => {
    const { details } = pulumiFailure("x", `first ${"word ".repeat(100_000)}last`);
    expect(details).toMatch(/^first word .*…$/);
    expect(details.length).toBeGreaterThan(3_900);
  });
});
