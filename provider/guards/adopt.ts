import { ownCommand } from "../text/own-command";
import type { Guard } from "./guard";

/** A key is adopted only where nothing of this stack has it yet, and where it is of the declared type. */
export const adopt: Guard = (write, { live, recordedBy, managedBy }) => {
  if (write.write !== "update" || write.adopts === undefined) return [];
  const { id, adopts } = write;
  const refuse = (why: string) => [{ guard: "adopt" as const, path: "adoptId", why }];
  if (recordedBy !== undefined) return refuse(recordedAlready(id, recordedBy));
  if (managedBy !== undefined) return refuse(twoManagersLine(`API key ${id}`, managedBy));
  if (live !== undefined && adopts.type !== undefined && live.type !== adopts.type)
    return refuse(`API key ${id} is ${live.type}, and the program declares ${adopts.type}`);
  return [];
};

const recordedAlready = (id: string, recordedBy: string): string =>
  `API key ${id} can't be adopted: ${recordedBy} of this stack holds it already. Declare it in one of the two; where that resource only has another name now, give this one the option aliases: [{ name: "<the old one>" }] in place of adoptId.`;

/** Where state records one object for two resources: as after one adopted it before the run had met the other. */
export const twoManagersLine = (label: string, other: string): string =>
  `${label} is managed by ${other} of this stack as well, and each would undo what the other does. Keep it in one of the two, and take the other out of the program, or out of state with 'pulumi state delete'.`;

/** The key that an argument names is not there. */
export const noSuchKey = (path: string, id: string, accountId: string, why: string): string =>
  `there is no API key ${id} in account ${accountId} (${why}). Check ${path}, and that the account is the right one: '${ownCommand} keys' lists its keys.`;
