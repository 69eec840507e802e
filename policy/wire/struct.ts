import type { Raw } from "./decode.js";
import { Fields } from "./fields.js";

/** Reads a `google.protobuf.Struct`. */
export function structIn(bytes: Uint8Array): Raw {
  const entries: [name: string, value: unknown][] = [];
  const fields = new Fields(bytes);
  while (fields.next()) {
    if (fields.field === 1) entries.push(entryIn(fields.bytes()));
    else fields.skip();
  }
  return Object.fromEntries(entries);
}

function entryIn(bytes: Uint8Array): [name: string, value: unknown] {
  const entry: [string, unknown] = ["", null];
  const fields = new Fields(bytes);
  while (fields.next()) {
    if (fields.field === 1) entry[0] = fields.text();
    else if (fields.field === 2) entry[1] = valueIn(fields.bytes());
    else fields.skip();
  }
  return entry;
}

function valueIn(bytes: Uint8Array): unknown {
  let value: unknown = null;
  const fields = new Fields(bytes);
  while (fields.next()) {
    if (fields.field === 2) value = fields.double();
    else if (fields.field === 3) value = fields.text();
    else if (fields.field === 4) value = fields.bool();
    else if (fields.field === 5) value = structIn(fields.bytes());
    else if (fields.field === 6) value = listIn(fields.bytes());
    else fields.skip();
  }
  return value;
}

function listIn(bytes: Uint8Array): unknown[] {
  const values: unknown[] = [];
  const fields = new Fields(bytes);
  while (fields.next()) {
    if (fields.field === 1) values.push(valueIn(fields.bytes()));
    else fields.skip();
  }
  return values;
}
