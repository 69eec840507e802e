import { judgeLook, pageOf } from "../observations";
import type { Probe } from "../probe";
import { cannotTell, differsHandled, holds } from "../verdict";

const assumed = 20;

export const defaultLimit: Probe = {
  name: "default-limit",
  row: "default-limit",
  title: "how many keys a page holds without limit",
  judge: (observations) =>
    judgeLook(observations, "listDefault", (look) => {
      const page = pageOf(look);
      if (page === undefined) return cannotTell(look.problem?.sentence ?? "the answer is no page");
      const seen = page.limit ?? (page.has_more ? page.items.length : undefined);
      if (seen === undefined) return cannotTell("the answer tells no limit, and all keys fit into it");
      return seen === assumed
        ? holds(`${seen}`)
        : differsHandled(`it is ${seen}`, "nothing to do: the provider always sends a limit");
    }),
};
