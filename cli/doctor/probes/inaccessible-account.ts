import { judgeLook } from "../observations";
import type { Probe } from "../probe";
import { differs, differsHandled, holds } from "../verdict";

export const inaccessibleAccount: Probe = {
  name: "inaccessible-account",
  row: "inaccessible-account",
  title: "how an account that is nobody's is answered",
  judge: (observations) =>
    judgeLook(observations, "otherAccount", ({ answer, problem }) => {
      if (problem === undefined)
        return differs(
          "it was answered like an account that exists",
          "check that payments:accountId is right: a wrong one would show as an empty account",
        );
      return answer.status === 403
        ? holds("403")
        : differsHandled(`${answer.status}`, "nothing to do: the message of the provider shows what was answered");
    }),
};
