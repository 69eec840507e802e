import type { Probe } from "../probe";
import { cannotTell, differs, holds } from "../verdict";

export const address: Probe = {
  name: "address",
  title: "whether the service answers at payments:baseUrl",
  judge: ({ connection: { serviceUrl }, looks: { list } }) => {
    if (list === undefined) return cannotTell("it was not asked", "failed");
    const { answer, problem, failure } = list;
    // What is refused by its certificate does answer; tls tells the rest.
    const answers = answer !== undefined || failure?.kind === "certificate" || failure?.kind === "tls";
    if (!answers) return cannotTell(problem?.sentence ?? "no answer came", "failed");
    if (problem?.code === "malformed-response")
      return differs(problem.sentence, "pulumi config set payments:baseUrl https://…");
    if (answer !== undefined && answer.status >= 500) return cannotTell(problem?.sentence ?? "", "failed");
    return holds(`${serviceUrl} answers, in ${list.endedMs - list.beganMs} ms`);
  },
};
