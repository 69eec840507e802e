import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { closeWorlds, forms, type HostName, openWorld } from "../provider/lifecycle/world";
import type { Command } from "./commands";
import { play } from "./play";

const folder = join(__dirname, "..", "regressions");
const regressions = readdirSync(folder).filter((file) => file.startsWith("history-"));
afterEach(closeWorlds);

describe.each(Object.keys(forms) as HostName[])("on the host %s", (host) => {
  test.each(regressions)("the history of %s, which failed once, keeps every promise", async (file) => {
    const world = await openWorld({}, host);
    await play(world, JSON.parse(readFileSync(join(folder, file), "utf8")) as Command[]);
  });
});
