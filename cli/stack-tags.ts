import { existsSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { FindKeyOwners } from "../drift/classify/accounts";
import type { StateResource } from "../drift/collect/state";
import { madeFor, madeForOf, readGeneratedName } from "../provider/lifecycle/generated-name";
import { keyClassNames } from "../provider/text/class-names";
import { logicalNameOf } from "../provider/text/names";
import { asDynamicUrn, classNameOfType, dynamicTypeToken } from "../provider/text/type-token";
import { tagOf } from "../sdk/tag";
import { pulumi, type StackName } from "./pulumi";
import { recordedKeysIn } from "./recorded-keys";
import type { StackState } from "./stack-state";

/** What tags of a stack are made of. */
export interface StackIdentity {
  stack: string;
  project: string;
  /** Those that it may belong to; the tags of its resources say which, where it has any. */
  organizations: readonly string[];
  /** `payments:backendName`: tells stacks apart that have equal names on two backends. */
  backendName?: string | undefined;
}

/** Recognizes the names of keys that were made for a stack, by the whole name: logical name, tag and random part. */
export interface StackTags {
  /** The urn of the resource that a key of this name was made for; undefined: not one of this stack, for all that is known. */
  urnFor(name: string): string | undefined;
  /** Whether a resource of this stack carries the tag. A name that holds such a tag is not always one that was made here. */
  records(tag: string): boolean;
}

/** Resources whose keys carry a tag in their names. */
const isKeyType = (type: string): boolean => keyClassNames.some((name) => name === classNameOfType(type));

/** What resources of a self-managed backend, and programs under test, have for an organisation. */
const commonOrganizations = ["organization", ""];

/** The tag that generated names of this resource carry, where state tells it. Pure. */
export function recordedTag({ inputs }: Pick<StateResource, "inputs">): string | undefined {
  const { tag } = (inputs.__resource ?? {}) as { tag?: unknown };
  return typeof tag === "string" && tag !== "" ? tag : undefined;
}

/**
 * The names of a stack's keys: those that its state records, and those that a resource of any name would have in it,
 * without a parent or below any that state knows. A name that was cut, and one that another argument gave, are known by the
 * former alone. Pure.
 */
export function tagsOf(
  { resources, pending }: Pick<StackState, "resources" | "pending">,
  identity?: StackIdentity,
): StackTags {
  const all = [...resources, ...pending.map(({ resource }) => resource)];
  const recorded = new Map<string, string>();
  const tags = new Set<string>();
  for (const resource of all.filter(({ type }) => isKeyType(type))) {
    for (const { prefix, tag } of prefixesIn(resource)) {
      recorded.set(asShown(prefix), resource.urn);
      tags.add(tag);
    }
  }
  const types = identity === undefined ? [] : typesIn(all);
  return {
    urnFor: (name) => {
      const parts = readGeneratedName(name);
      if (parts === undefined) return undefined;
      const known = recorded.get(asShown(`${parts.logical}-${parts.tag}`));
      if (known !== undefined || identity === undefined) return known;
      const { stack, project, organizations, backendName } = identity;
      const urns = types.map((type) => `urn:pulumi:${stack}::${project}::${type}::${parts.logical}`);
      return urns.find((urn) =>
        organizations.some((organization) => tagOf(organization, urn, backendName) === parts.tag),
      );
    },
    records: (tag) => tags.has(tag),
  };
}

/** A service may trim a name, or compose its characters otherwise. */
const asShown = (prefix: string): string => prefix.normalize("NFC").trimStart();

/** What the generated names of a resource's keys begin with, now and before it was renamed. Pure. */
function prefixesIn(resource: StateResource): { prefix: string; tag: string }[] {
  const { urn, id = "", inputs, outputs } = resource;
  const kept = fieldsOf(outputs.__kept);
  const own = { name: logicalNameOf(urn), tag: recordedTag(resource) };
  const former = listOf(fieldsOf(inputs.__resource).former).map(fieldsOf);
  const named = [own, ...former].flatMap(({ name, tag }) =>
    typeof name === "string" && typeof tag === "string" && tag !== "" ? [{ name, tag }] : [],
  );
  const isRotation = classNameOfType(resource.type) === "RotatingApiKey";
  // A rotation keeps the tag that it began with, and its argument `name` takes the place of the logical name.
  const [, first] = isRotation ? (/^rotation-([0-9a-f]{8})-/.exec(id) ?? []) : [];
  const tags = new Set([...named.map(({ tag }) => tag), ...(first === undefined ? [] : [first])]);
  const label = isRotation && typeof inputs.name === "string" ? [inputs.name] : [];
  const names = new Set([...named.map(({ name }) => name), own.name, ...label]);
  const made = isRotation
    ? [...names].flatMap((name) => [...tags].map((tag) => ({ prefix: madeFor(name, tag), tag })))
    : named.map(({ name, tag }) => ({ prefix: madeFor(name, tag), tag }));
  // Names of keys that it holds. One that was adopted tells nothing: another stack may have made it.
  const held = isRotation
    ? [outputs.current, outputs.retiring, kept.current, kept.retiring].map((key) => fieldsOf(key).name)
    : [kept.adopted === true ? undefined : kept.generatedName];
  for (const name of held) {
    const tag = typeof name === "string" ? readGeneratedName(name)?.tag : undefined;
    if (tag !== undefined && (!isRotation || tags.has(tag))) made.push({ prefix: madeForOf(name as string)!, tag });
  }
  return made;
}

const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Which of these resources holds a key, and which one made it. Pure. */
export const findKeyOwners: FindKeyOwners = (resources) => ({
  ...recordedKeysIn([{ resources }]),
  ...tagsOf({ resources, pending: [] }),
});

/** Every type that a key of the stack may have had, with the types of its parents. */
function typesIn(resources: readonly StateResource[]): string[] {
  const parents = new Set<string>();
  for (const { urn } of resources) {
    const chain = (urn.split("::")[2] ?? "").split("$");
    for (let length = 1; length <= chain.length; length += 1) {
      const parent = chain.slice(0, length).join("$");
      if (parent !== "" && parent !== "pulumi:pulumi:Stack") parents.add(parent);
    }
  }
  return keyClassNames.flatMap((name) => [
    dynamicTypeToken(name),
    ...[...parents].map((parent) => `${parent}$${dynamicTypeToken(name)}`),
  ]);
}

/** Whether a tag that state records was made with this organisation, now or before the backend had a name. Pure. */
function proves(organization: string, backendName: string | undefined, resource: StateResource): boolean {
  const tag = recordedTag(resource);
  return [backendName, undefined].some((backend) => tag === tagOf(organization, asDynamicUrn(resource.urn), backend));
}

/**
 * Who a stack is: by its state, else by its project's file and the CLI.
 *
 * @returns undefined where not even its names are known
 */
export async function identify(
  { name, resources, pending }: StackState,
  environment: NodeJS.ProcessEnv = process.env,
  backendName?: string,
): Promise<StackIdentity | undefined> {
  const all = [...resources, ...pending.map(({ resource }) => resource)];
  const [, ofState, projectOfState] = /^urn:pulumi:(.*?)::(.*?)::/.exec(all[0]?.urn ?? "") ?? [];
  const given = name.stack?.split("/") ?? [];
  const stack = ofState ?? given.at(-1) ?? (await asked(["stack", "--show-name"], name, environment));
  const project = projectOfState ?? projectIn(name.cwd ?? ".");
  if (stack === undefined || project === undefined) return undefined;
  const candidates = [...(given.length > 1 ? [given[0]!] : []), ...commonOrganizations];
  const provenAmong = (organizations: readonly string[]): string | undefined =>
    organizations.find((organization) => all.some((resource) => proves(organization, backendName, resource)));
  const proven = provenAmong(candidates);
  if (proven !== undefined) return { stack, project, organizations: [proven], backendName };
  const byCli = await Promise.all(
    [["org", "get-default"], ["whoami"]].map((command) => asked(command, withoutStack(name), environment)),
  );
  const more = [...candidates, ...byCli.filter((each) => each !== undefined)];
  const provenNow = provenAmong(more);
  return { stack, project, organizations: provenNow === undefined ? more : [provenNow], backendName };
}

const withoutStack = ({ cwd }: StackName): StackName => (cwd === undefined ? {} : { cwd });

/** What the CLI tells in a line, if it does: a backend may know no organisations. */
async function asked(command: string[], name: StackName, environment: NodeJS.ProcessEnv): Promise<string | undefined> {
  const line = await pulumi(command, name, environment).catch(() => "");
  return line.trim() === "" ? undefined : line.trim();
}

/** The name in the project's file, in this folder or above it. */
function projectIn(cwd: string): string | undefined {
  for (let folder = resolve(cwd); ; folder = dirname(folder)) {
    const file = ["Pulumi.yaml", "Pulumi.yml", "Pulumi.json"].map((name) => join(folder, name)).find(existsSync);
    if (file !== undefined) return /^\s*"?name"?:\s*["']?([^"'\s#,]+)/m.exec(readFileSync(file, "utf8"))?.[1];
    if (dirname(folder) === folder) return undefined;
  }
}
