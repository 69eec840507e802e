import { readdirSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import type { StackRef } from "../report/report";
import { ourResources, type StateResource } from "./state";

/** An exported state in a file. */
export interface StateFile {
  stack: StackRef;
  file: string;
}

/**
 * The exported states of a folder: what `pulumi stack export --file` writes to `*.json`. Reads one after the other, and keeps
 * none.
 *
 * @throws Error if the folder holds none, or if two files are of one stack
 */
export function stateFilesIn(folder: string): StateFile[] {
  const files = readdirSync(folder)
    .filter((name) => name.endsWith(".json"))
    .sort()
    .map((name) => ({ stack: stackIn(readFileSync(join(folder, name), "utf8"), { folder, name }), file: name }));
  if (files.length === 0)
    throw new Error(`${folder} holds no exported state (*.json). Write one with 'pulumi stack export --file'`);
  const known = new Map<string, string>();
  for (const { stack, file } of files) {
    const label = `${stack.project}/${stack.name}`;
    const other = known.get(label);
    if (other !== undefined)
      throw new Error(`${other} and ${file} in ${folder} are both states of ${label}. Leave only one of them there`);
    known.set(label, file);
  }
  return files.map(({ stack, file }) => ({ stack, file: join(folder, file) }));
}

/** By the first urn in the file; a state without resources has none, and is known by its file. Pure. */
function stackIn(text: string, { folder, name }: { folder: string; name: string }): StackRef {
  const [, stack, project] = /"urn":\s*"urn:pulumi:([^"]*?)::([^"]*?)::/.exec(text) ?? [];
  // Where the project is, a file does not tell.
  if (stack === undefined || project === undefined)
    return { project: basename(folder), name: basename(name, ".json"), folder: "." };
  return { project, name: stack, folder: "." };
}

/** @throws Error if it is not an exported state in a known form */
export async function readStateFile(file: string): Promise<StateResource[]> {
  const text = await readFile(file, "utf8");
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new Error(`${file} is not JSON. Write it with 'pulumi stack export --file'`);
  }
  return ourResources(json);
}
