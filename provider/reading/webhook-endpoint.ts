import { z } from "zod";
import { webhookEndpointStatuses } from "../api/contract/webhook-endpoint-status";
import { field } from "../lifecycle/inputs";
import { ownCommand } from "../text/own-command";
import { idSchema, placeArgs, placeResult } from "./fields";
import { homeOf, type ReadingDefinition } from "./reading";

const args = z.object({
  id: field(idSchema, { description: "Id of the endpoint." }),
  ...placeArgs,
});
type Args = z.output<typeof args>;

const wayToKnow =
  "Check the id. To be sure, read an existing endpoint first. If that succeeds, this one is missing. If that fails too, the service offers no read of endpoints.";
const noWay = `Run '${ownCommand} doctor' to see what the service offers.`;

const result = z.object({
  id: field(z.string(), { description: "Id of the endpoint." }),
  status: field(z.enum(webhookEndpointStatuses), {
    description: "Delivery status: `active`, `pending`, `inactive` or `disabled`.",
    typeName: "WebhookEndpointStatus",
  }),
  ...placeResult,
});

export const getWebhookEndpoint: ReadingDefinition<Args> = {
  functionName: "getWebhookEndpoint",
  description: "Reads the delivery status of a webhook endpoint, without managing it.",
  args,
  result,
  subject: ({ id }) => `webhook endpoint ${id}`,
  // It is read by itself and at every call: the interface shows no list of endpoints.
  async read(place, { id }) {
    const observation = await place.endpointAccount.webhookEndpoints.observe(id);
    switch (observation.state) {
      case "found":
        return { result: { id, status: observation.live.status, ...homeOf(place) } };
      case "absent":
        return {
          failure: { code: "not-found", message: `there is no such endpoint (${observation.why}). Check the id.` },
        };
      case "unknown":
        return { error: observation.error };
      case "unreadable":
        return {
          failure: {
            code: "unreadable",
            message: `could not be read, so nobody knows whether it exists: ${observation.why}. ${observation.mayBeMissing ? wayToKnow : noWay}`,
          },
        };
    }
  },
};
