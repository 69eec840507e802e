import { configLine } from "../config-line";
import { judgeLook, keysOf, pageOf } from "../observations";
import type { Probe } from "../probe";
import { cannotTell, differs, holds } from "../verdict";

export const listStability: Probe = {
  name: "list-stability",
  title: "whether one question is answered with the same keys in the same order, and offset counts from zero",
  judge: (observations) =>
    judgeLook(observations, "list", (look) => {
      const { looks } = observations;
      const readings = [look, looks.listAgain, looks.listOnceMore];
      if (readings.some((each) => pageOf(each) === undefined))
        return cannotTell("the list could not be read three times", "failed");
      const ids = readings.map((each) => keysOf(each).map(({ id }) => id));
      const [first = []] = ids;
      const adapt = `${configLine("absenceConfirmMs", "30000")}   # absence is then believed only where readings so far apart agree`;
      if (ids.some((each) => [...each].sort().join("\n") !== [...first].sort().join("\n"))) {
        if (ids[1]!.join("\n") === ids[2]!.join("\n")) return cannotTell("keys came or went meanwhile; run it again");
        return differs("three readings, one after another, showed three sets of keys", adapt);
      }
      if (ids.some((each) => each.join("\n") !== first.join("\n")))
        return differs("the same keys come in another order each time", adapt);
      const totals = readings.map((each) => pageOf(each)?.total ?? undefined);
      if (new Set(totals).size > 1) return differs(`total was ${totals.join(", then ")} for the same keys`, adapt);
      const [fromSecond] = keysOf(looks.listFromSecond);
      if (first.length < 2) return cannotTell("the account has fewer than two keys, so order and offset show nothing");
      if (fromSecond === undefined) return cannotTell("the page at offset 1 could not be read", "failed");
      if (fromSecond.id !== first[1])
        return differs(
          "offset=1 does not begin with the second key",
          "ask the operator of the service; the provider refuses such lists as shifting",
        );
      return holds(
        `three readings agree on ${first.length} keys${totals[0] === undefined ? "; no total is told" : ""}`,
      );
    }),
};
