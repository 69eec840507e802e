import pulumi
import pulumi_payments as payments

checkout = payments.ApiKey(
    "checkout",
    type="secret",
    scopes=["accounts:read"],
    delegated_scopes=["apple_pay_domains"],
)
payments.ApplePayDomainScopes("checkout-apple-pay", api_key_id=checkout.id, access="readWrite")

payments.ApiKey("reports", type="secret", scopes=["accounts:read", "api_keys:read"])

payments.WebhookEndpoint(
    "orders",
    endpoint_id=pulumi.Config().require("webhookEndpointId"),
    status="active",
)

pulumi.export("checkoutKey", checkout.value)
pulumi.export("checkoutKeyId", checkout.id)
