import { isSuccess, judgeLook } from "../observations";
import type { Probe } from "../probe";
import { cannotTell, differsHandled, holds } from "../verdict";

export const scopesAreExact: Probe = {
  name: "scopes-are-exact",
  row: "scopes-are-exact",
  title: "whether a :write scope includes :read: accounts listed with accounts:write",
  judge: (observations) =>
    judgeLook(observations, "inexactCall", ({ problem, answer }) => {
      if (!isSuccess(observations.looks.allowedCall))
        return cannotTell("accounts could not be listed with accounts:read either");
      if (problem === undefined)
        return differsHandled("it does", "nothing to do: the provider compares scopes as they are written");
      return answer.status === 403 ? holds("it does not") : cannotTell(problem.sentence);
    }),
};
