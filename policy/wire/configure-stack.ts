import { Fields } from "./fields.js";

/** What the engine tells of the stack before it asks about any resource. */
export interface ToldStack {
  name: string;
  project: string;
  organization: string;
  isPreview: boolean;
  /** With secrets in plain text. */
  config: ReadonlyMap<string, string>;
  secretKeys: ReadonlySet<string>;
}

/** Reads `AnalyzerStackConfigureRequest`. */
export function toldStack(bytes: Uint8Array): ToldStack {
  const config = new Map<string, string>();
  const secretKeys = new Set<string>();
  const told = { name: "", project: "", organization: "", isPreview: false, config, secretKeys };
  const fields = new Fields(bytes);
  while (fields.next()) {
    if (fields.field === 1) told.name = fields.text();
    else if (fields.field === 2) told.project = fields.text();
    else if (fields.field === 3) told.organization = fields.text();
    else if (fields.field === 4) told.isPreview = fields.bool();
    else if (fields.field === 6) secretKeys.add(fields.text());
    else if (fields.field === 7) config.set(...entryIn(fields.bytes()));
    else fields.skip();
  }
  return told;
}

function entryIn(bytes: Uint8Array): [key: string, value: string] {
  const entry: [string, string] = ["", ""];
  const fields = new Fields(bytes);
  while (fields.next()) {
    if (fields.field === 1 || fields.field === 2) entry[fields.field - 1] = fields.text();
    else fields.skip();
  }
  return entry;
}
