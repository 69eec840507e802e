import { z } from "zod";
import { notYetKnown, secretValue, settingFor } from "../facts";
import { type Found, resourceRule, undetermined, violation } from "../rule";
import { classesWithScopes } from "../rule-helpers/requested-scopes";
import { plainAddress } from "../text/address";
import { matchesAny } from "../text/glob";

const config = z.object({
  stacks: z.array(z.string()).default(["pr-*", "preview", "preview-*", "review", "review-*"]).meta({
    description: "Names of the stacks that exist only for a branch or a review, with the wildcards `*` and `?`.",
  }),
  productionUrls: z.array(z.string()).default([]).meta({
    description:
      "Addresses of your production service, such as `https://payments.example.com`, with the wildcards `*` and `?`.",
  }),
});

/** Outputs are absent in the preview of a new resource, so the rule reads the settings that the provider will use. */
export const noProductionKeyInPreviewStack = resourceRule<typeof config>({
  name: "no-production-key-in-preview-stack",
  title: "A stack for a branch or a review does not use production.",
  why: "Anyone who can open a pull request would have a live key, and destroying the stack deletes it.",
  fix: "Point the stack at the sandbox: payments:baseUrl, payments:environment, or the resource's profile.",
  level: "mandatory",
  looksAt: [...classesWithScopes, "WebhookEndpoint"],
  config,

  check(resource, { config: { stacks, productionUrls }, stack }): Found[] {
    if (!matchesAny(stacks, stack.name)) return [];
    if (resource.props.profile === notYetKnown) return [undetermined("profile")];
    const environment = settingFor(stack, "environment", resource);
    if (environment === "production") {
      const message = `The environment of ${resource.name} is production, and ${stack.name} is a preview stack.`;
      return [violation(message)];
    }
    if (environment === secretValue) {
      const why = `The environment of ${resource.name} is unknown, because payments:environment or payments:profiles is a secret.`;
      return [undetermined("profile", { why })];
    }
    if (productionUrls.length === 0) return [];
    const address = settingFor(stack, "baseUrl", resource);
    if (typeof address !== "string") {
      const why =
        address === secretValue ? "it is marked as a secret" : "neither the stack nor the environment sets it";
      return [undetermined("profile", { why: `The address of the service can't be compared: ${why}.` })];
    }
    const production = productionUrls.find((url) => matchesAny([plainAddress(url)], plainAddress(address)));
    if (production === undefined) return [];
    return [violation(`${resource.name} would use ${production}, and ${stack.name} is a preview stack.`)];
  },

  example: {
    config: { productionUrls: ["https://payments.example.com"] },
    failing: {
      program: 'new ApiKey("web", { type: "secret", scopes: ["accounts:read"] });',
      stackName: "pr-12",
      stackConfig: { "payments:baseUrl": "https://payments.example.com" },
    },
    passing: {
      program: 'new ApiKey("web", { type: "secret", scopes: ["accounts:read"] });',
      stackName: "pr-12",
      stackConfig: { "payments:baseUrl": "https://sandbox.payments.example.com" },
    },
  },
  notes:
    "The rule reads `payments:environment` and `payments:baseUrl` as the provider will, with environment variables and profiles. Without `payments:environment` and `productionUrls`, it can't distinguish production from the sandbox, and checks nothing.",
});
