/** The files of a small JavaScript program; its body sees the SDK as `pulumi` and the package's classes by name. */
export function javascript(body: string): Record<string, string> {
  return {
    "package.json": `${JSON.stringify({ name: "program", version: "1.0.0", private: true, main: "index.js" })}\n`,
    "index.js": `"use strict";
const pulumi = require("@pulumi/pulumi");
const { ApiKey, ApplePayDomainScopes, RotatingApiKey, WebhookEndpoint } = require("pulumi-payments");
${body}
`,
  };
}

/** A program with one rotation, `billing`, whose value it exports; `more` sees it as `billing`. */
export const rotatingBilling = (times: { everyDays: number; overlapHours: number }, more: string) =>
  javascript(`
const billing = new RotatingApiKey("billing", { scopes: ["accounts:read"], rotation: ${JSON.stringify(times)} });
exports.billing = billing.value;
${more}
`);

/** Pulumi.yaml of a program that needs no TypeScript. */
export const plainJavascript = "runtime:\n  name: nodejs\n  options:\n    typescript: false";
