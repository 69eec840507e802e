import { sideBySide } from "../../drift/collect/side-by-side";
import { pulumi } from "../pulumi";

/** Which stacks of some projects were updated since. */
export interface LastUpdates {
  /** Asks each project once more. A stack of which nothing is known counts as updated. */
  updatedSince(): Promise<(stack: { cwd: string; name: string }) => boolean>;
}

/** Notes when each stack of these projects was last updated: one command for each project, however many stacks it has. */
export async function noteLastUpdates(
  cwds: readonly string[],
  environment: NodeJS.ProcessEnv = process.env,
): Promise<LastUpdates> {
  const folders = [...new Set(cwds)];
  const before = await lastUpdatesIn(folders, environment);
  return {
    async updatedSince() {
      const now = await lastUpdatesIn(folders, environment);
      return ({ cwd, name }) => {
        const [then, last] = [before, now].map((each) => each.get(keyOf(cwd, name)));
        return then === undefined || then !== last;
      };
    },
  };
}

async function lastUpdatesIn(
  cwds: readonly string[],
  environment: NodeJS.ProcessEnv,
): Promise<ReadonlyMap<string, string>> {
  const each = await sideBySide(cwds, jobs, async (cwd) => {
    const listed = await pulumi(["stack", "ls", "--json"], { cwd }, environment)
      .then((text) => JSON.parse(text) as { name: string; lastUpdate?: string; updateInProgress?: boolean }[])
      .catch(() => []);
    // An update that is under way may save its state at any moment.
    return listed.flatMap(({ name, lastUpdate, updateInProgress }): [string, string][] =>
      lastUpdate === undefined || updateInProgress ? [] : [[keyOf(cwd, name), lastUpdate]],
    );
  });
  return new Map(each.flat());
}

const jobs = 4;
const keyOf = (cwd: string, name: string): string => `${cwd}\n${name}`;
