/** The two kinds of key (interface document, "Resources and their fields", ApiKey). */
export const apiKeyTypes = ["secret", "publishable"] as const;
export type ApiKeyType = (typeof apiKeyTypes)[number];
