import { z } from "zod";
import { judgeLook } from "../observations";
import type { Probe } from "../probe";
import { differs, differsHandled, holds } from "../verdict";

const assumed = z.object({ error: z.object({ code: z.string(), message: z.string() }) });

export const errorShape: Probe = {
  name: "error-shape",
  row: "error-shape",
  title: "the status and the body of a refusal, asked for with a credential that nobody has",
  judge: (observations) =>
    judgeLook(observations, "withoutKey", ({ answer, body, problem }) => {
      if (problem === undefined)
        return differs(
          "a credential that nobody has was accepted",
          "check payments:baseUrl: whatever answers there asks for no key",
        );
      if (answer.status === 401 && assumed.safeParse(body).success)
        return holds("401 with error.code and error.message");
      const fields =
        typeof body === "object" && body !== null
          ? `an object of ${Object.keys(body).length} fields`
          : "no JSON object";
      return differsHandled(
        `${answer.status} with ${fields}`,
        "nothing to do: the provider judges by status, and shows what was answered",
      );
    }),
};
