import type { Failure, FailureKind } from "./exchange";

/** Codes of a handshake that this side broke off because it does not trust the certificate: nothing was sent, and trying again changes nothing. */
const certificateCodes = new Set([
  "CERT_HAS_EXPIRED",
  "CERT_NOT_YET_VALID",
  "CERT_REVOKED",
  "CERT_SIGNATURE_FAILURE",
  "CERT_UNTRUSTED",
  "CERT_CHAIN_TOO_LONG",
  "CERT_REJECTED",
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "ERR_TLS_CERT_ALTNAME_INVALID",
  "HOSTNAME_MISMATCH",
  "INVALID_CA",
  "INVALID_PURPOSE",
  "SELF_SIGNED_CERT_IN_CHAIN",
  "UNABLE_TO_GET_ISSUER_CERT",
  "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
  "UND_ERR_PRX_TLS",
]);

const kindsByCode: Readonly<Record<string, FailureKind>> = {
  ENOTFOUND: "dns",
  EAI_AGAIN: "dns",
  EAI_FAIL: "dns",
  EAI_NODATA: "dns",
  EAI_NONAME: "dns",
  ECONNREFUSED: "refused",
  UND_ERR_CONNECT_TIMEOUT: "connect-timeout",
  UND_ERR_HEADERS_TIMEOUT: "headers-timeout",
  UND_ERR_BODY_TIMEOUT: "body-timeout",
  UND_ERR_PRX_CONN: "proxy",
  // Ours carry a reason of their own (see transport.ts); what is left are tunnels that a proxy would not open.
  UND_ERR_ABORTED: "proxy",
  UND_ERR_RES_EXCEEDED_MAX_SIZE: "too-large",
  UND_ERR_HEADERS_OVERFLOW: "too-large",
};

/** What a server that speaks something else than TLS looks like to a handshake: mostly a port of http. Trying again changes nothing. */
const noTlsCodes = new Set(["ERR_SSL_PACKET_LENGTH_TOO_LONG", "ERR_SSL_WRONG_VERSION_NUMBER"]);

const resetCodes = new Set([
  "UND_ERR_SOCKET",
  "ECONNRESET",
  "EPIPE",
  "ECONNABORTED",
  "UND_ERR_RES_CONTENT_LENGTH_MISMATCH",
]);

export interface FailureContext {
  /** The error came out of connecting to the service itself (no proxy), so nothing had been sent. */
  connectingDirectly: boolean;
  /** The connection was to be a TLS one. */
  secure: boolean;
  /** Status of the answer, if its headers had come. */
  status?: number;
}

/** Names what an error of node or undici means. Pure; decides by codes and names, never by messages. */
export function failureOf(error: unknown, context: FailureContext): Failure {
  const code = codeOf(error);
  const failure: Failure = {
    kind: kindOf(error, code, context),
    direct: context.connectingDirectly,
    note: noteOf(error, code),
  };
  if (code !== undefined) failure.platformCode = code;
  if (context.status !== undefined) failure.status = context.status;
  return failure;
}

function kindOf(error: unknown, code: string | undefined, context: FailureContext): FailureKind {
  if (error instanceof AggregateError && error.errors.length > 0) {
    const kinds = new Set(error.errors.map((each) => kindOf(each, codeOf(each), context)));
    return kinds.size === 1 ? [...kinds][0]! : "network";
  }
  if ((error as Error | undefined)?.name === "HTTPParserError") return "protocol";
  if (code === undefined) return "network";
  if (certificateCodes.has(code)) return "certificate";
  const known = kindsByCode[code];
  if (known !== undefined) return known;
  const handshake = context.connectingDirectly && context.secure;
  if (handshake && noTlsCodes.has(code)) return "no-tls";
  if (handshake && (resetCodes.has(code) || /^(ERR_SSL|ERR_TLS|EPROTO)/.test(code))) {
    return "tls";
  }
  if (resetCodes.has(code)) return context.status === undefined ? "reset" : "truncated";
  return code === "ETIMEDOUT" ? "connect-timeout" : "network";
}

function codeOf(error: unknown): string | undefined {
  const { code } = (error ?? {}) as { code?: unknown };
  const reason = opensslReasonOf(error);
  // A write that fails during the handshake hides it behind a code of its own.
  if (code === "EPROTO" && reason !== undefined) return `ERR_SSL_${reason.toUpperCase().replace(/\W+/g, "_")}`;
  return typeof code === "string" ? code : undefined;
}

/** The few words that OpenSSL has for it. The message of such an error names files of OpenSSL's sources. */
function opensslReasonOf(error: unknown): string | undefined {
  const { library, reason } = (error ?? {}) as { library?: unknown; reason?: unknown };
  return typeof library === "string" && typeof reason === "string" ? reason : undefined;
}

function noteOf(error: unknown, code: string | undefined): string {
  const { message: own } = (error ?? {}) as { message?: unknown };
  const message = opensslReasonOf(error) ?? (typeof own === "string" ? own : String(error));
  if (message === "") return code ?? "no reason given";
  return code === undefined || message.includes(code) ? message : `${message} (${code})`;
}
