import type { HttpUpdateMethod } from "../../provider/api/update-method";
import { configLine } from "./config-line";
import type { Observations } from "./observations";
import { differs, differsHandled, holds, type ProbeResult } from "./verdict";

/** What it means that updates are taken by one method, for a provider that is configured so. Pure. */
export function updateVerdict(
  setting: Observations["updateMethod"],
  works: HttpUpdateMethod,
  how: string,
): ProbeResult {
  const seen = `updates are taken by ${works} (${how})`;
  const line = configLine("updateMethod", works);
  if (setting !== "auto" && setting !== works) return differs(`${seen}, and payments:updateMethod is ${setting}`, line);
  if (works === "PATCH") return holds(seen);
  const known =
    setting === works
      ? "nothing to do: payments:updateMethod says so"
      : `${line}   # spares the first update of a run its failed attempts`;
  return differsHandled(seen, known);
}
