import { chmodSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { noteLastUpdates } from "../../../cli/drift/last-updates";

let folder: string;
let environment: NodeJS.ProcessEnv;
beforeEach(() => {
  folder = mkdtempSync(join(realpathSync(tmpdir()), "pulumi-"));
  writeFileSync(join(folder, "pulumi"), `#!/bin/sh\necho "$PWD" >> "${folder}/asked"\ncat "$PWD/stacks.json"\n`);
  chmodSync(join(folder, "pulumi"), 0o755);
  environment = { PATH: [folder, process.env.PATH].join(delimiter) };
});
afterEach(() => rmSync(folder, { recursive: true }));

interface Listed {
  name: string;
  lastUpdate?: string;
  updateInProgress?: boolean;
}
const list = (stacks: readonly Listed[]): void => writeFileSync(join(folder, "stacks.json"), JSON.stringify(stacks));
const [morning, noon] = ["2030-01-01T08:00:00.000Z", "2030-01-01T12:00:00.000Z"];

test("a stack counts as updated if its last update is another, if one is under way, and if nothing is known of it", async () => {
  list([
    { name: "calm", lastUpdate: morning },
    { name: "updated", lastUpdate: morning },
    { name: "updating", lastUpdate: morning },
    { name: "never" },
  ]);
  const updates = await noteLastUpdates([folder, folder], environment);
  list([
    { name: "calm", lastUpdate: morning },
    { name: "updated", lastUpdate: noon },
    { name: "updating", lastUpdate: morning, updateInProgress: true },
    { name: "never" },
    { name: "new", lastUpdate: noon },
  ]);
  const isUpdated = await updates.updatedSince();
  const found = ["calm", "updated", "updating", "never", "new", "unheard of"].filter((name) =>
    isUpdated({ cwd: folder, name }),
  );
  expect(found).toEqual(["updated", "updating", "never", "new", "unheard of"]);
  expect(isUpdated({ cwd: "elsewhere", name: "calm" })).toBe(true);
});

test("where the backend does not answer, every stack counts as updated", async () => {
  list([{ name: "calm", lastUpdate: morning }]);
  const updates = await noteLastUpdates([folder], environment);
  rmSync(join(folder, "stacks.json"));
  expect((await updates.updatedSince())({ cwd: folder, name: "calm" })).toBe(true);
});
