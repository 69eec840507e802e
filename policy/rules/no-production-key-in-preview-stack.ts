import { z } from "zod";
import { notYetKnown, secretValue, settingFor } from "../facts.js";
import { type Found, resourceRule, undetermined, violation } from "../rule.js";
import { askingClasses } from "../rule-helpers/asked-scopes.js";
import { plainAddress } from "../text/address.js";
import { matchesAny } from "../text/glob.js";

const config = z.object({
  stacks: z
    .array(z.string())
    .default(["pr-*", "preview", "preview-*", "review", "review-*"])
    .meta({ description: "Names of the stacks that live for a branch or a review only; `*` and `?` stand for any." }),
  productionUrls: z.array(z.string()).default([]).meta({
    description:
      "Addresses of your production service, such as `https://payments.example.com`; `*` and `?` stand for any.",
  }),
});

/** Outputs are absent in the preview of a new resource, so this reads where the provider will go, not where it has been. */
export const noProductionKeyInPreviewStack = resourceRule<typeof config>({
  name: "no-production-key-in-preview-stack",
  title: "A stack that lives for a branch only keeps away from production.",
  why: "Whoever may open a pull request would hold a live key, and taking the stack down deletes it.",
  fix: "Point the stack at the sandbox: payments:baseUrl, payments:environment, or the resource's profile.",
  level: "mandatory",
  looksAt: [...askingClasses, "WebhookEndpoint"],
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
      const why = `where ${resource.name} lives can't be told: all profiles are marked as a secret.`;
      return [undetermined("profile", { why })];
    }
    if (productionUrls.length === 0) return [];
    const address = settingFor(stack, "baseUrl", resource);
    if (typeof address !== "string") {
      const why = address === secretValue ? "it is marked as a secret" : "neither stack nor environment tells it";
      return [undetermined("profile", { why: `The address of the service can't be compared: ${why}.` })];
    }
    const production = productionUrls.find((url) => matchesAny([plainAddress(url)], plainAddress(address)));
    if (production === undefined) return [];
    return [violation(`${resource.name} would live at ${production}, and ${stack.name} is a preview stack.`)];
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
    "It goes by `payments:environment` and `payments:baseUrl` as the provider will read them, variables of the environment and profiles included. Where `payments:environment` is not set and no `productionUrls` are configured, nothing tells production from the sandbox, and nothing is asked.",
});
