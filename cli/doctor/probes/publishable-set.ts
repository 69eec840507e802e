import { judgeLook } from "../observations";
import type { Probe } from "../probe";
import { differs, holds } from "../verdict";

export const publishableSet: Probe = {
  name: "publishable-set",
  row: "publishable-set",
  title: "whether a publishable key may list keys",
  judge: (observations) =>
    judgeLook(observations, "publishableCall", ({ problem, answer }) =>
      problem === undefined
        ? differs(
            "it may: everybody who sees a public page may read the names and scopes of all keys",
            "ask the operator of the service",
          )
        : holds(`it is refused with ${answer.status}`),
    ),
};
