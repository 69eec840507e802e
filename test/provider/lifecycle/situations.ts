import type { Situation } from "../../../provider/lifecycle/decide.js";
import type { Difference } from "../../../provider/lifecycle/resource.js";

/** A key that is as it was declared, with every setting as it is by default. */
export const calm: Situation = {
  label: "API key key_1",
  sight: "found",
  driftCheck: "strict",
  comparison: { differences: [] },
  stored: {},
  replacing: [],
  unknown: [],
  createOnly: new Set(["type"]),
  replaceOnChanges: [],
  outdated: [],
  rehome: false,
  goneAdvice: "It will be created again.",
  failOnUnhealthy: false,
  dueRotations: "apply",
};

/** A name that is otherwise live than declared. */
export const drift: Difference = { field: "name", wanted: "mine", live: "theirs", repairable: true };
