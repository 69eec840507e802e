// Infrastructure as code for a payment service: API keys with their once-only secret, webhook endpoints and Apple Pay scopes.
package payments
