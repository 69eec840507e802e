import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { closeWorlds, openWorld } from "../provider/lifecycle/world";
import type { Command } from "./commands";
import { play } from "./play";

const folder = join(__dirname, "..", "regressions");
const regressions = readdirSync(folder).filter((file) => file.startsWith("history-"));
afterEach(closeWorlds);

test.each(regressions)("the history of %s, which failed once, keeps every promise", async (file) => {
  const world = await openWorld();
  await play(world, JSON.parse(readFileSync(join(folder, file), "utf8")) as Command[]);
});
