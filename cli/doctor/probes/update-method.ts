import { updateMethods } from "../../../provider/api/update-method";
import { isSuccess, judgeLook, type Observations } from "../observations";
import type { Probe } from "../probe";
import { updateVerdict } from "../update-verdict";
import { cannotTell, differs, type ProbeResult } from "../verdict";

export const updateMethod: Probe = {
  name: "update-method",
  row: "update-method",
  title: "which HTTP method updates a key",
  judge: (observations) => (observations.own === undefined ? byAllow(observations) : byTrying(observations)),
};

function byTrying({ own, updateMethod: setting }: Observations): ProbeResult {
  const updates = own?.updates ?? [];
  const works = updates.find(({ look }) => isSuccess(look));
  if (works !== undefined) return updateVerdict(setting, works.method, "tried on a key of its own");
  if (updates.length < updateMethods.length)
    return cannotTell(updates.at(-1)?.look.problem?.sentence ?? "no key could be made", "failed");
  const answers = updates.map(({ method, look }) => `${method} ${look.answer?.status ?? "no answer"}`).join(", ");
  return differs(
    `none of the three updates a key (${answers})`,
    "give payments:apiKey a key with api_keys:write, or ask the operator of the service",
  );
}

/** A refused method's answer may list the ones that are taken (RFC 9110, Allow). */
function byAllow(observations: Observations): ProbeResult {
  return judgeLook(observations, "keyById", ({ answer }) => {
    const allowed = (answer.headers.allow ?? "").split(",").map((method) => method.trim().toUpperCase());
    const [only, ...others] = updateMethods.filter((method) => allowed.includes(method));
    if (only === undefined || others.length > 0)
      return cannotTell("no answer names it, and it is tried on a key of its own only: --write", "not asked");
    return updateVerdict(observations.updateMethod, only, "says the header Allow");
  });
}
