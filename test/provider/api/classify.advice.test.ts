import { classify } from "../../../provider/api/classify";
import type { Exchange } from "../../../provider/api/exchange";
import { type Operation, operations } from "../../../provider/api/operations";
import { createSecrets } from "../../../provider/text/secrets";
import { settingsFor } from "./support";

const attempt = {
  does: "do it",
  operation: "an operation",
  serviceUrl: "https://api.example.com",
  accountId: "acct_1",
};

function details(exchange: Exchange, operation: Operation, looksPublishable = false) {
  const { timeouts } = settingsFor("http://127.0.0.1:1");
  return classify(exchange, { operation, attempt, timeouts, secrets: createSecrets(), looksPublishable });
}
const answered = (status: number, text = ""): Exchange => ({ answer: { status, headers: {}, text } });

const lookAtIt = "Check the object's current state, then try again.";
const whoseEndpoint =
  "Or send the id of the partner account, which owns endpoints: 'pulumi config set payments:endpointAccount partner' and 'pulumi config set payments:partnerAccountId <id of the partner account>'.";
const otherAccount =
  "The credential may not act on behalf of account acct_1. Set payments:accountId, or accountId of the resource, to an account of that key, or use a key of the account.";
const secretKey =
  "Set payments:apiKey to the value of a secret key: a publishable key, which this one may be, reaches only a few endpoints.";
const assumedHere =
  "Use a secret key of this account (payments:accountId) with the scope api_keys:write (which one it needs is assumed).";
const assumed = "Use a secret key with the scope api_keys:write (which one it needs is assumed).";

const { deleteApiKey, readWebhookEndpoint, enableWebhookEndpoint, listEvents } = operations;
test.each<{ text: string; operation?: Operation; advice: string; missingScope?: string }>([
  { text: "", advice: assumedHere, missingScope: "api_keys:write" },
  { text: "no permission for it", advice: assumedHere, missingScope: "api_keys:write" },
  { text: "no permission in the account", advice: assumedHere, missingScope: "api_keys:write" },
  { text: "a scope is missing for this account", advice: assumed, missingScope: "api_keys:write" },
  {
    text: '{"required_scope":"keys:admin"}',
    advice: "Use a secret key with the scope keys:admin.",
    missingScope: "keys:admin",
  },
  {
    text: "accounts:read is missing",
    advice: "Use a secret key with the scope accounts:read.",
    missingScope: "accounts:read",
  },
  {
    text: '{"code":"account_not_accessible","message":"The API key cannot act on account "acct_1"."}',
    advice: otherAccount,
  },
  { text: "It needs a secret key; this one is publishable.", advice: secretKey },
  {
    text: "no",
    operation: readWebhookEndpoint,
    advice: `Use a secret key of this account (payments:accountId) whose scopes cover this operation. ${whoseEndpoint}`,
  },
  { text: "wrong account", operation: listEvents, advice: `${otherAccount} ${whoseEndpoint}` },
])("a 403 that says $text advises what fits it", ({ text, operation = deleteApiKey, advice, missingScope }) => {
  const told = details(answered(403, text), operation);
  expect(told).toMatchObject({ code: "forbidden", reason: "the credential may not do this", advice });
  expect(told.missingScope).toBe(missingScope);
});

test("a 403 without a word to a credential that looks publishable asks for a secret key", () => {
  const looksPublishable = true;
  expect(details(answered(403), deleteApiKey, looksPublishable).advice).toBe(secretKey);
  const named = details(answered(403, "needs the scope api_keys:write"), deleteApiKey, looksPublishable);
  expect(named.advice).toBe("Use a secret key with the scope api_keys:write.");
});

test.each([readWebhookEndpoint, enableWebhookEndpoint, listEvents])(
  "a refusal of $method $path names payments:endpointAccount",
  (operation) => {
    const refusals = [answered(403), answered(403, "not enabled for this account")];
    if (operation !== listEvents) refusals.push(answered(404));
    for (const exchange of refusals) expect(details(exchange, operation).advice).toContain("payments:endpointAccount");
    expect(details(answered(500), operation).advice).not.toContain("payments:endpointAccount");
  },
);

test("a conflict when a key is created names the option that deletes the old key first", () => {
  expect(details(answered(409), operations.createApiKey).advice).toBe(
    `${lookAtIt} If the service refuses a second key of that name, use another name. For a replacement, the resource option deleteBeforeReplace: true deletes the old key first; then there is no valid key until the new one is created.`,
  );
  expect(details(answered(409), operations.deleteApiKey).advice).toBe(lookAtIt);
});
