import type { ResourceRule } from "../rule.js";
import { noWildcardScope } from "./no-wildcard-scope/index.js";

/** Every rule. A new one is a folder here, a line, and a test that mirrors it. */
export const rules: readonly ResourceRule[] = [noWildcardScope];
