import { provablyNeverArrived } from "../../../provider/api/exchange";
import { failureOf } from "../../../provider/api/failure";

/** Errors as node and undici make them: the code is what counts. */
const error = (code: string, message = `something ${code}`) => Object.assign(new Error(message), { code });
const connecting = { connectingDirectly: true, secure: true };
const talking = { connectingDirectly: false, secure: true };

describe("what an error of the network means", () => {
  test.each([
    ["ENOTFOUND", connecting, "dns"],
    ["EAI_AGAIN", connecting, "dns"],
    ["ECONNREFUSED", connecting, "refused"],
    ["DEPTH_ZERO_SELF_SIGNED_CERT", connecting, "certificate"],
    ["ERR_TLS_CERT_ALTNAME_INVALID", connecting, "certificate"],
    ["ERR_SSL_WRONG_VERSION_NUMBER", connecting, "no-tls"],
    ["ERR_SSL_PACKET_LENGTH_TOO_LONG", connecting, "no-tls"],
    ["ERR_SSL_WRONG_VERSION_NUMBER", talking, "network"],
    ["ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION", connecting, "tls"],
    ["ECONNRESET", connecting, "tls"],
    ["ECONNRESET", { connectingDirectly: true, secure: false }, "reset"],
    ["UND_ERR_CONNECT_TIMEOUT", connecting, "connect-timeout"],
    ["ETIMEDOUT", connecting, "connect-timeout"],
    ["ECONNRESET", talking, "reset"],
    ["UND_ERR_SOCKET", talking, "reset"],
    ["EPIPE", talking, "reset"],
    ["ERR_SSL_SSLV3_ALERT_BAD_RECORD_MAC", talking, "network"],
    ["UND_ERR_HEADERS_TIMEOUT", talking, "headers-timeout"],
    ["UND_ERR_BODY_TIMEOUT", talking, "body-timeout"],
    ["UND_ERR_SOCKET", { ...talking, status: 200 }, "truncated"],
    ["UND_ERR_RES_CONTENT_LENGTH_MISMATCH", { ...talking, status: 200 }, "truncated"],
    ["UND_ERR_RES_EXCEEDED_MAX_SIZE", { ...talking, status: 200 }, "too-large"],
    ["UND_ERR_ABORTED", talking, "proxy"],
    ["UND_ERR_PRX_CONN", talking, "proxy"],
    ["UND_ERR_PRX_TLS", talking, "certificate"],
    ["ENETUNREACH", connecting, "network"],
    ["SOMETHING_NEW", talking, "network"],
  ] as const)("%s while %j is %s", (code, context, kind) => {
    expect(failureOf(error(code), context)).toMatchObject({ kind, platformCode: code });
  });

  test("several addresses that all refused are a refusal; refused and unreachable ones are not", () => {
    const both = new AggregateError([error("ECONNREFUSED"), error("ECONNREFUSED")]);
    expect(failureOf(Object.assign(both, { code: "ECONNREFUSED" }), connecting).kind).toBe("refused");
    const mixed = new AggregateError([error("ECONNREFUSED"), error("ENETUNREACH")]);
    expect(failureOf(Object.assign(mixed, { code: "ECONNREFUSED" }), connecting).kind).toBe("network");
  });

  test("what undici cannot parse is no HTTP", () => {
    const unparsed = Object.assign(new Error("Expected HTTP/"), { name: "HTTPParserError", data: "220 mail" });
    expect(failureOf(unparsed, talking).kind).toBe("protocol");
  });

  test("of an error of OpenSSL its reason is told, not the places in its sources, whatever call hit upon it", () => {
    const message =
      "C0AC:error:0A00010B:SSL routines:f:wrong version number:../deps/openssl/openssl/ssl/record.c:84:\n";
    const openssl = { library: "SSL routines", reason: "wrong version number" };
    for (const code of ["ERR_SSL_WRONG_VERSION_NUMBER", "EPROTO"])
      expect(failureOf(Object.assign(error(code, message), openssl), connecting)).toEqual({
        kind: "no-tls",
        direct: true,
        note: "wrong version number (ERR_SSL_WRONG_VERSION_NUMBER)",
        platformCode: "ERR_SSL_WRONG_VERSION_NUMBER",
      });
  });

  test("what is no error at all is the network's failure, and says so", () => {
    expect(failureOf("odd", talking)).toEqual({ kind: "network", direct: false, note: "odd" });
    expect(failureOf(Object.assign(new Error(""), { code: "EWEIRD" }), talking).note).toBe("EWEIRD");
  });
});

describe("proof that a request never arrived", () => {
  test.each(["ENOTFOUND", "ECONNREFUSED", "ERR_SSL_NO_PROTOCOLS_AVAILABLE", "CERT_HAS_EXPIRED"])(
    "%s while connecting to the service itself is one",
    (code) => expect(provablyNeverArrived(failureOf(error(code), connecting))).toBe(true),
  );
  test.each(["ENOTFOUND", "ECONNREFUSED", "ERR_SSL_NO_PROTOCOLS_AVAILABLE", "ECONNRESET", "UND_ERR_ABORTED"])(
    "%s on the way through a proxy is none",
    (code) => expect(provablyNeverArrived(failureOf(error(code), talking))).toBe(false),
  );
  test.each(["UND_ERR_CONNECT_TIMEOUT", "ENETUNREACH"])("%s is none", (code) =>
    expect(provablyNeverArrived(failureOf(error(code), connecting))).toBe(false),
  );
});
