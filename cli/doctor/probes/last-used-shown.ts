import { judgeLook } from "../observations";
import type { Probe } from "../probe";
import { cannotTell, differs, holds } from "../verdict";

export const lastUsedShown: Probe = {
  name: "last-used-shown",
  row: "last-used-shown",
  title: "whether lists show when a key was last used",
  judge: (observations) =>
    judgeLook(observations, "list", () => {
      const { walk, own, ownKey } = observations;
      if (walk === undefined || "problem" in walk)
        return cannotTell("the keys could not be listed: see list-walk", "failed");
      const shown = walk.keys.filter(({ lastUsed }) => lastUsed !== undefined).length;
      if (shown > 0) return holds(`of ${shown} of ${walk.keys.length} keys`);
      if (own?.afterCall?.lastUsed !== undefined) return holds("of a key of its own, once it was used");
      const protect =
        "give keys that must stay the option protect; the deletion guard lets keys pass of which no use is known, and says so";
      if (own?.afterCall !== undefined) return differs("a key that had just been used shows no use", protect);
      if (ownKey !== undefined)
        return differs(`the credential is in use, and its key ${ownKey.id} shows none`, protect);
      return cannotTell("no key of the account shows a use, and none is known to have been used");
    }),
};
