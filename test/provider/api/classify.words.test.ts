import { classify, keptIds } from "../../../provider/api/classify";
import type { Exchange, Failure, FailureKind } from "../../../provider/api/exchange";
import { type Operation, operations } from "../../../provider/api/operations";
import { createSecrets } from "../../../provider/text/secrets";
import { credential, settingsFor } from "./support";

const secrets = createSecrets();
secrets.learn(credential);

const attempt = {
  does: "do it",
  operation: "an operation",
  serviceUrl: "https://api.example.com",
  accountId: "acct_1",
};

function details(exchange: Exchange, operation: Operation = operations.deleteApiKey) {
  const { timeouts } = settingsFor("http://127.0.0.1:1");
  return classify(exchange, { operation, attempt, timeouts, secrets });
}
const answered = (status: number, text = "", headers: Record<string, string> = {}): Exchange => ({
  answer: { status, headers, text },
});
const failed = (kind: FailureKind, more: Partial<Failure> = {}): Exchange => ({
  failure: { kind, direct: true, note: "ECONN", ...more },
});
const said = (exchange: Exchange, operation?: Operation) => {
  const { code, reason, advice } = details(exchange, operation);
  return { code, reason, advice };
};

const lookFirst =
  "The result is unknown. Look for the object before you try again: another try could create a second one.";
const proxies = "Check HTTPS_PROXY, HTTP_PROXY and NO_PROXY.";
const between = "Check payments:baseUrl, and any proxy or gateway in between.";
const network = "Try again. If this continues, check the network in between.";
const refused = [
  "invalid-request",
  "the service refused the request",
  "Compare the request with the service's response, and fix the arguments.",
];
const notFound = [
  "not-found",
  "the service has no such object",
  "Check the id, and that payments:accountId names the account that the object belongs to.",
];
const conflict = [
  "conflict",
  "the service refused the request because of the object's current state",
  "Check the object's current state, then try again.",
];
const notOffered = [
  "method-not-allowed",
  "the service does not offer this operation",
  "For updates of keys, set payments:updateMethod to the method that the service takes.",
];
const unavailable = [
  "unavailable",
  "the service could not answer",
  "Try again later. If this continues, contact the operator of the service.",
];
const redirected = [
  "malformed-response",
  "the service redirected, and redirects are not followed, because the credential would be sent along",
  "Set payments:baseUrl to the address that serves the interface itself.",
];

describe("what is told of an answer", () => {
  test.each<[number, (string | undefined)[]]>([
    [299, refused],
    [300, redirected],
    [399, redirected],
    [400, refused],
    [
      401,
      [
        "unauthorized",
        "the credential was refused",
        "Check payments:apiKey: the key may have been deleted, belong to another service, or be publishable.",
      ],
    ],
    [404, notFound],
    [405, notOffered],
    [407, ["unreachable", "a proxy wants credentials", proxies]],
    [
      408,
      [
        "timeout",
        "the service gave up waiting for the request",
        "Try again. If this continues, check the network in between.",
      ],
    ],
    [409, conflict],
    [410, notFound],
    [412, conflict],
    [423, conflict],
    [425, ["unavailable", "the service is not ready to respond yet", "Try again later."]],
    [428, conflict],
    [
      429,
      ["rate-limited", "the service limits the rate of requests", "Try again later, or lower payments:maxConcurrency."],
    ],
    [499, refused],
    [500, unavailable],
    [501, notOffered],
    [503, unavailable],
  ])("%i is exactly this", (status, [code, reason, advice]) => {
    expect(said(answered(status))).toEqual({ code, reason, advice });
  });

  test("for a collection that is not found: nothing is there, and where to look", () => {
    expect(said(answered(404), operations.listApiKeys)).toEqual({
      code: "method-not-allowed",
      reason: "nothing was found at this address, so it may not be the payment service",
      advice: "Check payments:baseUrl, payments:accountId, and any proxy or gateway in between.",
    });
  });

  test("where it is not the service's own, what it was instead", () => {
    expect(said(answered(400, "<html>"))).toEqual({
      code: "malformed-response",
      reason: "the answer is a web page, so it may not come from the payment service",
      advice: between,
    });
    expect(said(answered(400, "{", { "content-type": "application/json" }))).toEqual({
      code: "malformed-response",
      reason:
        "the answer is something other than the JSON that it claims to be, so it may not come from the payment service",
      advice: between,
    });
  });

  test.each([405, 407, 429])("%i means what it means, even as a web page", (status) => {
    expect(said(answered(status, "<html>"))).toEqual(said(answered(status)));
  });

  test("a server error stays one, whatever its page says", () => {
    expect(said(answered(500, "<html>not enabled for this account"))).toEqual(said(answered(500)));
  });

  test("the partner account is named where the operation is not enabled for it", () => {
    expect(said(answered(422, "not enabled for this account"))).toEqual({
      code: "not-enabled-for-account",
      reason: "the operation is not enabled for this account",
      advice: "Set payments:accountId to the id of a merchant (connected) account: acct_1 may be the partner account.",
    });
  });

  test("of the target of a redirect no more than 300 characters", () => {
    const { reason } = details(answered(302, "", { location: `https://x.example.com/${"a/".repeat(200)}` }));
    expect(reason).toContain(` redirected to https://x.example.com/${"a/".repeat(138)}a…, and`);
  });

  test("of what it held its kind and length are told, and nothing where it was empty", () => {
    expect(details(answered(400, "no")).answer).toBe("a body of another type, 2 bytes, not shown");
    expect(details(answered(400))).not.toHaveProperty("answer");
  });

  test("how long to wait is told of a rate limit alone, and only where it was said", () => {
    expect(details(answered(429, "", { "retry-after": "2" })).retryAfterMs).toBe(2_000);
    expect(details(answered(429))).not.toHaveProperty("retryAfterMs");
    expect(details(answered(503, "", { "retry-after": "2" }))).not.toHaveProperty("retryAfterMs");
  });

  test("an unsure create gets the reason as it is, and to look first before the advice", () => {
    expect(said(answered(500), operations.createApiKey)).toEqual({
      code: "ambiguous",
      reason: unavailable[1],
      advice: `${lookFirst} ${unavailable[2]}`,
    });
  });
});

describe("what is told of a failure", () => {
  test.each<[FailureKind, string, string, string]>([
    ["unsendable", "invalid-request", "ECONN", "Set the value again, without line breaks or spaces around it."],
    [
      "read-only",
      "invalid-request",
      "not sent, since this run only reads",
      "To write, run without PAYMENTS_READ_ONLY.",
    ],
    [
      "dns",
      "unreachable",
      "the name of the service could not be resolved: ECONN",
      "Check payments:baseUrl and the network.",
    ],
    [
      "certificate",
      "unreachable",
      "the certificate of the service is not trusted: ECONN",
      "If the service uses its own certificate authority, set NODE_EXTRA_CA_CERTS to its file.",
    ],
    [
      "certificates-unchecked",
      "unreachable",
      "NODE_TLS_REJECT_UNAUTHORIZED=0 turns off certificate checks, so anyone could receive the credential",
      "Unset NODE_TLS_REJECT_UNAUTHORIZED. If the service uses its own certificate authority, set NODE_EXTRA_CA_CERTS to its file.",
    ],
    [
      "tls",
      "unreachable",
      "no TLS connection could be made: ECONN",
      "Check that payments:baseUrl names an https port.",
    ],
    [
      "no-tls",
      "unreachable",
      "the server does not speak TLS on this port, so it may be an http port: ECONN",
      "Check the port of payments:baseUrl. If the service runs on this machine without TLS, start the address with http://.",
    ],
    [
      "refused",
      "unreachable",
      "the service refused the connection: ECONN",
      "Check that the service runs and that payments:baseUrl has the right port.",
    ],
    ["proxy", "unreachable", "the proxy did not open a way to the service: ECONN", proxies],
    [
      "connect-timeout",
      "timeout",
      "no connection within 5000 ms: ECONN",
      "Check the network, or raise connectMs of payments:timeouts.",
    ],
    [
      "headers-timeout",
      "timeout",
      "no answer within 10000 ms: ECONN",
      "Try again, or raise headersMs of payments:timeouts.",
    ],
    [
      "body-timeout",
      "timeout",
      "the answer stopped arriving for 10000 ms: ECONN",
      "Try again, or raise bodyMs of payments:timeouts.",
    ],
    [
      "total-timeout",
      "timeout",
      "not done within 30000 ms, all attempts together: ECONN",
      "Try again, or raise totalMs of payments:timeouts.",
    ],
    ["reset", "unreachable", "the connection broke before an answer came: ECONN", network],
    ["truncated", "malformed-response", "the answer was cut off: ECONN", network],
    [
      "too-large",
      "malformed-response",
      "the response is larger than any of this interface: ECONN",
      "Check payments:baseUrl.",
    ],
    ["protocol", "malformed-response", "the answer is not HTTP: ECONN", "Check payments:baseUrl, especially the port."],
    ["network", "unreachable", "the network failed: ECONN", "Check the network, then try again."],
  ])("%s is exactly this", (kind, code, reason, advice) => {
    expect(said(failed(kind))).toEqual({ code, reason, advice });
  });

  test("a refusal through a proxy is the proxy's", () => {
    expect(said(failed("refused", { direct: false }))).toEqual({
      code: "unreachable",
      reason: "the proxy refused the connection: ECONN",
      advice: proxies,
    });
  });

  test("the status is told where headers had come, and the platform's code stands with the cause", () => {
    const found = details(failed("truncated", { status: 200, platformCode: "ECONNRESET" }));
    expect(found.status).toBe(200);
    expect(found.cause).toMatchObject({ message: "ECONN", code: "ECONNRESET" });
    const bare = details(failed("network"));
    expect(bare).not.toHaveProperty("status");
    expect(bare.cause).not.toHaveProperty("code");
  });
});

test("the ids of an attempt are its account and the words of its object", () => {
  expect(keptIds({ ...attempt, object: "API key key_1" })).toEqual(["acct_1", "API", "key", "key_1"]);
  expect(keptIds(attempt)).toEqual(["acct_1"]);
});
