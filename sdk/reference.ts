import type { ResourceClassName } from "../provider/text/class-names";
import { dynamicTypeToken } from "../provider/text/type-token";

export type { ResourceClassName };

/** The type token of a class. Frozen: it stands in users' state. */
export const typeToken = dynamicTypeToken;

/**
 * What stands in state in place of provider code, twice for each resource: it loads the installed package, and says so
 * where that is missing. It lives in users' state and can't be fixed there, so it is short, dull, and never changes.
 */
export function referenceTo(className: ResourceClassName): string {
  const load = `require("pulumi-payments/runtime").provider("${className}")`;
  const advice = "pulumi-payments is not installed here: run npm install";
  return `exports.handler=()=>{try{return ${load}}catch(e){if(e.code=="MODULE_NOT_FOUND"){e.code=2;e.stack="";e.message=e.details="${advice}"}throw e}}`;
}
