import { javascript } from "../harness/programs";

/** What of the service the program of one stack names by its id. */
export interface Given {
  endpoints: Record<"inactive" | "disabled" | "gone" | "dropped" | "late", string>;
  /** A key that no program declares. */
  foreignKey: string;
}

/**
 * One program with a resource for each row of the table: as it was applied, or as it says later. What it is given differs
 * from stack to stack.
 */
export function programOf(given: Readonly<Record<string, Given>>, later: boolean): Record<string, string> {
  return javascript(`
const later = ${later};
const { endpoints, foreignKey } = ${JSON.stringify(given)}[pulumi.getStack()];
// Later it hangs on a key that is still to be made: in a preview nothing is known of it.
const news = later ? new ApiKey("new-key", { type: "secret", scopes: ["accounts:read"] }).id : pulumi.output("");
const late = (value) => news.apply(() => value);

const secret = { type: "secret", scopes: ["accounts:read", "api_keys:read"] };
const shared = { ...secret, delegatedScopes: ["apple_pay_domains"] };
new ApiKey("calm-key", { ...secret, name: "calm" });
new ApiKey("widened-key", { ...secret, name: "widened" });
new ApiKey("renamed-key", { ...secret, name: "renamed" });
new ApiKey("gone-key", { ...secret, name: "gone" });
new ApiKey("wanted-key", { ...secret, name: later ? "wanted anew" : "wanted" });
new ApiKey("late-key", { ...secret, name: late("late") });
const [shop, till, kiosk, stand] = ["shop", "till", "kiosk", "stand"].map((name) => new ApiKey(name, { ...shared, name }));

new ApplePayDomainScopes("narrowed-pay", { apiKeyId: shop, access: "readWrite" });
new ApplePayDomainScopes("followed-pay", { apiKeyId: till, access: "read" });
new ApplePayDomainScopes("wanted-pay", { apiKeyId: kiosk, access: later ? "readWrite" : "read" });
new ApplePayDomainScopes("late-pay", { apiKeyId: stand, access: late("read") });
new ApplePayDomainScopes("gone-pay", { apiKeyId: foreignKey, access: "read" });

const yearly = { scopes: ["accounts:read"], rotation: { everyDays: 365, overlapHours: 24 } };
new RotatingApiKey("calm-rotation", yearly);
new RotatingApiKey("widened-rotation", yearly);
new RotatingApiKey("gone-rotation", yearly);
new RotatingApiKey("due-rotation", { ...yearly, rotation: { everyDays: 1, overlapHours: 1 } });
new RotatingApiKey("wanted-rotation", { ...yearly, scopes: [later ? "accounts:write" : "accounts:read"] });
new RotatingApiKey("late-rotation", { ...yearly, name: late("late") });

const endpoint = (name, endpointId, more) => new WebhookEndpoint(name, { endpointId, status: "active", ...more });
endpoint("inactive-endpoint", endpoints.inactive);
endpoint("disabled-endpoint", endpoints.disabled, { reenable: "never" });
endpoint("gone-endpoint", endpoints.gone);
endpoint("late-endpoint", endpoints.late, { reenable: late("always") });
if (!later) endpoint("dropped-endpoint", endpoints.dropped);
`);
}
