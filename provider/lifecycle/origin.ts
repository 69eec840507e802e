import { sameAddress } from "../configuration/address";
import type { Configuration } from "../configuration/configuration";
import type { Connection } from "../configuration/connection";
import { setLine } from "../configuration/lines";
import { shellWord } from "../text/shell-word";
import type { Origin } from "./state";

export type OriginCheck =
  | { verdict: "same" }
  /** State is to follow the service to another address; believed only for an object that is found there. */
  | { verdict: "relocated" }
  | { verdict: "refused"; why: string };

/**
 * Is the object that state speaks of at the service, in the environment and in the account that this run is configured
 * for? A run that is not must stop here: it would read "everything is gone" and make everything anew. Pure.
 *
 * @param desired what the program names now; left out on read and delete, which do not see the program
 */
export function checkOrigin(
  origin: Origin,
  connection: Connection,
  relocate: Configuration["relocate"],
  desired?: { accountNamed: boolean },
): OriginCheck {
  const problems: string[] = [];
  const lines: string[] = [];
  if (
    origin.accountId !== undefined &&
    !origin.accountNamed &&
    !desired?.accountNamed &&
    origin.accountId !== connection.accountId
  ) {
    problems.push(`state records account ${origin.accountId}, the configuration says ${connection.accountId}`);
    lines.push(setLine("accountId", connection.profile, shellWord(origin.accountId)));
  }
  if (
    origin.environment !== undefined &&
    connection.environment !== undefined &&
    origin.environment !== connection.environment
  ) {
    problems.push(`state records environment ${origin.environment}, the configuration says ${connection.environment}`);
    lines.push(setLine("environment", connection.profile, shellWord(origin.environment)));
  }
  const moved = origin.serviceUrl !== undefined && !sameAddress(origin.serviceUrl, connection.serviceUrl);
  const isRelocated =
    moved &&
    relocate !== undefined &&
    sameAddress(relocate.from, origin.serviceUrl!) &&
    sameAddress(relocate.to, connection.serviceUrl);
  if (moved && !isRelocated) {
    problems.push(`state records the service ${origin.serviceUrl}, the configuration says ${connection.serviceUrl}`);
    lines.push(setLine("baseUrl", connection.profile, shellWord(origin.serviceUrl!)));
  }
  if (problems.length === 0) return { verdict: isRelocated ? "relocated" : "same" };
  const ways = moved
    ? ` If the service moved to a new address with its keys, run once with PAYMENTS_REHOME=${origin.serviceUrl}=${connection.serviceUrl}. If the old service is gone for good, remove the resource with 'pulumi state delete'.`
    : "";
  // The settings of an explicit provider instance stand in the program.
  const fix = connection.instance === undefined ? [":", ...lines.map((line) => `    ${line}`)].join("\n") : ".";
  return {
    verdict: "refused",
    why: `refused, and nothing was read or changed: ${problems.join("; ")}.${ways} Configure this stack for what its state records${fix}`,
  };
}
