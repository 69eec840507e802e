import type { ReadingName } from "../reading/registry";
import type { ResourceClassName } from "../text/class-names";

/** A value of an argument. */
type Value = string | number | boolean | readonly Value[] | { readonly [name: string]: Value };
type Args = Readonly<Record<string, Value>>;

/** A whole program, in no language yet. */
export interface Example {
  title: string;
  resources?: Readonly<Record<string, { className: ResourceClassName; args: Args }>>;
  readings?: Readonly<Record<string, { functionName: ReadingName; args: Args }>>;
  outputs: Readonly<Record<string, string>>;
}

/** What another part of the example puts out, in the form of YAML programs. */
const ref = (path: string): string => `\${${path}}`;
const ci = { type: "secret", scopes: ["accounts:read"] };

/** What the schema and the reference pages show of each resource and function. */
export const examples: Readonly<Record<ResourceClassName | ReadingName, readonly Example[]>> = {
  ApiKey: [
    {
      title: "A secret key",
      resources: { ci: { className: "ApiKey", args: ci } },
      outputs: { ciKey: ref("ci.value") },
    },
    {
      title: "A publishable key, whose value is public",
      resources: { web: { className: "ApiKey", args: { type: "publishable", plainValue: true } } },
      outputs: { webKey: ref("web.value") },
    },
    {
      title: "An existing key, which stays when the resource goes",
      resources: { billing: { className: "ApiKey", args: { ...ci, adoptId: "key_41b7a3020d442032" } } },
      outputs: { billingKeyName: ref("billing.name") },
    },
  ],
  RotatingApiKey: [
    {
      title: "A key that rotates by time",
      resources: {
        billing: {
          className: "RotatingApiKey",
          args: { scopes: ["accounts:read"], rotation: { everyDays: 90, overlapHours: 48 } },
        },
      },
      outputs: { billingKey: ref("billing.value"), rotatesAt: ref("billing.rotatesAt") },
    },
    {
      title: "A key that rotates when a text changes",
      resources: {
        billing: {
          className: "RotatingApiKey",
          args: { scopes: ["accounts:read"], rotation: { trigger: "2026-01", overlapHours: 48 } },
        },
      },
      outputs: { billingKey: ref("billing.value") },
    },
  ],
  WebhookEndpoint: [
    {
      title: "An endpoint that stays active",
      resources: {
        orders: {
          className: "WebhookEndpoint",
          args: { endpointId: "we_0c1da43bbf0e428c", status: "active", reenable: "whenInactive" },
        },
      },
      outputs: { ordersStatus: ref("orders.status") },
    },
  ],
  ApplePayDomainScopes: [
    {
      title: "Apple Pay scopes of a key that delegates them",
      resources: {
        checkout: { className: "ApiKey", args: { ...ci, delegatedScopes: ["apple_pay_domains"] } },
        applePay: {
          className: "ApplePayDomainScopes",
          args: { apiKeyId: ref("checkout.id"), access: "readWrite" },
        },
      },
      outputs: { applePayScopes: ref("applePay.scopes") },
    },
  ],
  getApiKey: [
    {
      title: "A key of another team, by its name",
      readings: { billing: { functionName: "getApiKey", args: { name: "billing" } } },
      outputs: { billingScopes: ref("billing.scopes") },
    },
  ],
  getApiKeys: [
    {
      title: "All secret keys that may write accounts",
      readings: {
        writers: { functionName: "getApiKeys", args: { filter: { type: "secret", scope: "accounts:write" } } },
      },
      outputs: { accountWriters: ref("writers.apiKeys") },
    },
  ],
  getWebhookEndpoint: [
    {
      title: "The status of an endpoint",
      readings: { orders: { functionName: "getWebhookEndpoint", args: { id: "we_0c1da43bbf0e428c" } } },
      outputs: { ordersStatus: ref("orders.status") },
    },
  ],
};

export const examplesOf = (name: string): readonly Example[] => examples[name as keyof typeof examples];

const reference = /^\$\{([\w.]+)\}$/;

/** A program of Node that imports from this module of the package. Pure. */
export function inTypeScript({ resources = {}, readings = {}, outputs }: Example, from: string): string {
  const classes = Object.values(resources).map(({ className }) => className);
  const functions = Object.values(readings).map(({ functionName }) => `${functionName}Output`);
  return [
    `import { ${[...new Set([...classes, ...functions])].sort().join(", ")} } from ${JSON.stringify(from)};`,
    "",
    ...Object.entries(resources).map(
      ([name, { className, args }]) => `const ${name} = new ${className}(${JSON.stringify(name)}, ${literal(args)});`,
    ),
    ...Object.entries(readings).map(
      ([name, { functionName, args }]) => `const ${name} = ${functionName}Output(${literal(args)});`,
    ),
    ...Object.entries(outputs).map(([name, value]) => `export const ${name} = ${literal(value)};`),
  ].join("\n");
}

function literal(value: Value): string {
  if (typeof value === "string") return reference.exec(value)?.[1] ?? JSON.stringify(value);
  if (typeof value !== "object") return String(value);
  if (Array.isArray(value)) return `[${value.map((each: Value) => literal(each)).join(", ")}]`;
  return `{ ${Object.entries(value)
    .map(([name, each]) => `${name}: ${literal(each as Value)}`)
    .join(", ")} }`;
}

/** The rest of a Pulumi.yaml that begins with `runtime: yaml`. Pure. */
export function inYaml({ resources, readings, outputs }: Example): string {
  const program = {
    ...(readings && {
      variables: Object.fromEntries(
        Object.entries(readings).map(([name, { functionName, args }]) => [
          name,
          { "fn::invoke": { function: `payments:index:${functionName}`, arguments: args } },
        ]),
      ),
    }),
    ...(resources && {
      resources: Object.fromEntries(
        Object.entries(resources).map(([name, { className, args }]) => [
          name,
          { type: `payments:index:${className}`, properties: args },
        ]),
      ),
    }),
    outputs,
  };
  return yamlLines(program).join("\n");
}

function yamlLines(value: { readonly [name: string]: Value }): string[] {
  return Object.entries(value).flatMap(([name, each]) => {
    if (Array.isArray(each)) return [`${name}:`, ...each.map((item) => `  - ${scalar(item as Value)}`)];
    if (typeof each !== "object") return [`${name}: ${scalar(each)}`];
    return [`${name}:`, ...yamlLines(each as { readonly [name: string]: Value }).map((line) => `  ${line}`)];
  });
}

/** A text that YAML would read as something else is quoted. */
const scalar = (value: Value): string =>
  typeof value === "string" && !/^(?:[A-Za-z][\w.-]*(?::[\w*-]+)?|\$\{[\w.]+\})$/.test(value)
    ? JSON.stringify(value)
    : String(value);

/** The section of a description that the generators of SDKs and of the registry read. Pure. */
export function exampleUsage(name: string): string {
  const sections = examplesOf(name).map((example) =>
    [
      "{{% example %}}",
      `### ${example.title}`,
      "",
      "```typescript",
      inTypeScript(example, "pulumi-payments/native"),
      "```",
      "```yaml",
      inYaml(example),
      "```",
      "{{% /example %}}",
    ].join("\n"),
  );
  return ["{{% examples %}}", "## Example Usage", ...sections, "{{% /examples %}}"].join("\n");
}
