import type { Look } from "../../drift/classify/stack";
import type { StateResource } from "../../drift/collect/state";
import type { StackRef } from "../../drift/report/report";
import type { DriftRecord, ResourceRecord } from "../../provider/report/record";

const dev: StackRef = { project: "shop", name: "dev", folder: "." };
const type = "pulumi-nodejs:dynamic/payments:";
export const urnOf = (className: string, name: string, stack = dev): string =>
  `urn:pulumi:${stack.name}::${stack.project}::${type}${className}::${name}`;

const place = { serviceUrl: "https://payments.example.com", accountId: "acct_1" };
const args = { type: "secret", name: "ci", scopes: ["accounts:read"] };

/** A resource as state holds it; by default a key that was applied as `args` say. */
export function held(name: string, parts: Partial<StateResource> & { className?: string } = {}): StateResource {
  const { className = "ApiKey", ...rest } = parts;
  return {
    urn: urnOf(className, name),
    type: type + className,
    id: `id_${name}`,
    delete: false,
    inputs: { ...args, __resource: { tag: "0a1b2c3d" } },
    outputs: { ...args, ...place },
    ...rest,
  };
}

/** What the provider recorded of it; by default that all is as declared. */
export function record(name: string, parts: Partial<ResourceRecord> = {}): ResourceRecord {
  const { className = "ApiKey" } = parts;
  const side = (value: string | string[]) => ({ desired: value, recorded: value, live: value });
  return {
    record: "resource",
    urn: urnOf(className, name),
    className,
    id: `id_${name}`,
    label: `API key id_${name}`,
    ...place,
    observed: "found",
    unobservable: false,
    changes: [],
    refusals: [],
    sides: { type: side("secret"), name: side("ci"), scopes: side(["accounts:read"]) },
    ignored: [],
    ...parts,
  };
}

export function account(keys: { id: string; name: string; scopes?: string[] }[], accountId = "acct_1"): DriftRecord {
  const all = keys.map(({ scopes = [], ...key }) => ({ ...key, type: "secret" as const, scopes }));
  return { record: "account", serviceUrl: place.serviceUrl, accountId, keys: all };
}

export function lookOf(parts: Partial<Look> = {}): Look {
  return { stack: dev, state: [], records: [], deletions: new Set(), durationMs: 1, ...parts };
}
