import { judgeLook } from "../observations";
import type { Probe } from "../probe";
import { cannotTell, differs, differsHandled, holds } from "../verdict";

export const deletion: Probe = {
  name: "deletion",
  title: "whether a deletion is answered with 204, and the key is gone",
  judge: (observations) =>
    judgeLook(observations, "deleted", ({ problem, answer }) => {
      const gone = observations.own?.goneAfterDelete;
      if (problem !== undefined) return cannotTell(problem.sentence, "failed");
      if (gone === undefined) return cannotTell("the list could not be read after it", "failed");
      if (!gone)
        return differs(
          "the list still shows a key that was deleted",
          "pulumi config set payments:newKeyGraceMs 30000   # lists lag here",
        );
      return answer.status === 204
        ? holds("204, and gone")
        : differsHandled(`${answer.status}, and gone`, "nothing to do: the provider looks again where it is not 204");
    }),
};
