import { eventListSchema } from "../../../provider/api/contract/event";
import { isSuccess, judgeLook, pageOf } from "../observations";
import type { Probe } from "../probe";
import { cannotTell, differsHandled, holds } from "../verdict";

export const eventList: Probe = {
  name: "event-list",
  row: "events-shape",
  title: "what GET /v1/events answers",
  judge: (observations) => {
    const name = isSuccess(observations.looks.eventsOfPartner) ? "eventsOfPartner" : "events";
    return judgeLook(observations, name, ({ problem, body, ...look }) => {
      if (problem !== undefined) return cannotTell(problem.sentence);
      const parsed = eventListSchema.safeParse(body);
      if (!parsed.success)
        return differsHandled("a list in a form that is not known here", "nothing to do: no resource depends on it");
      const isPage = pageOf({ ...look, body }) !== undefined;
      return isPage
        ? holds(`a page with ${parsed.data.length} ${parsed.data.length === 1 ? "event" : "events"}`)
        : differsHandled("a list that is no page", "nothing to do: the provider reads it");
    });
  },
};
