import { classify } from "../../../provider/api/classify";
import { errorCodes, PaymentServiceError } from "../../../provider/api/errors";
import { type Exchange, type FailureKind, failureKinds } from "../../../provider/api/exchange";
import { type Operation, operations } from "../../../provider/api/operations";
import { createSecrets } from "../../../provider/text/secrets";
import { credential, settingsFor } from "./support";

const secrets = createSecrets();
secrets.learn(credential);

const { timeouts } = settingsFor("http://127.0.0.1:1");

function details(exchange: Exchange, operation: Operation = operations.listApiKeys) {
  const attempt = {
    does: `${operation.does.to} API key key_1`,
    operation: `${operation.method} ${operation.path}`,
    serviceUrl: "https://api.example.com",
    accountId: "acct_1",
    object: "API key key_1",
  };
  return classify(exchange, { operation, attempt, timeouts, secrets });
}

const answered = (
  status: number,
  body: unknown = { message: "because" },
  headers: Record<string, string> = {},
): Exchange => ({
  answer: {
    status,
    headers: { "content-type": "application/json", ...headers },
    text: typeof body === "string" ? body : JSON.stringify(body),
  },
});
const page = (status: number): Exchange =>
  answered(status, "<html><h1>Gateway</h1></html>", { "content-type": "text/html" });
const failed = (kind: FailureKind, direct = true): Exchange => ({ failure: { kind, direct, note: `note of ${kind}` } });

const meanings = {
  301: "malformed-response",
  400: "invalid-request",
  401: "unauthorized",
  402: "invalid-request",
  403: "forbidden",
  404: "not-found",
  405: "method-not-allowed",
  407: "unreachable",
  408: "timeout",
  409: "conflict",
  410: "not-found",
  412: "conflict",
  422: "invalid-request",
  425: "unavailable",
  429: "rate-limited",
  500: "unavailable",
  501: "method-not-allowed",
  502: "unavailable",
  503: "unavailable",
  504: "unavailable",
} as const;

describe("what an answer means", () => {
  test.each([404, 410])("%i for a collection says nothing of any object in it", (status) => {
    for (const operation of [operations.listApiKeys, operations.createApiKey]) {
      expect(details(answered(status), operation)).toMatchObject({ code: "method-not-allowed" });
    }
    expect(details(answered(status), operations.deleteApiKey).code).toBe("not-found");
  });

  test.each(Object.entries(meanings))("%s on a read of one object is %s", (status, code) => {
    expect(details(answered(Number(status)), operations.readWebhookEndpoint).code).toBe(code);
  });

  test("a complete, well-formed 4xx is a definite no to a create, and everything else leaves it in doubt", () => {
    for (const [status, code] of Object.entries(meanings)) {
      const definite = Number(status) >= 400 && Number(status) < 500;
      const refused = code === "not-found" ? "method-not-allowed" : code;
      expect(details(answered(Number(status)), operations.createApiKey).code).toBe(definite ? refused : "ambiguous");
    }
    expect(details(answered(400, ""), operations.createApiKey).code).toBe("invalid-request");
    expect(details(answered(400, "no", { "content-type": "text/plain" }), operations.createApiKey).code).toBe(
      "invalid-request",
    );
  });

  test("a 4xx that is a web page or garbled JSON is no word of the service", () => {
    for (const status of [400, 401, 403, 404]) {
      expect(details(page(status)).code).toBe("malformed-response");
      expect(details(page(status), operations.createApiKey).code).toBe("ambiguous");
      expect(details(answered(status, '{"cut'), operations.createApiKey).code).toBe("ambiguous");
    }
    expect(details(page(502)).code).toBe("unavailable");
    expect(details(page(429), operations.createApiKey).code).toBe("rate-limited");
  });

  test("the documented refusal of a partner account has a code of its own, under any status", () => {
    for (const status of [400, 403, 404, 422]) {
      const found = details(answered(status, { message: "The operation is not enabled for this account" }));
      expect(found.code).toBe("not-enabled-for-account");
      expect(found.advice).toContain("merchant");
    }
  });

  test("a refusal names the scope that is missing: the one that was answered, else the one that is assumed", () => {
    const said = details(answered(403, { required_scope: "keys:admin" }));
    expect(said.missingScope).toBe("keys:admin");
    const assumed = details(answered(403), operations.deleteApiKey);
    expect(assumed).toMatchObject({ missingScope: "api_keys:write", advice: expect.stringContaining("assumed") });
    expect(details(answered(403), operations.enableWebhookEndpoint).missingScope).toBeUndefined();
  });

  test("a redirect tells which setting to fix and where it led, without secrets", () => {
    const found = details(answered(302, "", { location: `https://login.example.com/?k=${credential}` }));
    expect(found.reason).toContain("redirected to [withheld, since it may hold a secret], and");
    const elsewhere = details(answered(302, "", { location: "https://login.example.com/?k=sk_live_planted" }));
    expect(elsewhere.reason).toContain("redirected to https://login.example.com/?k=[redacted], and");
    expect(found.advice).toContain("payments:baseUrl");
  });

  test("a rate limit carries how long to wait", () => {
    expect(details(answered(429, {}, { "retry-after": "9" })).retryAfterMs).toBe(9_000);
  });

  test("a refused credential says what may have become of the key", () => {
    expect(details(answered(401)).advice).toMatch(/deleted.*another service.*publishable/);
  });
});

describe("what a failure means", () => {
  test.each(failureKinds)("%s on a read is a code of the closed set and never in doubt", (kind) => {
    const { code } = details(failed(kind));
    expect(errorCodes).toContain(code);
    expect(code).not.toBe("ambiguous");
  });

  test("a create is in doubt unless it provably never arrived", () => {
    const certain = failureKinds.filter((kind) => details(failed(kind), operations.createApiKey).code !== "ambiguous");
    expect(certain).toEqual([
      "unsendable",
      "read-only",
      "dns",
      "certificate",
      "certificates-unchecked",
      "tls",
      "no-tls",
      "refused",
    ]);
    const throughProxy = failureKinds.filter(
      (kind) => details(failed(kind, false), operations.createApiKey).code !== "ambiguous",
    );
    expect(throughProxy).toEqual(["unsendable", "read-only", "certificate", "certificates-unchecked"]);
  });

  test("what is in doubt says to look before trying again", () => {
    expect(details(failed("reset"), operations.createApiKey).advice).toContain(
      "Look for the object before you try again",
    );
  });

  test("a refusal by a proxy points at the proxy, one by the service at the service", () => {
    expect(details(failed("refused", false)).advice).toContain("HTTPS_PROXY");
    expect(details(failed("refused", true)).advice).toContain("payments:baseUrl");
  });

  test("timeouts say which of them it was, in milliseconds, and how to raise it", () => {
    const kinds = ["connect-timeout", "headers-timeout", "body-timeout", "total-timeout"] as const;
    const names = ["connectMs", "headersMs", "bodyMs", "totalMs"] as const;
    kinds.forEach((kind, index) => {
      const found = details(failed(kind));
      expect(found.code).toBe("timeout");
      expect(found.reason).toContain(`${timeouts[names[index]!]} ms`);
      expect(found.advice).toContain(names[index]);
    });
  });
});

test("an error says what was attempted, on which object in which account, what was answered and what to do next", () => {
  const { message } = new PaymentServiceError(details(answered(409, { message: "busy" }), operations.deleteApiKey));
  expect(message).toBe(
    "could not delete API key key_1 in account acct_1 at https://api.example.com: the service refused the request because of the object's current state. The service answered 409 to DELETE /v1/api-keys/{id}: busy. Check the object's current state, then try again.",
  );
});

test("neither the credential nor a key's value reaches any part of an error", () => {
  const planted = [credential, "sk_live_planted_value"];
  const body = { message: planted.join(" "), key: { value: "planted plainly" } };
  const cases = [
    answered(400, body),
    answered(500, body),
    answered(302, body, { location: `https://x.example/${credential}` }),
    { failure: { kind: "network", direct: false, note: planted.join(" ") } } as Exchange,
  ];
  for (const exchange of cases) {
    for (const operation of [operations.createApiKey, operations.listApiKeys]) {
      const error = new PaymentServiceError(details(exchange, operation));
      const everything = `${error.message}${error.stack}${JSON.stringify(error.details)}${String(error.cause)}`;
      for (const secret of [...planted, "planted plainly"]) expect(everything).not.toContain(secret);
    }
  }
});
