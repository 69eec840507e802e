import { readConfiguration } from "../../../provider/configuration/configuration";
import type { Problem } from "../../../provider/configuration/problem";
import type { Sources } from "../../../provider/configuration/sources";

/** Every value that must never be shown, so that one search finds each. */
export const planted = "PLANTED_0f9d8c7b6a5e4d3c2b1a";

export const complete = {
  "payments:baseUrl": "https://payments.example.com",
  "payments:apiKey": `${planted}_main`,
  "payments:accountId": "acct_main",
};

export function sources(config: Record<string, string>, environment: Record<string, string> = {}): Sources {
  return { configured: (key) => config[key], configuredKeys: Object.keys(config), environment };
}

export function configurationOf(config: Record<string, string>, environment: Record<string, string> = {}) {
  const read = readConfiguration(sources(config, environment));
  if ("problems" in read) throw new Error(`problems: ${JSON.stringify(read.problems)}`);
  return read.configuration;
}

export function problemsOf(config: Record<string, string>, environment: Record<string, string> = {}): Problem[] {
  const read = readConfiguration(sources(config, environment));
  return "problems" in read ? read.problems : [];
}
