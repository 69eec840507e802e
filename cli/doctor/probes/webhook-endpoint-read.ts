import { webhookEndpointSchema } from "../../../provider/api/contract/webhook-endpoint";
import { isSuccess, judgeLook } from "../observations";
import type { Probe } from "../probe";
import { cannotTell, differs, differsHandled, holds } from "../verdict";

export const webhookEndpointRead: Probe = {
  name: "webhook-endpoint-read",
  row: "webhook-endpoint-read",
  title: "whether a webhook endpoint can be read",
  judge: (observations) => {
    const { connection, requireEndpointRead, endpointIsKnown, looks } = observations;
    const name =
      connection.endpointAccount === "partner" || isSuccess(looks.endpointOfPartner) ? "endpointOfPartner" : "endpoint";
    return judgeLook(observations, name, ({ answer, problem, body }) => {
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
