import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Ended, FakeCheckout } from "../fake-checkout";

let checkout: FakeCheckout;
beforeEach(() => {
  checkout = new FakeCheckout();
  checkout.write("os-release", 'ID=debian\nVERSION_ID="12"\n');
});
afterEach(() => checkout.remove());

/** Asks for a browser on a machine of the test's own, and prints its path. */
function ensureBrowser({ isRoot = true, env = {} as NodeJS.ProcessEnv } = {}): Promise<Ended> {
  const script = `
    const { ensureBrowser } = require("./tools/set-up/browser.js");
    const { reportFailure } = require("./tools/set-up/failure.js");
    const machine = { env: process.env, isRoot: ${isRoot}, osRelease: "os-release" };
    ensureBrowser({ background: true, machine }).then(console.log, (error) => { process.exitCode = reportFailure(error); });`;
  return checkout.run(["-e", script], env);
}

/** An apt-get that has the package once its lists were fetched, if it needs that at all. */
function aptGet({ needsUpdate = false, ms = 0 } = {}): void {
  const chromium = join(checkout.bin, "chromium");
  checkout.program(
    "apt-get",
    `const { existsSync, writeFileSync } = require("node:fs");
    const words = process.argv.slice(2);
    if (words.includes("update")) writeFileSync("lists", "");
    else if (${needsUpdate} && !existsSync("lists")) { console.log("E: Unable to locate package chromium"); process.exitCode = 100; }
    else setTimeout(() => {
      console.log("dlstatus:1:100.0:Retrieving file 1 of 1");
      writeFileSync("${chromium}", "#!${process.execPath}\\nconsole.log('Chromium 140');", { mode: 0o755 });
    }, ${ms});`,
  );
}

const installs = () => checkout.calls().filter((call) => /^apt-get .*install/.test(call));

test("a Chromium on PATH is taken, and nothing is installed", async () => {
  aptGet();
  checkout.program("google-chrome", 'console.log("Google Chrome 140");');
  checkout.program("chromium-browser", 'console.log("install the snap"); process.exit(10);');
  expect(await ensureBrowser()).toEqual({ code: 0, stdout: `${join(checkout.bin, "google-chrome")}\n`, stderr: "" });
  expect(installs()).toEqual([]);
});

test("CHROMIUM_PATH goes before whatever is on PATH", async () => {
  const own = join(checkout.folder, "own");
  checkout.program("chromium", "");
  checkout.program("my-chrome", "", own);
  const { stdout } = await ensureBrowser({ env: { CHROMIUM_PATH: join(own, "my-chrome") } });
  expect(stdout).toBe(`${join(own, "my-chrome")}\n`);
});

test("a CHROMIUM_PATH that leads nowhere is an error that names it, and nothing else is tried", async () => {
  aptGet();
  checkout.program("chromium", "");
  const { code, stderr } = await ensureBrowser({ env: { CHROMIUM_PATH: "/nowhere/chrome" } });
  expect(code).toBe(1);
  expect(stderr).toContain('there is no program "/nowhere/chrome"');
  expect(checkout.calls()).toEqual([]);
});

test("root on Debian gets it by apt-get, with its progress told", async () => {
  aptGet();
  const { code, stdout, stderr } = await ensureBrowser();
  expect([code, stdout]).toEqual([0, `${join(checkout.bin, "chromium")}\n`]);
  expect(stderr).toMatch(/^Installing Chromium for the tests of pages: done in/m);
  expect(installs()).toEqual([expect.stringContaining("install -y --no-install-recommends chromium")]);
});

test("lists of packages that are missing are fetched, and it is tried again", async () => {
  aptGet({ needsUpdate: true });
  expect((await ensureBrowser()).code).toBe(0);
  expect(installs()).toHaveLength(2);
});

test("two runs at once install it once", async () => {
  aptGet({ ms: 300 });
  const both = await Promise.all([ensureBrowser(), ensureBrowser()]);
  expect(both.map(({ code }) => code)).toEqual([0, 0]);
  expect(installs()).toHaveLength(1);
});

test("an apt-get that fails is quoted without its progress lines, with its log and what to do", async () => {
  checkout.program(
    "apt-get",
    'console.log("pmstatus:chromium:10.0:Unpacking"); console.log("E: disk is full"); process.exit(100);',
  );
  const { code, stderr } = await ensureBrowser();
  expect(code).toBe(1);
  expect(stderr).toContain("Failed: installing Chromium with apt-get");
  expect(stderr).toContain("E: disk is full");
  expect(stderr).not.toContain("pmstatus");
  expect(stderr).toContain("set CHROMIUM_PATH to its path");
  expect(readFileSync(/^Log: +(\S+)$/m.exec(stderr)?.[1] ?? "", "utf8")).toContain("E: disk is full");
});

test.each([
  ["somebody who is not root", { isRoot: false, id: "debian" }, "for root only"],
  ["a system that is not Debian", { isRoot: true, id: "ubuntu" }, "on Debian only"],
])("%s is told what to install", async (_, { isRoot, id }, reason) => {
  aptGet();
  checkout.write("os-release", `ID=${id}\nID_LIKE=debian\n`);
  const { code, stderr } = await ensureBrowser({ isRoot });
  expect(code).toBe(1);
  expect(stderr).toContain("Failed: finding a Chromium for the tests of pages");
  expect(stderr).toContain("there is no chromium, chromium-browser, google-chrome on PATH");
  expect(stderr).toContain(reason);
  expect(stderr).toContain("apt-get install --no-install-recommends chromium");
  expect(installs()).toEqual([]);
});
