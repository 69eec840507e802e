import { readTime } from "../../../provider/api/contract/time";
import { judgeLook, keysOf } from "../observations";
import type { Probe } from "../probe";
import { cannotTell, differs, holds } from "../verdict";

export const listOrder: Probe = {
  name: "list-order",
  title: "whether the list of keys is sorted with the most recently created first",
  judge: (observations) =>
    judgeLook(observations, "list", (look) => {
      if (look.problem !== undefined) return cannotTell("the keys could not be listed: see credential");
      const times = keysOf(look).map(({ createdAt }) => readTime(createdAt));
      const known = times.filter((time) => !Number.isNaN(time));
      if (new Set(known).size < 2) return cannotTell("the account shows no two keys of different times");
      const sorted = known.every((time, index) => index === 0 || time <= known[index - 1]!);
      if (sorted) return holds(`${known.length} keys, newest first`);
      return differs(
        "an older key comes before a newer one: a key that is created while pages are read may be missed",
        "pulumi config set payments:absenceConfirmMs 30000   # the provider believes an absence only where two readings agree, so far apart",
      );
    }),
};
