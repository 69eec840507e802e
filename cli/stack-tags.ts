import { existsSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { readGeneratedName } from "../provider/lifecycle/generated-name";
import { typeToken } from "../sdk/reference";
import { tagOf } from "../sdk/tag";
import type { StateResource } from "./exported-state";
import { pulumi, type StackName } from "./pulumi";
import type { StackState } from "./stack-state";

/** What tags of a stack are made of. */
export interface StackIdentity {
  stack: string;
  project: string;
  /** Those that it may belong to; the tags of its resources say which, where it has any. */
  organizations: readonly string[];
}

/** Recognises the names of keys that were made for a stack. */
export interface StackTags {
  /** The urn of the resource that a key of this name was made for; undefined: not one of this stack, for all that is known. */
  urnFor(name: string): string | undefined;
}

/** Classes whose keys carry a tag in their names. */
const keyClasses = ["ApiKey", "RotatingApiKey"] as const;

/** What resources of a self-managed backend, and programs under test, have for an organisation. */
const commonOrganizations = ["organization", ""];

/** The tag that generated names of this resource carry, where state tells it. Pure. */
export function recordedTag({ inputs }: Pick<StateResource, "inputs">): string | undefined {
  const { tag } = (inputs.__resource ?? {}) as { tag?: unknown };
  return typeof tag === "string" && tag !== "" ? tag : undefined;
}

/**
 * The tags of a stack: those that its state records, and those that a resource of any name would have in it, without a
 * parent or below any that state knows. A name that was cut, and one that another argument gave, are known by the former
 * alone. Pure.
 */
export function tagsOf(
  { resources, pending }: Pick<StackState, "resources" | "pending">,
  identity?: StackIdentity,
): StackTags {
  const all = [...resources, ...pending.map(({ resource }) => resource)];
  const recorded = new Map<string, string>();
  for (const resource of all) {
    const tag = recordedTag(resource);
    if (tag !== undefined) recorded.set(tag, resource.urn);
  }
  const types = identity === undefined ? [] : typesIn(all);
  return {
    urnFor: (name) => {
      const parts = readGeneratedName(name);
      if (parts === undefined) return undefined;
      const known = recorded.get(parts.tag);
      if (known !== undefined || identity === undefined) return known;
      const { stack, project, organizations } = identity;
      const urns = types.map((type) => `urn:pulumi:${stack}::${project}::${type}::${parts.logical}`);
      return urns.find((urn) => organizations.some((organization) => tagOf(organization, urn) === parts.tag));
    },
  };
}

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
  return keyClasses.flatMap((name) => [
    typeToken(name),
    ...[...parents].map((parent) => `${parent}$${typeToken(name)}`),
  ]);
}

/** Whether a tag that state records was made with this organisation. Pure. */
function proves(organization: string, resource: StateResource): boolean {
  return recordedTag(resource) === tagOf(organization, resource.urn);
}

/**
 * Who a stack is: by its state, else by its project's file and the CLI.
 *
 * @returns undefined where not even its names are known
 */
export async function identify(
  { name, resources, pending }: StackState,
  environment: NodeJS.ProcessEnv = process.env,
): Promise<StackIdentity | undefined> {
  const all = [...resources, ...pending.map(({ resource }) => resource)];
  const [, ofState, projectOfState] = /^urn:pulumi:(.*?)::(.*?)::/.exec(all[0]?.urn ?? "") ?? [];
  const given = name.stack?.split("/") ?? [];
  const stack = ofState ?? given.at(-1) ?? (await asked(["stack", "--show-name"], name, environment));
  const project = projectOfState ?? projectIn(name.cwd ?? ".");
  if (stack === undefined || project === undefined) return undefined;
  const candidates = [...(given.length > 1 ? [given[0]!] : []), ...commonOrganizations];
  const proven = candidates.find((organization) => all.some((resource) => proves(organization, resource)));
  if (proven !== undefined) return { stack, project, organizations: [proven] };
  const byCli = await Promise.all(
    [["org", "get-default"], ["whoami"]].map((command) => asked(command, withoutStack(name), environment)),
  );
  const more = [...candidates, ...byCli.filter((each) => each !== undefined)];
  const provenNow = more.find((organization) => all.some((resource) => proves(organization, resource)));
  return { stack, project, organizations: provenNow === undefined ? more : [provenNow] };
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
