import { webhookEndpointSchema } from "../../provider/api/contract/webhook-endpoint";
import { setLine } from "../../provider/configuration/lines";
import { evaluateResponse, isSuccess } from "./observations";
import type { Probe } from "./probe";
import { cannotTell, configLine, differs, differsHandled, holds } from "./verdict";

const webhookEndpointRead: Probe = {
  name: "webhook-endpoint-read",
  row: "webhook-endpoint-read",
  title: "whether a webhook endpoint can be read",
  evaluate: (observations) => {
    const { connection, requireEndpointRead, endpointIsKnown, responses } = observations;
    const name =
      connection.endpointAccount === "partner" || isSuccess(responses.endpointOfPartner)
        ? "endpointOfPartner"
        : "endpoint";
    return evaluateResponse(observations, name, ({ answer, problem, body }) => {
      if (problem === undefined) {
        if (webhookEndpointSchema.safeParse(body).success) return holds("it can, and shows its status");
        return differs(
          "an answer comes that shows no endpoint",
          "pulumi config set payments:requireEndpointRead true   # fail where nothing can be seen, in place of a warning",
        );
      }
      if (answer.status === 405 || answer.status === 501) {
        const seen = `there is no such operation (${answer.status}): drift of endpoints can't be seen`;
        if (requireEndpointRead)
          return differs(
            `${seen}, and payments:requireEndpointRead is set`,
            "pulumi config set payments:requireEndpointRead false",
          );
        return differsHandled(
          seen,
          "pulumi config set payments:requireEndpointRead true   # if a run is to fail over it, and not just warn",
        );
      }
      if (answer.status === 404 && !endpointIsKnown)
        return cannotTell(
          "404 for an id that nobody has: either there is no such endpoint or no such operation. Name one that exists: --endpoint <id>",
          "not asked",
        );
      if (answer.status === 404)
        return differs(
          "404 for the endpoint that --endpoint, or the stack, names",
          "check its id; if it is right, the service offers no read, and its status stays unknown",
        );
      return cannotTell(problem.sentence);
    });
  },
};

const endpointAccount: Probe = {
  name: "endpoint-account",
  row: "endpoint-account",
  title: "which account's id calls of webhook endpoints and events carry",
  evaluate: (observations) =>
    evaluateResponse(observations, "events", (merchant) => {
      const { connection, responses } = observations;
      const partner = responses.eventsOfPartner;
      const toPartner =
        connection.profile === undefined
          ? configLine("endpointAccount", "partner")
          : setLine("endpointAccount", connection.profile);
      if (isSuccess(merchant)) {
        if (connection.endpointAccount === "merchant") return holds("the merchant's");
        if (isSuccess(partner)) return holds("the partner's, and the merchant's too");
        return differs(
          "the merchant's, and payments:endpointAccount is partner",
          toPartner.replace(/partner$/, "merchant"),
        );
      }
      if (isSuccess(partner)) {
        const seen = "the partner's";
        if (connection.endpointAccount === "partner")
          return differsHandled(seen, "nothing to do: payments:endpointAccount says so");
        return differs(seen, toPartner);
      }
      if (merchant.problem?.code === "not-enabled-for-account" || merchant.answer.status === 403) {
        const why =
          partner === undefined
            ? `set ${setLine("partnerAccountId", connection.profile)} to have the partner's tried too`
            : "the partner's id is refused too";
        return cannotTell(`the merchant's id is refused (${merchant.answer.status}); ${why}`);
      }
      return cannotTell(merchant.problem?.sentence ?? "no reason given");
    }),
};

/** What calls of webhook endpoints are like. In the order of a report. */
export const endpointProbes: readonly Probe[] = [webhookEndpointRead, endpointAccount];
