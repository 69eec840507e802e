import { configLine } from "../config-line";
import { judgeLook } from "../observations";
import type { Probe } from "../probe";
import { cannotTell, differs, differsHandled, holds } from "../verdict";

export const newKeys: Probe = {
  name: "new-keys",
  row: "payments:newKeyGraceMs",
  title: "whether a list shows a new key at once",
  judge: (observations) =>
    judgeLook(observations, "created", ({ problem }) => {
      const { own, newKeyGraceMs } = observations;
      if (problem !== undefined || own?.lookedForMs === undefined)
        return cannotTell("no key was made, or no list could be read", "failed");
      const { listedAfterMs, lookedForMs } = own;
      if (listedAfterMs === undefined) {
        const enough = Math.ceil((lookedForMs * 3) / 1_000) * 1_000;
        return differs(`not within ${Math.round(lookedForMs / 1_000)} s`, configLine("newKeyGraceMs", String(enough)));
      }
      if (listedAfterMs === 0) return holds("the first list after its creation did");
      const seen = `after ${listedAfterMs} ms`;
      if (listedAfterMs * 2 <= newKeyGraceMs)
        return differsHandled(seen, `nothing to do: payments:newKeyGraceMs is ${newKeyGraceMs}`);
      return differs(seen, configLine("newKeyGraceMs", String(Math.ceil((listedAfterMs * 3) / 1_000) * 1_000)));
    }),
};
