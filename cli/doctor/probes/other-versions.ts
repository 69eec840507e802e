import { judgeLook } from "../observations";
import type { Probe } from "../probe";
import { differsHandled, holds } from "../verdict";

export const otherVersions: Probe = {
  name: "versions",
  row: "versions",
  title: "whether there is a version besides /v1",
  judge: (observations) =>
    judgeLook(observations, "otherVersion", ({ answer, problem }) =>
      problem === undefined
        ? differsHandled(
            "/v2 answers",
            "nothing to do: the provider calls /v1. If /v1 is to end, a newer pulumi-payments is needed",
          )
        : holds(`/v2 is answered with ${answer.status}`),
    ),
};
