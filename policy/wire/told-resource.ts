import type { Raw } from "./decode.js";
import { Fields } from "./fields.js";
import { once } from "./once.js";
import { structIn } from "./struct.js";

/** A resource as the engine tells it. Properties are read when first asked for: most resources of most stacks are none of ours. */
export interface ToldResource {
  type: string;
  urn: string;
  name: string;
  properties(): Raw;
  protect: boolean;
  ignoreChanges: string[];
  /** Urn; empty where there is none, and always empty from engines that do not tell it. */
  parent: string;
  provider?: { name: string; properties(): Raw };
  /** Urns that a property was made from, by property. Only of a whole stack. */
  dependencies: Record<string, string[]>;
}

/** Reads `AnalyzeRequest`, and `AnalyzerResource`, which has the same fields and some more. */
export function toldResource(bytes: Uint8Array): ToldResource {
  const told: ToldResource = {
    type: "",
    urn: "",
    name: "",
    properties: () => ({}),
    protect: false,
    ignoreChanges: [],
    parent: "",
    dependencies: {},
  };
  const fields = new Fields(bytes);
  while (fields.next()) {
    if (fields.field === 1) told.type = fields.text();
    else if (fields.field === 2) told.properties = structLater(fields.bytes());
    else if (fields.field === 3) told.urn = fields.text();
    else if (fields.field === 4) told.name = fields.text();
    else if (fields.field === 5) readOptions(told, fields.bytes());
    else if (fields.field === 6) told.provider = providerIn(fields.bytes());
    else if (fields.field === 9) readDependency(told, fields.bytes());
    else fields.skip();
  }
  return told;
}

/** Reads `AnalyzeStackRequest`. */
export function toldResources(bytes: Uint8Array): ToldResource[] {
  const told: ToldResource[] = [];
  const fields = new Fields(bytes);
  while (fields.next()) {
    if (fields.field === 1) told.push(toldResource(fields.bytes()));
    else fields.skip();
  }
  return told;
}

const structLater = (bytes: Uint8Array): (() => Raw) => once(() => structIn(bytes));

/** Reads `AnalyzerResourceOptions`. */
function readOptions(told: ToldResource, bytes: Uint8Array): void {
  const fields = new Fields(bytes);
  while (fields.next()) {
    if (fields.field === 1) told.protect = fields.bool();
    else if (fields.field === 2) told.ignoreChanges.push(fields.text());
    else if (fields.field === 8) told.parent = fields.text();
    else fields.skip();
  }
}

/** Reads `AnalyzerProviderResource`. */
function providerIn(bytes: Uint8Array): { name: string; properties(): Raw } {
  const provider = { name: "", properties: (): Raw => ({}) };
  const fields = new Fields(bytes);
  while (fields.next()) {
    if (fields.field === 2) provider.properties = structLater(fields.bytes());
    else if (fields.field === 4) provider.name = fields.text();
    else fields.skip();
  }
  return provider;
}

/** Reads one entry of a map from a property to `AnalyzerPropertyDependencies`. */
function readDependency(told: ToldResource, bytes: Uint8Array): void {
  let property = "";
  const urns: string[] = [];
  const entry = new Fields(bytes);
  while (entry.next()) {
    if (entry.field === 1) property = entry.text();
    else if (entry.field === 2) {
      const fields = new Fields(entry.bytes());
      while (fields.next()) {
        if (fields.field === 1) urns.push(fields.text());
        else fields.skip();
      }
    } else entry.skip();
  }
  told.dependencies[property] = urns;
}
