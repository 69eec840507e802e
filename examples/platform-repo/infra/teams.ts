import type { TeamAccessArgs } from "@platform/team-access";

/** Who gets what, and where. A new team is one line here. */
export const teams: Record<string, TeamAccessArgs> = {
  billing: { profile: "europe", scopes: ["accounts:read"] },
  storefront: { profile: "europe", scopes: ["apple_pay_domains:read", "apple_pay_domains:write"] },
  analytics: { profile: "america", scopes: ["accounts:read", "api_keys:read"] },
};
