import { readFileSync } from "node:fs";
import Ajv from "ajv";
import addFormats from "ajv-formats";

/**
 * The JSON schema of SARIF 2.1.0 by its technical committee, in the form rtm.5 that code scanning names, as Microsoft's SARIF
 * SDK for JavaScript ships it.
 */
const file = require.resolve("@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json");

// It uses nothing in which draft 4 and draft 7 differ, but for how they name themselves.
const { $schema, id, ...schema } = JSON.parse(readFileSync(file, "utf8"));
// One of its patterns has a bracket too many, which only the older kind of regular expression takes.
const ajv = new Ajv({ strict: false, allErrors: true, unicodeRegExp: false });
addFormats(ajv);
const validate = ajv.compile(schema);

/** What the schema says against a log: nothing, if it is one. */
export function sarifFlaws(log: string): string[] {
  validate(JSON.parse(log));
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}
