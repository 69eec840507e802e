import { z } from "zod";
import { notYetKnown, type ResourceFacts, type StackFacts, secretValue, settingFor } from "../facts";
import { type Found, stackRule, undetermined, violation } from "../rule";
import { isKey } from "../rule-helpers/keys";
import { matchesAny } from "../text/glob";

const config = z.object({
  endpoints: z.record(z.string(), z.array(z.string())).default({}).meta({
    description:
      'Ids of webhook endpoints by account id, such as `{ "acct_123": ["we_1"] }`. List an endpoint under the partner account that owns it, or under a merchant account whose events it gets. Without it the rule checks nothing.',
  }),
  stacks: z
    .array(z.string())
    .default(["*"])
    .meta({ description: "Names of the stacks that the rule applies to, with the wildcards `*` and `?`." }),
});

/** The interface document has no list of endpoints, so the configuration has to name them. */
export const endpointManaged = stackRule<typeof config>({
  name: "endpoint-managed",
  title: "A stack that declares keys of an account also keeps that account's webhook endpoints active.",
  why: "The service disables an endpoint after seven days without a delivery, and its events are lost from then on.",
  fix: "Declare a WebhookEndpoint with that id.",
  level: "advisory",
  config,

  check(resources, { config: { endpoints, stacks }, stack }): Found[] {
    const expected = new Map(Object.entries(endpoints));
    if (expected.size === 0 || !matchesAny(stacks, stack.name)) return [];
    const managed = resources
      .filter(({ className }) => className === "WebhookEndpoint")
      .map(({ props }) => props.endpointId);
    const places = resources.filter(isKey).flatMap((key) => accountsOf(key, stack));
    const missing = [...expected].flatMap(([account, ids]) => {
      const place = places.find((each) => each.account === account);
      if (place === undefined) return [];
      return ids
        .filter((id) => !managed.includes(id))
        .map((id) => {
          const { name, urn } = place.key;
          if (managed.includes(notYetKnown)) return undetermined("endpointId", { urn });
          const message = `${name} is a key of ${account}, and no WebhookEndpoint of this stack keeps the endpoint ${id} active.`;
          const fix = `Add: new WebhookEndpoint("<name>", { endpointId: "${id}", status: "active" }).`;
          return violation(message, { urn, fix });
        });
    });
    return [...missing, ...unknownAccount(places)];
  },

  example: {
    config: { endpoints: { acct_123: ["we_123"] } },
    failing: {
      program: 'new ApiKey("shop", { type: "secret", scopes: ["accounts:read"] });',
      stackConfig: { "payments:accountId": "acct_123" },
    },
    passing: {
      program: `new ApiKey("shop", { type: "secret", scopes: ["accounts:read"] });
new WebhookEndpoint("orders", { endpointId: "we_123", status: "active" });`,
      stackConfig: { "payments:accountId": "acct_123" },
    },
  },
  notes: "Where several stacks declare keys of one account, set `stacks` to the one that manages its endpoints.",
});

interface Place {
  key: ResourceFacts;
  path: string;
  account: unknown;
}

/** The accounts whose endpoints belong to a key: its own, and the partner account above it. */
function accountsOf(key: ResourceFacts, stack: StackFacts): Place[] {
  return [
    { key, path: "accountId", account: key.props.accountId ?? settingFor(stack, "accountId", key) },
    { key, path: "partnerAccountId", account: settingFor(stack, "partnerAccountId", key) },
  ];
}

/** One finding for all accounts that are not known. */
function unknownAccount(places: readonly Place[]): Found[] {
  const unknown = places.find(({ account }) => account === notYetKnown || account === secretValue);
  if (unknown === undefined) return [];
  const { path, account, key } = unknown;
  const why = account === secretValue ? { why: `The ${path} of ${key.name} is marked as a secret.` } : {};
  return [undetermined(path, { urn: key.urn, ...why })];
}
