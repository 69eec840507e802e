import { setLine } from "../../../provider/configuration/lines";
import { configLine } from "../config-line";
import { isSuccess, judgeLook } from "../observations";
import type { Probe } from "../probe";
import { cannotTell, differs, differsHandled, holds } from "../verdict";

export const endpointAccount: Probe = {
  name: "endpoint-account",
  row: "endpoint-account",
  title: "which account's id calls of webhook endpoints and events carry",
  judge: (observations) =>
    judgeLook(observations, "events", (merchant) => {
      const { connection, looks } = observations;
      const partner = looks.eventsOfPartner;
      const toPartner =
        connection.profile === undefined
          ? configLine("endpointAccount", "partner")
          : setLine("endpointAccount", connection.profile);
      if (isSuccess(merchant)) {
        if (connection.endpointAccount === "merchant") return holds("the merchant's");
        if (isSuccess(partner)) return holds("the partner's, and the merchant's too");
        return differs(
          "the merchant's, and payments:endpointAccount is partner",
          toPartner.replace(/partner$/, "merchant"),
        );
      }
      if (isSuccess(partner)) {
        const seen = "the partner's";
        if (connection.endpointAccount === "partner")
          return differsHandled(seen, "nothing to do: payments:endpointAccount says so");
        return differs(seen, toPartner);
      }
      if (merchant.problem?.code === "not-enabled-for-account" || merchant.answer.status === 403) {
        const why =
          partner === undefined
            ? `set ${setLine("partnerAccountId", connection.profile)} to have the partner's tried too`
            : "the partner's id is refused too";
        return cannotTell(`the merchant's id is refused (${merchant.answer.status}); ${why}`);
      }
      return cannotTell(merchant.problem?.sentence ?? "no reason given");
    }),
};
