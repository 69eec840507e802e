import { Config } from "@pulumi/pulumi";
import { ApiKey, ApplePayDomainScopes, WebhookEndpoint } from "pulumi-payments";

const checkout = new ApiKey("checkout", {
  type: "secret",
  scopes: ["accounts:read"],
  delegatedScopes: ["apple_pay_domains"],
});
new ApplePayDomainScopes("checkout-apple-pay", { apiKeyId: checkout, access: "readWrite" });

new ApiKey("reports", { type: "secret", scopes: ["accounts:read", "api_keys:read"] });

new WebhookEndpoint("orders", {
  endpointId: new Config("quickstart").require("webhookEndpointId"),
  status: "active",
});

export const checkoutKey = checkout.value;
export const checkoutKeyId = checkout.id;
