import { z } from "zod";
import { everyScope } from "../../provider/api/contract/scope";
import { isLoopback } from "../../provider/api/service-url";
import { setLine } from "../../provider/configuration/lines";
import { printable } from "../printable";
import { evaluateResponse } from "./observations";
import type { Probe } from "./probe";
import { cannotTell, configLine, differs, differsHandled, holds } from "./verdict";

const address: Probe = {
  name: "address",
  title: "whether the service answers at payments:baseUrl",
  evaluate: ({ connection: { serviceUrl }, responses: { list } }) => {
    if (list === undefined) return cannotTell("it was not asked", "failed");
    const { answer, problem, failure } = list;
    // What is refused by its certificate does answer; tls tells the rest.
    const answers = answer !== undefined || failure?.kind === "certificate" || failure?.kind === "tls";
    if (!answers) return cannotTell(problem?.sentence ?? "no answer came", "failed");
    if (problem?.code === "malformed-response")
      return differs(problem.sentence, "pulumi config set payments:baseUrl https://…");
    if (answer !== undefined && answer.status >= 500) return cannotTell(problem?.sentence ?? "", "failed");
    return holds(`${serviceUrl} answers, in ${list.endedMs - list.beganMs} ms`);
  },
};

const tls: Probe = {
  name: "tls",
  title: "whether the credential travels encrypted, to whom it is meant for",
  evaluate: ({ connection: { serviceUrl }, responses: { list } }) => {
    if (serviceUrl.startsWith("http:")) {
      if (isLoopback(serviceUrl)) return holds("none is needed: the address is on this machine");
      return differs(`${serviceUrl} sends the credential in clear`, "pulumi config set payments:baseUrl https://…");
    }
    const kind = list?.failure?.kind;
    if (kind === "certificates-unchecked")
      return differs(list!.problem!.sentence, "unset NODE_TLS_REJECT_UNAUTHORIZED");
    if (kind === "certificate" || kind === "tls") {
      const authority = "fix the certificate, or trust an authority of your own with NODE_EXTRA_CA_CERTS=<file>";
      return differs(list?.problem?.sentence ?? "the connection is not trusted", authority);
    }
    if (list?.answer === undefined) return cannotTell("no connection was made: see address", "failed");
    return holds("the certificate is trusted and is that of the address");
  },
};

/** Beyond this, in milliseconds, ages of keys that people read are wrong by what they would notice. */
const tolerableMs = 30_000;

const clockSkew: Probe = {
  name: "clock-skew",
  title: "whether the service's clock and this machine's agree",
  evaluate: ({ responses: { list } }) => {
    if (list?.answer === undefined) return cannotTell("no answer came: see address", "failed");
    if (list.dateMs === undefined)
      return cannotTell("its answers carry no date, so ages are measured by this machine's clock");
    // A date has whole seconds, cut off.
    const skewMs = list.dateMs + 500 - (list.beganMs + list.endedMs) / 2;
    const seconds = Math.round(Math.abs(skewMs) / 1_000);
    if (Math.abs(skewMs) <= tolerableMs) return holds(seconds === 0 ? "they agree" : `they differ by ${seconds} s`);
    return differs(
      `the service is ${seconds} s ${skewMs > 0 ? "ahead of" : "behind"} this machine`,
      "set this machine's clock (timedatectl set-ntp true); the provider itself measures ages by the service's clock",
    );
  },
};

const credential: Probe = {
  name: "credential",
  title: "whether the credential is accepted, and may list the keys of the account",
  evaluate: (observations) =>
    evaluateResponse(observations, "list", ({ problem }) => {
      const { accountId, profile } = observations.connection;
      if (problem === undefined) return holds(`it may list the keys of ${accountId}`);
      if (problem.code === "not-enabled-for-account") return differs(problem.sentence, setLine("accountId", profile));
      return differs(problem.sentence, setLine("apiKey", profile));
    }),
};

const accountKind: Probe = {
  name: "account-kind",
  title: "whether payments:accountId is a merchant account, and payments:partnerAccountId a partner",
  evaluate: (observations) =>
    evaluateResponse(observations, "list", ({ problem }) => {
      const { accountId, partnerAccountId, profile } = observations.connection;
      if (problem?.code === "not-enabled-for-account")
        return differs(`${accountId} is refused as a partner account is`, setLine("accountId", profile));
      if (problem !== undefined) return cannotTell("its keys could not be listed: see credential");
      if (partnerAccountId === undefined)
        return holds(`${accountId} takes calls of merchant accounts; payments:partnerAccountId is not set`);
      return evaluateResponse(observations, "partnerKeys", (partner) => {
        if (partner.problem !== undefined)
          return holds(`${accountId} takes calls of merchant accounts, ${partnerAccountId} refuses them`);
        return differs(
          `${partnerAccountId} takes calls of merchant accounts, so it is not a partner account`,
          setLine("partnerAccountId", profile),
        );
      });
    }),
};

const credentialScopes: Probe = {
  name: "credential-scopes",
  row: "operation-scopes",
  title: "what the credential may do, and whether the list of keys needs the scope that is assumed",
  evaluate: (observations) =>
    evaluateResponse(observations, "list", ({ problem }) => {
      const { ownKey, connection } = observations;
      if (problem !== undefined) return cannotTell("the keys could not be listed: see credential");
      if (ownKey === undefined) {
        return cannotTell(
          `nothing shows which of the account's keys the credential is; say it: ${setLine("apiKeyId", connection.profile)}`,
        );
      }
      const scopes = ownKey.scopes.map(printable).join(", ");
      if (ownKey.scopes.includes(everyScope))
        return cannotTell(`it is ${ownKey.id}, which holds every scope (*): more than previews and updates need`);
      if (!ownKey.scopes.includes("api_keys:read"))
        return differsHandled(`it is ${ownKey.id} with ${scopes}, and lists keys without api_keys:read`);
      const writes = ownKey.scopes.includes("api_keys:write")
        ? "previews and updates work"
        : "previews work, updates need api_keys:write";
      return holds(`it is ${ownKey.id} with ${scopes}: ${writes}`);
    }),
};

const inaccessibleAccount: Probe = {
  name: "inaccessible-account",
  row: "inaccessible-account",
  title: "how the service responds to an account that does not exist",
  evaluate: (observations) =>
    evaluateResponse(observations, "otherAccount", ({ answer, problem }) => {
      if (problem === undefined)
        return differs(
          "it was answered like an account that exists",
          "check that payments:accountId is right: a wrong one would show as an empty account",
        );
      return answer.status === 403
        ? holds("403")
        : differsHandled(`${answer.status}`, "nothing to do: the message of the provider shows what was answered");
    }),
};

const assumed = z.object({ error: z.object({ code: z.string(), message: z.string() }) });

const errorShape: Probe = {
  name: "error-shape",
  row: "error-shape",
  title: "the status and the body of a refusal, asked for with a credential that nobody has",
  evaluate: (observations) =>
    evaluateResponse(observations, "withoutKey", ({ answer, body, problem }) => {
      if (problem === undefined)
        return differs(
          "a credential that nobody has was accepted",
          "check payments:baseUrl: whatever answers there asks for no key",
        );
      if (answer.status === 401 && assumed.safeParse(body).success)
        return holds("401 with error.code and error.message");
      const fields =
        typeof body === "object" && body !== null
          ? `an object of ${Object.keys(body).length} fields`
          : "no JSON object";
      return differsHandled(
        `${answer.status} with ${fields}`,
        "nothing to do: the provider goes by the status, and shows the response",
      );
    }),
};

const rateLimits: Probe = {
  name: "rate-limits",
  row: "rate-limits",
  title: "whether calls are limited",
  evaluate: ({ responses }) => {
    const all = Object.values(responses);
    const line = `${configLine("maxConcurrency", "2")}   # fewer calls at once; the provider waits limits out as it is`;
    if (all.some(({ limited }) => limited)) return differsHandled("a call was answered with 429", line);
    const hasLimitHeader = all.some(({ answer }) =>
      Object.keys(answer?.headers ?? {}).some((name) => /^(x-)?ratelimit/.test(name)),
    );
    if (hasLimitHeader) return differsHandled("answers carry headers of a limit", line);
    return cannotTell(`none of ${all.length} calls met a limit`);
  },
};

/** How the service is reached, and with what. In the order of a report. */
export const connectionProbes: readonly Probe[] = [
  address,
  tls,
  clockSkew,
  credential,
  accountKind,
  credentialScopes,
  inaccessibleAccount,
  errorShape,
  rateLimits,
];
