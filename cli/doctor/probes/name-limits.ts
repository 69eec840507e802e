import { judgeLook } from "../observations";
import type { Probe } from "../probe";
import { cannotTell, differsHandled, holds } from "../verdict";

export const nameLimits: Probe = {
  name: "name-limits",
  row: "name-limits",
  title: "whether a name of 256 characters is refused",
  judge: (observations) =>
    judgeLook(observations, "longName", ({ problem, answer }) => {
      if (problem === undefined)
        return differsHandled(
          "it is taken",
          "nothing to do: the provider refuses names over 255 characters before it sends them",
        );
      return answer.status === 400 || answer.status === 422
        ? holds(`it is refused with ${answer.status}`)
        : cannotTell(problem.sentence);
    }),
};
