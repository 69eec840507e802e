import { setLine } from "../../../provider/configuration/lines";
import { judgeLook } from "../observations";
import type { Probe } from "../probe";
import { cannotTell, differs, holds } from "../verdict";

export const accountKind: Probe = {
  name: "account-kind",
  title: "whether payments:accountId is a merchant account, and payments:partnerAccountId a partner",
  judge: (observations) =>
    judgeLook(observations, "list", ({ problem }) => {
      const { accountId, partnerAccountId, profile } = observations.connection;
      if (problem?.code === "not-enabled-for-account")
        return differs(`${accountId} is refused as a partner account is`, setLine("accountId", profile));
      if (problem !== undefined) return cannotTell("its keys could not be listed: see credential");
      if (partnerAccountId === undefined)
        return holds(`${accountId} takes calls of merchant accounts; payments:partnerAccountId is not set`);
      return judgeLook(observations, "partnerKeys", (partner) => {
        if (partner.problem !== undefined)
          return holds(`${accountId} takes calls of merchant accounts, ${partnerAccountId} refuses them`);
        return differs(
          `${partnerAccountId} takes calls of merchant accounts, so it is no partner account`,
          setLine("partnerAccountId", profile),
        );
      });
    }),
};
