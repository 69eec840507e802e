import { apiKeySchema } from "../../../provider/api/contract/api-key";
import { sameScopes } from "../../../provider/api/contract/scope";
import { judgeLook } from "../observations";
import type { Probe } from "../probe";
import { cannotTell, differsHandled, holds } from "../verdict";

export const ignoredScopes: Probe = {
  name: "ignored-scopes",
  row: "ignored-scopes",
  title: "what a publishable key that was sent scopes shows",
  judge: (observations) =>
    judgeLook(observations, "publishable", ({ problem, body }) => {
      if (problem !== undefined) return cannotTell(problem.sentence);
      const key = apiKeySchema.safeParse(body);
      if (!key.success) return cannotTell("the answer shows no key");
      return sameScopes(key.data.scopes, ["*"])
        ? holds('["*"]')
        : differsHandled(
            `${key.data.scopes.length} scopes, not ["*"]`,
            "nothing to do: the provider reads and compares nothing there",
          );
    }),
};
