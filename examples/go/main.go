package main

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi/config"
	"pulumi-payments/sdks/go/payments"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		checkout, err := payments.NewApiKey(ctx, "checkout", &payments.ApiKeyArgs{
			Type:            pulumi.String("secret"),
			Scopes:          pulumi.ToStringArray([]string{"accounts:read"}),
			DelegatedScopes: pulumi.ToStringArray([]string{"apple_pay_domains"}),
		})
		if err != nil {
			return err
		}
		_, err = payments.NewApplePayDomainScopes(ctx, "checkout-apple-pay", &payments.ApplePayDomainScopesArgs{
			ApiKeyId: checkout.ID(),
			Access:   pulumi.String("readWrite"),
		})
		if err != nil {
			return err
		}
		_, err = payments.NewApiKey(ctx, "reports", &payments.ApiKeyArgs{
			Type:   pulumi.String("secret"),
			Scopes: pulumi.ToStringArray([]string{"accounts:read", "api_keys:read"}),
		})
		if err != nil {
			return err
		}
		_, err = payments.NewWebhookEndpoint(ctx, "orders", &payments.WebhookEndpointArgs{
			EndpointId: pulumi.String(config.New(ctx, "").Require("webhookEndpointId")),
			Status:     pulumi.String("active"),
		})
		if err != nil {
			return err
		}
		ctx.Export("checkoutKey", checkout.Value)
		ctx.Export("checkoutKeyId", checkout.ID())
		return nil
	})
}
