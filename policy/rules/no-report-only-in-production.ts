import { z } from "zod";
import { notYetKnown } from "../facts.js";
import { resourceRule, undetermined, violation } from "../rule.js";
import { inProduction, productionStacks } from "../rule-helpers/in-production.js";

const config = z.object({ stacks: productionStacks });

/** An endpoint is disabled after seven days without a delivery, and no event is kept from then on (States and transitions). */
export const noReportOnlyInProduction = resourceRule<typeof config>({
  name: "no-report-only-in-production",
  title: "In production up re-enables a webhook endpoint that went inactive.",
  why: "After seven days without a delivery an endpoint is disabled, and the events from then on are lost for good.",
  fix: 'Take out reenable, or set it to "whenInactive".',
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
    return [violation(`${resource.name} only reports its endpoint (reenable: "never").`, { path: "reenable" })];
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
    "Production is where `payments:environment` says so, of the stack or of the resource's profile; where nobody says it, the stack's name counts.",
});
