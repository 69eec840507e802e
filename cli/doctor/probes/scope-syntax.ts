import { judgeLook } from "../observations";
import type { Probe } from "../probe";
import { cannotTell, differsHandled, holds } from "../verdict";

export const scopeSyntax: Probe = {
  name: "scope-syntax",
  row: "scope-syntax",
  title: "whether a scope that nobody knows is taken: probe:read",
  judge: (observations) =>
    judgeLook(observations, "unknownScope", ({ problem, answer }) => {
      if (problem === undefined) return holds("it is");
      return answer.status === 400 || answer.status === 422
        ? differsHandled(
            `it is refused with ${answer.status}`,
            "nothing to do: what the service refuses, 'pulumi up' shows",
          )
        : cannotTell(problem.sentence);
    }),
};
