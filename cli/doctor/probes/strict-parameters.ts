import { judgeLook } from "../observations";
import type { Probe } from "../probe";
import { cannotTell, differsHandled, holds } from "../verdict";

export const strictParameters: Probe = {
  name: "strict-parameters",
  row: "strict-parameters",
  title: "what becomes of a parameter that an operation does not have",
  judge: (observations) =>
    judgeLook(observations, "listOdd", ({ problem, answer }) => {
      if (problem === undefined) return differsHandled("it is passed over", "nothing to do: the provider sends none");
      return answer.status === 400 || answer.status === 422
        ? holds(`it is refused with ${answer.status}`)
        : cannotTell(problem.sentence);
    }),
};
