import * as pulumi from "@pulumi/pulumi";
import {
  ApiKey,
  type ApiKeyArgs,
  type ApiKeyType,
  ApplePayDomainScopes,
  type DocumentedScope,
  type GetApiKeyResult,
  getApiKey,
  getApiKeyOutput,
  getApiKeys,
  getApiKeysOutput,
  getWebhookEndpoint,
  getWebhookEndpointOutput,
  NotFoundError,
  type ReadingErrorCode,
  type Scope,
  type SecretApiKeyArgs,
  WebhookEndpoint,
  type WebhookEndpointStatus,
} from "../../sdk/index";

/**
 * What a program may write and what its editor refuses. Never run: the type checker is the test, and a refusal that is
 * gone is an error of its own.
 */

type Same<Left, Right> = [Left] extends [Right] ? ([Right] extends [Left] ? true : false) : false;
const holds = <_Claim extends true>(): void => undefined;

export function scopes(): void {
  // The documented ones are offered: they are still told apart inside the type, which plain `string` would swallow.
  holds<Same<Extract<Scope, DocumentedScope>, DocumentedScope>>();
  const documented: Scope[] = ["*", "accounts:read", "apple_pay_domains:write"];
  const others: Scope[] = ["payouts:read", "anything:else"];
  new ApiKey("documented", { type: "secret", scopes: documented });
  new ApiKey("others", { type: "secret", scopes: others });
  new ApiKey("computed", { type: "secret", scopes: ["a", "b"].map((name) => `${name}:read`) });
  // @ts-expect-error a scope is text
  new ApiKey("wrong", { type: "secret", scopes: [7] });
  // @ts-expect-error scopes are a list
  new ApiKey("wrong", { type: "secret", scopes: "accounts:read" });
}

export function outputsAreAcceptedEverywhere(text: pulumi.Output<string>, flag: pulumi.Output<boolean>): void {
  new ApiKey("outputs", {
    type: pulumi.output("secret" as const),
    name: text,
    scopes: pulumi.output(["accounts:read"]),
    delegatedScopes: [text],
    adoptId: text,
    adoptValue: text,
    deleteAdopted: flag,
    plainValue: flag,
    accountId: text,
    profile: text,
  });
  new ApiKey("inside", { type: "secret", scopes: [text, "accounts:read"], delegatedScopes: pulumi.output(["a"]) });
  new WebhookEndpoint("outputs", {
    endpointId: text,
    status: pulumi.output("active" as const),
    reenable: pulumi.output("never" as const),
    accountId: text,
    profile: text,
  });
  new ApplePayDomainScopes("outputs", {
    apiKeyId: text,
    access: pulumi.output("read" as const),
    accountId: text,
    profile: text,
  });
}

export function whatStandsBesideTheType(
  type: ApiKeyType,
  later: pulumi.Output<ApiKeyType>,
  scopes: Scope[],
  maybe: Scope[] | undefined,
): void {
  new ApiKey("secret", { type: "secret", scopes, delegatedScopes: ["apple_pay_domains"] });
  new ApiKey("publishable", { type: "publishable", plainValue: true, scopes: undefined });
  new ApiKey("promised", { type: Promise.resolve("secret" as const), scopes: later.apply(() => scopes) });
  // A type that is known when the program runs decides there; one that an Output tells is checked in the preview.
  new ApiKey("chosen", type === "secret" ? { type, scopes } : { type });
  new ApiKey("later", { type: later, scopes: maybe, plainValue: true });
  const base: SecretApiKeyArgs = { type: "secret", scopes };
  new ApiKey("spread", { ...base, name: "mine" });
  const any: ApiKeyArgs = type === "secret" ? base : { type };
  new ApiKey("any", { ...any, name: "mine" });
  // @ts-expect-error a secret key has scopes
  new ApiKey("wrong", { type: "secret" });
  // @ts-expect-error a secret key has scopes
  new ApiKey("wrong", { type: "secret", name: "ci", scopes: undefined });
  // @ts-expect-error a secret key has scopes
  new ApiKey("wrong", { type: "secret", scopes: maybe });
  // @ts-expect-error a secret key has scopes
  new ApiKey("wrong", { type: Promise.resolve("secret" as const), scopes: 7 });
  // @ts-expect-error a publishable key has no scopes
  new ApiKey("wrong", { type: "publishable", scopes });
  // @ts-expect-error a publishable key has no scopes to delegate
  new ApiKey("wrong", { type: "publishable", delegatedScopes: ["apple_pay_domains"] });
  // @ts-expect-error the value of a secret key is never plain
  new ApiKey("wrong", { type: "secret", scopes, plainValue: true });
  // @ts-expect-error which of the two it is has to be told apart first
  new ApiKey("wrong", { type, scopes: maybe });
}

export function optionalArgumentsMayBeUndefined(maybe: string | undefined): ApiKeyArgs {
  return { type: "publishable", name: maybe, accountId: maybe, scopes: undefined };
}

export function wrongArguments(): void {
  // @ts-expect-error type is required
  new ApiKey("wrong", { scopes: ["accounts:read"] });
  // @ts-expect-error there are two types
  new ApiKey("wrong", { type: "private" });
  // @ts-expect-error there is no such argument
  new ApiKey("wrong", { type: "secret", scope: ["accounts:read"] });
  // @ts-expect-error an output is no argument
  new ApiKey("wrong", { type: "secret", value: "sk" });
  // @ts-expect-error arguments are required
  new ApiKey("wrong");
  // @ts-expect-error only active can be declared
  new WebhookEndpoint("wrong", { endpointId: "we_1", status: "disabled" });
  // @ts-expect-error status is required
  new WebhookEndpoint("wrong", { endpointId: "we_1" });
  // @ts-expect-error there are four policies
  new WebhookEndpoint("wrong", { endpointId: "we_1", status: "active", reenable: "sometimes" });
  // @ts-expect-error access is read, write or readWrite
  new ApplePayDomainScopes("wrong", { apiKeyId: "key_1", access: "all" });
  const endpoint = new WebhookEndpoint("endpoint", { endpointId: "we_1", status: "active" });
  // @ts-expect-error a webhook endpoint is no key
  new ApplePayDomainScopes("wrong", { apiKeyId: endpoint, access: "read" });
}

export function outputs(key: ApiKey, endpoint: WebhookEndpoint, shop: ApplePayDomainScopes): void {
  const value: pulumi.Output<string> = key.value;
  const id: pulumi.Output<string> = key.id;
  const lastUsed: pulumi.Output<string | undefined> = key.lastUsed;
  const held: pulumi.Output<Scope[]> = shop.scopes;
  const status: pulumi.Output<"active" | "pending" | "inactive" | "disabled" | "unknown"> = endpoint.status;
  new ApplePayDomainScopes("of-a-key", { apiKeyId: key, access: "readWrite" });
  // @ts-expect-error lastUsed may be missing
  const certain: pulumi.Output<string> = key.lastUsed;
  // @ts-expect-error outputs are read only
  key.value = value;
  // @ts-expect-error outputs are read only
  key.name = value;
  // @ts-expect-error what stands in state for the provider is no output
  const provider = key.__provider;
  pulumi.all([value, id, lastUsed, held, status, certain, provider]);
}

export function deletionGuards(hours: pulumi.Output<number>): void {
  const secret = { type: "secret" as const, scopes: ["accounts:read"] };
  new ApiKey("off", { ...secret, deletionGuard: "off" });
  new ApiKey("hours", { ...secret, deletionGuard: { unusedHours: 48 }, name: "mine", allowDuplicateName: true });
  new ApiKey("later", { ...secret, deletionGuard: hours.apply((unusedHours) => ({ unusedHours })) });
  // @ts-expect-error there is no guard of that name
  new ApiKey("wrong", { ...secret, deletionGuard: "on" });
  // @ts-expect-error hours are a number
  new ApiKey("wrong", { ...secret, deletionGuard: { unusedHours: "48" } });
}

export async function readings(text: pulumi.Output<string>, key: ApiKey, maybe: string | undefined): Promise<void> {
  const found: GetApiKeyResult = await getApiKey({ id: "key_1", accountId: maybe, profile: undefined });
  const used: string | undefined = (await getApiKey({ name: "billing" })).lastUsed;
  const { apiKeys }: { apiKeys: GetApiKeyResult[] } = await getApiKeys();
  await getApiKeys({ filter: { type: "secret", namePrefix: "a", scope: "payouts:read" } });
  const status: WebhookEndpointStatus = (await getWebhookEndpoint({ id: "we_1" })).status;
  const scopes: pulumi.Output<Scope[]> = getApiKeyOutput({ id: key.id }, { dependsOn: key }).scopes;
  const byName: pulumi.Output<GetApiKeyResult> = getApiKeyOutput({ name: text, profile: text }, { dependsOn: [key] });
  getApiKeysOutput({ filter: { namePrefix: text, type: pulumi.output("secret" as const) } });
  getApiKeysOutput({ filter: pulumi.output({ namePrefix: "a" }), accountId: text });
  const endpoint: pulumi.Output<WebhookEndpointStatus> = getWebhookEndpointOutput({ id: text }).status;
  // @ts-expect-error an id or a name is required
  getApiKey({});
  // @ts-expect-error one of them only
  getApiKey({ id: "key_1", name: "billing" });
  // @ts-expect-error an Output is for the Output form
  getApiKey({ id: text });
  // @ts-expect-error an id or a name is required
  getApiKeyOutput({ profile: text });
  // @ts-expect-error there is no such field
  getApiKeys({ filter: { nameprefix: "a" } });
  // @ts-expect-error there is no value among the metadata
  const value: unknown = found.value;
  // @ts-expect-error what was read is read only
  found.name = "other";
  pulumi.all([used, apiKeys.length, status, scopes, byName, endpoint, value]);
}

export function readingErrors(error: unknown): ReadingErrorCode | undefined {
  if (!NotFoundError.isInstance(error)) return undefined;
  const service: string | undefined = error.serviceCode;
  return service === undefined ? error.code : undefined;
}

export function valuesOfOtherStacks(reference: pulumi.StackReference): pulumi.Output<string> {
  // @ts-expect-error the stack is a reference, not its name
  ApiKey.fromStack("acme/platform/prod", "billingKey");
  return ApiKey.fromStack(reference, "billingKey");
}
