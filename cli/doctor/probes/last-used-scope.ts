import { judgeLook } from "../observations";
import type { Probe } from "../probe";
import { cannotTell, differsHandled, holds } from "../verdict";

export const lastUsedScope: Probe = {
  name: "last-used-scope",
  row: "last-used-scope",
  title: "whether a request that is refused for its scope counts as a use",
  judge: (observations) =>
    judgeLook(observations, "refusedCall", ({ answer }) => {
      const { own } = observations;
      if (answer.status !== 403) return cannotTell("no request was refused for its scope: see scope-table");
      if (own?.afterRefusal === undefined) return cannotTell("the key could not be seen after it", "failed");
      if (own.fresh?.lastUsed !== undefined) return cannotTell("the new key showed a use before it had one");
      if (own.afterRefusal.lastUsed !== undefined) return holds("it does");
      if (own.afterCall?.lastUsed === undefined) return cannotTell("no use is shown at all: see last-used-shown");
      return differsHandled("it does not", "nothing to do: the deletion guard goes by what is shown");
    }),
};
