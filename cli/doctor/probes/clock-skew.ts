import type { Probe } from "../probe";
import { cannotTell, differs, holds } from "../verdict";

/** Beyond this, in milliseconds, ages of keys that people read are wrong by what they would notice. */
const tolerableMs = 30_000;

export const clockSkew: Probe = {
  name: "clock-skew",
  title: "whether the service's clock and this machine's agree",
  judge: ({ looks: { list } }) => {
    if (list?.answer === undefined) return cannotTell("no answer came: see address", "failed");
    if (list.dateMs === undefined)
      return cannotTell("its answers carry no date, so ages are measured by this machine's clock");
    // A date has whole seconds, cut off.
    const skewMs = list.dateMs + 500 - (list.beganMs + list.endedMs) / 2;
    const seconds = Math.round(Math.abs(skewMs) / 1_000);
    if (Math.abs(skewMs) <= tolerableMs) return holds(seconds === 0 ? "they agree" : `they differ by ${seconds} s`);
    return differs(
      `the service is ${seconds} s ${skewMs > 0 ? "ahead of" : "behind"} this machine`,
      "set this machine's clock (timedatectl set-ntp true); the provider itself measures ages by the service's clock",
    );
  },
};
