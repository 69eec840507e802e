import { judgeLook } from "../observations";
import type { Probe } from "../probe";
import { differsHandled, holds } from "../verdict";

export const otherOperations: Probe = {
  name: "other-operations",
  row: "other-operations",
  title: "whether what the document shows no operation for is served: a list of customers",
  judge: (observations) =>
    judgeLook(observations, "otherOperation", ({ answer, problem }) =>
      problem === undefined
        ? differsHandled("customers can be listed", "nothing to do: the provider does not call it")
        : holds(`it is answered with ${answer.status}`),
    ),
};
