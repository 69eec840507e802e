import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { projectIn } from "../../../tools/packed.js";

const files = readdirSync(join(__dirname, "../../../sandbox/pages/browser")).filter((name) => !name.endsWith(".json"));

let folder: string;
let child: ChildProcess | undefined;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "pages-"));
});
afterAll(() => {
  child?.kill("SIGKILL");
  rmSync(folder, { recursive: true, force: true });
});

test("the installed package serves both pages and every file of theirs", async () => {
  const project = await projectIn(folder, { packages: ["pulumi-payments-sandbox"] });
  const command = join(project, "node_modules", "pulumi-payments-sandbox", "dist", "command", "main.js");
  child = spawn(process.execPath, [command, "--port", "0", "--json"], { cwd: project });
  const line = await new Promise<string>((resolve) => child?.stdout?.once("data", (text) => resolve(String(text))));
  const { url } = JSON.parse(line) as { url: string };
  const paths = ["/", "/_sandbox/card-form", ...files.map((name) => `/_sandbox/pages/${name}`)];
  const statuses = await Promise.all(paths.map(async (path) => [path, (await fetch(url + path)).status]));
  expect(statuses).toEqual(paths.map((path) => [path, 200]));
});
