import { ownCommand } from "../text/own-command";
import type { Guard } from "./guard";

/** A key is adopted only where nothing of this stack has it yet, and where it is of the declared type. */
export const adopt: Guard = {
  name: "adopt",
  needsLive: () => false,
  check(write, { live, recordedBy, managedBy }) {
    if (write.write !== "update" || write.adopts === undefined) return [];
    const { id, adopts } = write;
    const refuse = (why: string) => [{ path: "adoptId", why }];
    if (recordedBy !== undefined) return refuse(recordedAlready(id, recordedBy));
    if (managedBy !== undefined) return refuse(twoManagersLine(`API key ${id}`, managedBy));
    if (live !== undefined && adopts.type !== undefined && live.type !== adopts.type)
      return refuse(
        `API key ${id} is ${live.type}, and the program declares ${adopts.type}. Declare its type, or name another key.`,
      );
    return [];
  },
};

const recordedAlready = (id: string, recordedBy: string): string =>
  `API key ${id} can't be adopted: ${recordedBy} of this stack manages it already. Declare it in only one of the two. If that resource was renamed, give this one the option aliases: [{ name: "<the old one>" }] instead of adoptId.`;

/** Where state records one object for two resources: as after one adopted it before the run had met the other. */
export const twoManagersLine = (label: string, other: string): string =>
  `${label} is also managed by ${other} of this stack, and each would undo the other's changes. Keep it in one of the two. Remove the other from the program, or from state with 'pulumi state delete'.`;

/** The key that an argument names is not there. */
export const noSuchKey = (path: string, id: string, accountId: string, why: string): string =>
  `there is no API key ${id} in account ${accountId} (${why}). Check ${path} and the account: '${ownCommand} keys' lists its keys.`;
