import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";

const root = resolve(__dirname, "..", "..");
const run = promisify(execFile);
let folder: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "packed-")));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test("two workers at once each get a whole project with the packed package, not the source tree", async () => {
  // A way of installing that no other test uses, so that both find nothing prepared.
  const installation = JSON.stringify({ typescript: false });
  const script = (name: string) => `
    const { projectIn } = require(${JSON.stringify(join(root, "tools", "packed.js"))});
    projectIn(${JSON.stringify(join(folder, name))}, ${installation}).then(console.log);`;
  const places = await Promise.all(["one", "two"].map((name) => run(process.execPath, ["-e", script(name)])));
  for (const { stdout } of places) {
    const project = stdout.trim();
    const asked = ["-p", 'require.resolve("pulumi-payments")'];
    const { stdout: resolved } = await run(process.execPath, asked, { cwd: project });
    expect(resolved.trim()).toBe(join(project, "node_modules", "pulumi-payments", "dist", "sdk", "index.js"));
    const installed = join(project, "node_modules", "pulumi-payments");
    expect(readFileSync(join(installed, "dist", "sdk", "index.js"), "utf8")).toBe(
      readFileSync(join(root, "dist", "sdk", "index.js"), "utf8"),
    );
    expect(existsSync(join(installed, "test"))).toBe(false);
    await run(process.execPath, ["-e", 'require("pulumi-payments"); require("pulumi-payments/runtime")'], {
      cwd: project,
    });
  }
});
