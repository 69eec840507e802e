import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const root = resolve(__dirname, "..", "..", "..");
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "demo-test-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

class Run {
  output = "";
  readonly child: ChildProcess;

  constructor(command: string, args: readonly string[]) {
    // Whatever the demo makes, it makes in the temporary folder; that is looked at afterwards.
    this.child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, TMPDIR: folder },
      stdio: "pipe",
      detached: true,
    });
    const take = (chunk: Buffer) => {
      this.output += chunk;
    };
    this.child.stdout?.on("data", take);
    this.child.stderr?.on("data", take);
  }

  async ended(): Promise<{ code: number; output: string }> {
    const [code] = await once(this.child, "close");
    return { code, output: this.output };
  }

  async said(text: string): Promise<void> {
    while (!this.output.includes(text)) {
      if (this.child.exitCode !== null) throw new Error(`it ended before it said "${text}": ${this.output}`);
      await new Promise((done) => setTimeout(done, 50));
    }
  }
}

/** What is left of demos; Node keeps a cache of compiled code beside them. */
const left = () => readdirSync(folder).filter((name) => name !== "node-compile-cache");
const demo = (...args: string[]) => new Run(process.execPath, ["tools/run.js", "demo", ...args]);

test("the demo tells the whole path and leaves nothing behind", async () => {
  const { code, output } = await demo().ended();
  expect({ code, output }).toMatchObject({ code: 0 });
  expect(output).toMatch(/checkoutKey\s*: \[secret\]/);
  expect(output).toContain("(exit code 7)");
  expect(output).toMatch(/drift: scopes of API key \S+ is .*"accounts:delete"/);
  expect(output).toMatch(/inactive -> (pending|active)/);
  expect(output).toMatch(/preview --diff[\s\S]*- \[\d\]: "accounts:delete"/);
  expect(output).toContain("$ pulumi destroy");
  // Whoever deletes what nobody uses has nothing to act on.
  expect(output.slice(output.indexOf("$ pulumi destroy"))).not.toContain("warning:");
  // The story, not the progress of the engine.
  expect(output).not.toMatch(/@ updating|creating \(0s\)/);
  expect(output.split("\n").length).toBeLessThan(100);
  expect(output).not.toMatch(/sk_sandbox_[0-9a-f]{8}/);
  expect(left()).toEqual([]);
});

test("with --keep service and stack stay up, and the printed lines go on with them and clear them away", async () => {
  const { code, output } = await demo("--keep").ended();
  expect({ code, output }).toMatchObject({ code: 0 });
  const lines = output.slice(output.indexOf("\ncd ")).split("\n");
  const shell = await new Run("bash", ["-c", lines.filter((line) => !line.startsWith("When ")).join("\n")]).ended();
  expect(shell).toMatchObject({ code: 0 });
  expect(shell.output).toContain('"status":"disabled"');
  expect(shell.output).toContain("error: no changes were expected");
  expect(shell.output).toMatch(/disabled -> (pending|active)/);
  expect(shell.output).toMatch(/- \d+ deleted/);
  expect(left()).toEqual([]);
});

test("Ctrl-C in the middle ends the service and removes what was made", async () => {
  const run = demo();
  await run.said("$ pulumi up");
  const url = /ready at (\S+)/.exec(run.output)?.[1] ?? "";
  expect((await fetch(`${url}/_sandbox/health`)).status).toBe(200);
  // A terminal sends it to the whole process group.
  process.kill(-(run.child.pid as number), "SIGINT");
  expect((await run.ended()).code).toBe(130);
  expect(left()).toEqual([]);
  await expect(fetch(`${url}/_sandbox/health`)).rejects.toThrow();
});
