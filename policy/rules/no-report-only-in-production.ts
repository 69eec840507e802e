import { z } from "zod";
import { notYetKnown } from "../facts";
import { resourceRule, undetermined, violation } from "../rule";
import { inProduction, productionStacks } from "../rule-helpers/in-production";

const config = z.object({ stacks: productionStacks });

/** The service disables an endpoint after seven days without a delivery, and keeps no event from then on (States and transitions). */
export const noReportOnlyInProduction = resourceRule<typeof config>({
  name: "no-report-only-in-production",
  title: "In production, up re-enables an inactive webhook endpoint.",
  why: "The service disables an endpoint after seven days without a delivery, and all later events are lost.",
  fix: 'Remove reenable, or set it to "whenInactive".',
  level: "advisory",
  looksAt: ["WebhookEndpoint"],
  config,

  check(resource, { config: { stacks }, stack }) {
    const { reenable } = resource.props;
    if (reenable !== "never" && reenable !== notYetKnown) return [];
    const production = inProduction(resource, stack, stacks);
    if (production === false) return [];
    if (reenable === notYetKnown) return [undetermined("reenable")];
    if (production !== true) return [production];
    return [
      violation(`${resource.name} only reports the state of its endpoint (reenable: "never").`, { path: "reenable" }),
    ];
  },

  example: {
    failing: {
      program: 'new WebhookEndpoint("orders", { endpointId: "we_123", status: "active", reenable: "never" });',
      stackConfig: { "payments:environment": "production" },
    },
    passing: {
      program: 'new WebhookEndpoint("orders", { endpointId: "we_123", status: "active", reenable: "whenInactive" });',
      stackConfig: { "payments:environment": "production" },
    },
  },
  notes:
    "`payments:environment` of the resource's profile or of the stack decides what is production. Without it, the stack's name decides.",
});
