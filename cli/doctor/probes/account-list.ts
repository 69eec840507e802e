import { accountListSchema } from "../../../provider/api/contract/account";
import { judgeLook, pageOf } from "../observations";
import type { Probe } from "../probe";
import { cannotTell, differsHandled, holds } from "../verdict";

export const accountList: Probe = {
  name: "account-list",
  row: "accounts-shape",
  title: "what GET /v1/accounts answers",
  judge: (observations) =>
    judgeLook(observations, "accounts", ({ problem, body, ...look }) => {
      if (problem !== undefined) return cannotTell(problem.sentence);
      const parsed = accountListSchema.safeParse(body);
      if (!parsed.success)
        return differsHandled("a list in a form that is not known here", "nothing to do: no resource depends on it");
      const isPage = pageOf({ ...look, body }) !== undefined;
      return isPage
        ? holds(`a page with ${parsed.data.length} ${parsed.data.length === 1 ? "account" : "accounts"}`)
        : differsHandled("a list that is no page", "nothing to do: the provider reads it");
    }),
};
