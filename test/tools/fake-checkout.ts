import { execFile } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";

const root = resolve(__dirname, "..", "..");

export interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * A copy of tools/ in a folder of its own, where no program is on PATH but Node and what the test makes up. Each made-up
 * program notes that it was called.
 */
export class FakeCheckout {
  readonly folder = mkdtempSync(join(tmpdir(), "checkout-"));
  readonly bin = join(this.folder, "bin");
  readonly cache = join(this.folder, "cache");
  readonly target = join(this.cache, "pulumi-payments", "engine", `3.259.0-${process.platform}-${process.arch}`);
  private readonly callsFile = join(this.folder, "calls.txt");

  constructor() {
    cpSync(join(root, "tools"), join(this.folder, "tools"), { recursive: true });
    for (const file of ["package.json", "package-lock.json"]) cpSync(join(root, file), join(this.folder, file));
    mkdirSync(this.bin);
    symlinkSync(process.execPath, join(this.bin, "node"));
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** Puts a program on PATH (or anywhere else), written as the body of a Node script. */
  program(name: string, body: string, folder = this.bin): void {
    mkdirSync(folder, { recursive: true });
    const note = `require("node:fs").appendFileSync(${JSON.stringify(this.callsFile)}, ${JSON.stringify(name)} + " " + process.argv.slice(2).join(" ") + "\\n");`;
    writeFileSync(join(folder, name), `#!${process.execPath}\n${note}\n${body}\n`, { mode: 0o755 });
  }

  /** An engine of some version with its language host. */
  engine(version: string, folder: string): void {
    this.program("pulumi", `console.log("v${version}");`, folder);
    this.program("pulumi-language-nodejs", "", folder);
  }

  /** A Go that notes its GOTOOLCHAIN. `until` there is such a file, what it builds is half written. */
  go(version: string, until?: string): void {
    const built = `#!${process.execPath}\nconsole.log("v3.259.0");\n`;
    this.program(
      "go",
      `const { appendFileSync, writeFileSync } = require("node:fs");
      const [verb, ...rest] = process.argv.slice(2);
      if (verb === "env") console.log("go${version}");
      if (verb === "list") console.log("one/package\\nanother/package");
      if (verb === "build") {
        appendFileSync(${JSON.stringify(this.callsFile)}, "GOTOOLCHAIN=" + (process.env.GOTOOLCHAIN ?? "") + "\\n");
        const output = rest[rest.indexOf("-o") + 1];
        writeFileSync(output, "half");
        const finish = () => writeFileSync(output, ${JSON.stringify(built)}, { mode: 0o755 });
        const until = ${JSON.stringify(until ?? null)};
        if (until === null) finish();
        else {
          const look = setInterval(() => {
            if (!require("node:fs").existsSync(until)) return;
            clearInterval(look);
            finish();
          }, 10);
        }
        // As root, a change of its mode would shut every other user out of the device.
        if (output !== "/dev/null") process.on("exit", () => require("node:fs").chmodSync(output, 0o755));
      }`,
    );
  }

  /** What was called, in order. */
  calls(): readonly string[] {
    return existsSync(this.callsFile) ? readFileSync(this.callsFile, "utf8").trim().split("\n") : [];
  }

  /** Runs a file of this checkout; `heard` gets what it writes on standard error, as it comes. */
  run(args: readonly string[], env: NodeJS.ProcessEnv = {}, heard?: (text: string) => void): Promise<Ended> {
    const whole = { PATH: this.bin, HOME: this.folder, XDG_CACHE_HOME: this.cache, ...env };
    return new Promise((resolveEnd) => {
      const child = execFile(process.execPath, args, { cwd: this.folder, env: whole }, (error, stdout, stderr) => {
        resolveEnd({ code: error === null ? 0 : Number(error.code), stdout, stderr });
      });
      if (heard) child.stderr?.on("data", heard);
    });
  }

  /** Asks for an engine and prints its folder, as every command of the checkout does. */
  ensureEngine(env: NodeJS.ProcessEnv = {}, options = "{}", heard?: (text: string) => void): Promise<Ended> {
    const script = `
      const { ensureEngine } = require("./tools/set-up/engine/index.js");
      const { reportFailure } = require("./tools/set-up/failure.js");
      ensureEngine(${options}).then(console.log, (error) => { process.exitCode = reportFailure(error); });`;
    return this.run(["-e", script], env, heard);
  }

  /** node_modules as npm would leave it, made by a `npm` on PATH; `ms` is the time that it takes. */
  npm(ms = 0): void {
    const version = JSON.parse(readFileSync(join(root, "package.json"), "utf8")).devDependencies.node;
    const modules = join(this.folder, "node_modules");
    this.program(
      "npm",
      `const { cpSync, mkdirSync, writeFileSync } = require("node:fs");
      setTimeout(() => {
        mkdirSync("${modules}/node/bin", { recursive: true });
        writeFileSync("${modules}/node/bin/node", "#!${process.execPath}\\nconsole.log('v${version}')", { mode: 0o755 });
        cpSync("package-lock.json", "${modules}/.package-lock.json");
      }, ${ms});`,
    );
  }

  /** Writes a file of the checkout. */
  write(path: string, text: string): void {
    mkdirSync(dirname(join(this.folder, path)), { recursive: true });
    writeFileSync(join(this.folder, path), text);
  }
}
