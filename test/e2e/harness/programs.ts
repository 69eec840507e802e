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

/** Pulumi.yaml of a program on the provider plugin that npm installed beside it; a project's folder is one below. */
export const nativeJavascript = `runtime:
  name: nodejs
  options:
    typescript: false
plugins:
  providers:
    - name: payments
      path: ../node_modules/.bin`;

/** The same program with the classes of the other form: one import line differs. */
export function moved(files: Record<string, string>, to: "pulumi-payments" | "pulumi-payments/native") {
  const from = to === "pulumi-payments" ? "pulumi-payments/native" : "pulumi-payments";
  const program = files["index.js"] ?? "";
  if (!program.includes(`require("${from}")`)) throw new Error(`the program does not import ${from}`);
  return { ...files, "index.js": program.replace(`require("${from}")`, `require("${to}")`) };
}

/** A program like that of `javascript`, with the native classes. */
export const native = (body: string): Record<string, string> => {
  const files = moved(javascript(body), "pulumi-payments/native");
  return { ...files, "index.js": (files["index.js"] ?? "").replace("{ ApiKey", "{ Provider, getApiKeyOutput, ApiKey") };
};

/** A program with one rotation, `billing`, whose value it exports; `more` sees it as `billing`. */
export const rotatingBilling = (times: { everyDays: number; overlapHours: number }, more: string) =>
  javascript(`
const billing = new RotatingApiKey("billing", { scopes: ["accounts:read"], rotation: ${JSON.stringify(times)} });
exports.billing = billing.value;
${more}
`);

/** Pulumi.yaml of a program that needs no TypeScript. */
export const plainJavascript = "runtime:\n  name: nodejs\n  options:\n    typescript: false";

/** The form of the package that a project uses. */
export interface Form {
  /** Makes its program of the one with the dynamic classes. */
  program(files: Record<string, string>): Record<string, string>;
  /** Contents of Pulumi.yaml. */
  yaml: string;
  /** Part of the command line of the process that serves the resources. */
  provider: string;
}

export const forms: Readonly<Record<"dynamic" | "native", Form>> = {
  dynamic: { program: (files) => files, yaml: plainJavascript, provider: "dynamic-provider" },
  native: {
    program: (files) => moved(files, "pulumi-payments/native"),
    yaml: nativeJavascript,
    provider: "pulumi-resource-payments",
  },
};

let usual = forms.dynamic;
/** Makes a program of one with the dynamic classes, and its Pulumi.yaml, for a file of tests that runs on each form. */
export const inUsualForm = (files: Record<string, string>) => ({ files: usual.program(files), yaml: usual.yaml });
export function useForm(form: Form): void {
  usual = form;
}
