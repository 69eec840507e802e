import type { Rule } from "../rule";
import * as list from "./list";

/** Every rule of this package, by name. */
export const rules: readonly Rule[] = Object.values(list).sort((a, b) => (a.name < b.name ? -1 : 1));
