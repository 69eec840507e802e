import { judgeLook, pageOf } from "../observations";
import type { Probe } from "../probe";
import { cannotTell, differs, differsHandled, holds } from "../verdict";

const assumed = 100;

export const pageMax: Probe = {
  name: "page-max",
  row: "page-max",
  title: "the maximum of limit, and that a larger one is replaced by it",
  judge: (observations) =>
    judgeLook(observations, "listMax", (look) => {
      const page = pageOf(look);
      if (look.answer.status === 400 || look.answer.status === 422)
        return differs(
          "a limit above the maximum is refused, not replaced as the document says",
          "ask the operator of the service; the provider asks for 100",
        );
      if (page === undefined) return cannotTell(look.problem?.sentence ?? "the answer is no page", "failed");
      const { limit } = page;
      const seen = limit ?? (page.has_more ? page.items.length : undefined);
      if (seen === undefined || seen === null) return cannotTell("the answer tells no limit, and all keys fit into it");
      if (seen === assumed) return holds(`${seen}`);
      return differsHandled(
        `it is ${seen}`,
        `nothing to do: the provider goes by what is answered. 'npx pulumi-payments-sandbox --page-max ${seen}' makes the local service alike`,
      );
    }),
};
