import { judgeLook } from "../observations";
import type { Probe } from "../probe";
import { cannotTell, differsHandled, holds } from "../verdict";

export const scopeTable: Probe = {
  name: "scope-table",
  row: "scope-table",
  title: "whether reading keys needs api_keys:read: asked with a key that may read accounts only",
  judge: (observations) =>
    judgeLook(observations, "refusedCall", ({ problem, answer }) => {
      if (problem === undefined)
        return differsHandled("it does not", "nothing to do: scopes only ever help a message along");
      return answer.status === 403 ? holds("403 without it") : cannotTell(problem.sentence);
    }),
};
