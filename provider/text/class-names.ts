/** Every resource class, by the last part of its type token. */
export const resourceClassNames = ["ApiKey", "RotatingApiKey", "WebhookEndpoint", "ApplePayDomainScopes"] as const;

export type ResourceClassName = (typeof resourceClassNames)[number];

/** The classes whose objects are API keys. The others only name one. */
export const keyClassNames = ["ApiKey", "RotatingApiKey"] as const;

export type KeyClassName = (typeof keyClassNames)[number];
