import type { Section } from "../sentence";
import { authentication } from "./authentication";
import { endpoints } from "./endpoints";
import { errorsAndLimits } from "./errors-and-limits";
import { events } from "./events";
import { overview } from "./overview";
import { resources } from "./resources";
import { states } from "./states";

/**
 * The interface document, sentence by sentence and in its order: the one place that says how the sandbox stands to each.
 * `/_sandbox/fidelity` and docs/reference/fidelity.md are made from it; a test compares it with the document.
 */
export const document: readonly Section[] = [
  ...overview,
  ...resources,
  ...states,
  ...endpoints,
  ...authentication,
  ...events,
  ...errorsAndLimits,
];
