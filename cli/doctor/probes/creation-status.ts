import { apiKeySchema } from "../../../provider/api/contract/api-key";
import { judgeLook } from "../observations";
import type { Probe } from "../probe";
import { cannotTell, differs, differsHandled, holds } from "../verdict";

export const creationStatus: Probe = {
  name: "creation-status",
  row: "creation-status",
  title: "what a creation answers, and that it shows the whole value",
  judge: (observations) =>
    judgeLook(observations, "created", ({ answer, body, problem }) => {
      const notCreated = observations.own?.notCreated;
      if (notCreated !== undefined)
        return differs(
          `a creation was answered with another key: ${notCreated}`,
          "ask the operator of the service: the provider refuses such an answer as ambiguous",
        );
      if (problem !== undefined) return cannotTell(problem.sentence, "failed");
      const key = apiKeySchema.safeParse(body);
      if (!key.success || key.data.value === undefined)
        return differs(
          `${answer.status}, without a key and its value`,
          "ask the operator of the service: the provider cannot capture a value here",
        );
      return answer.status === 201
        ? holds("201 with the key and its value")
        : differsHandled(`${answer.status} with the key and its value`);
    }),
};
