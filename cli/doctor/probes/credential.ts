import { setLine } from "../../../provider/configuration/lines";
import { judgeLook } from "../observations";
import type { Probe } from "../probe";
import { differs, holds } from "../verdict";

export const credential: Probe = {
  name: "credential",
  title: "whether the credential is accepted, and may list the keys of the account",
  judge: (observations) =>
    judgeLook(observations, "list", ({ problem }) => {
      const { accountId, profile } = observations.connection;
      if (problem === undefined) return holds(`it may list the keys of ${accountId}`);
      if (problem.code === "not-enabled-for-account") return differs(problem.sentence, setLine("accountId", profile));
      return differs(problem.sentence, setLine("apiKey", profile));
    }),
};
