import { configKey, type SettingName } from "../../provider/configuration/settings";

/** What a probe came to. `differs` and `cannot tell` say what to do. */
export type ProbeResult =
  | { verdict: "holds"; seen: string }
  | {
      verdict: "differs";
      seen: string;
      /** The line of configuration that adapts, or what else to do. */
      adapt: string;
      /** The provider copes as it is configured: nothing has to be done. */
      handled: boolean;
    }
  | { verdict: "cannot tell"; why: string; because: Because };

/**
 * - `failed`: it should have been answered and was not.
 * - `no evidence`: this account, or this credential, shows nothing of it.
 * - `not asked`: it takes `--write` or another option.
 */
export type Because = "failed" | "no evidence" | "not asked";

export const holds = (seen: string): ProbeResult => ({ verdict: "holds", seen });
/** It differs from what the provider expects as it is configured. */
export const differs = (seen: string, adapt: string): ProbeResult => ({
  verdict: "differs",
  seen,
  adapt,
  handled: false,
});
/** It differs from the page of assumptions, and the provider copes. */
export const differsHandled = (seen: string, adapt = "nothing to do: the provider copes"): ProbeResult => ({
  verdict: "differs",
  seen,
  adapt,
  handled: true,
});
export const cannotTell = (why: string, because: Because = "no evidence"): ProbeResult => ({
  verdict: "cannot tell",
  why,
  because,
});

/** The line of configuration that adapts the provider to a service. */
export function configLine(name: SettingName, value: string): string {
  return `pulumi config set ${configKey(name)} ${value}`;
}
