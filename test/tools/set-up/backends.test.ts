import { join } from "node:path";
import { type Ended, FakeCheckout } from "../fake-checkout";

let checkout: FakeCheckout;
beforeEach(() => {
  checkout = new FakeCheckout();
  checkout.write("os-release", 'ID=debian\nVERSION_ID="12"\n');
});
afterEach(() => checkout.remove());

const programsOf = (version: string): string => join(checkout.folder, "versions", version, "bin");
function postgres(folder: string): void {
  for (const name of ["initdb", "postgres", "psql"]) checkout.program(name, "", folder);
}

/** Asks for Postgres on a machine of the test's own, and prints its folder. */
function ensurePostgres({ isRoot = true } = {}): Promise<Ended> {
  const script = `
    const { ensurePostgres } = require("./tools/set-up/backends.js");
    const { reportFailure } = require("./tools/set-up/failure.js");
    const machine = { env: process.env, isRoot: ${isRoot}, osRelease: "os-release", versions: ${JSON.stringify(join(checkout.folder, "versions"))} };
    ensurePostgres({ background: true, machine }).then(console.log, (error) => { process.exitCode = reportFailure(error); });`;
  return checkout.run(["-e", script]);
}

/** An apt-get that installs version 15, or nothing. */
function aptGet(installs = true): void {
  checkout.program(
    "apt-get",
    `const { mkdirSync, writeFileSync } = require("node:fs");
    const folder = ${JSON.stringify(programsOf("15"))};
    mkdirSync(folder, { recursive: true });
    for (const name of ${installs} ? ["initdb", "postgres", "psql"] : []) writeFileSync(folder + "/" + name, "", { mode: 0o755 });`,
  );
}

test("the newest version that has every program goes before the one on PATH, and nothing is installed", async () => {
  aptGet();
  postgres(checkout.bin);
  for (const version of ["9", "15"]) postgres(programsOf(version));
  checkout.program("psql", "", programsOf("16"));
  expect(await ensurePostgres()).toEqual({ code: 0, stdout: `${programsOf("15")}\n`, stderr: "" });
  expect(checkout.calls()).toEqual([]);
});

test("a Postgres on PATH is used where no version has a folder", async () => {
  postgres(checkout.bin);
  expect((await ensurePostgres({ isRoot: false })).stdout).toBe(`${checkout.bin}\n`);
});

test("root on Debian gets it by apt-get, once for two runs, with its progress", async () => {
  aptGet();
  const both = await Promise.all([ensurePostgres(), ensurePostgres()]);
  expect(both.map(({ stdout }) => stdout)).toEqual([`${programsOf("15")}\n`, `${programsOf("15")}\n`]);
  expect(checkout.calls().filter((call) => /^apt-get .*install/.test(call))).toEqual([
    expect.stringMatching(/install -y --no-install-recommends postgresql$/),
  ]);
  expect(both.map(({ stderr }) => stderr).join("")).toMatch(/^Installing Postgres for the tests of backends: done in/m);
});

test.each([
  ["somebody who is not root", { isRoot: false, id: "debian" }, "for root only"],
  ["a system that is not Debian", { isRoot: true, id: "fedora" }, "on Debian only"],
  ["whoever has a package without the programs", { isRoot: true, id: "debian" }, "they are still missing"],
])("%s is told what to install", async (_, { isRoot, id }, reason) => {
  aptGet(false);
  checkout.write("os-release", `ID=${id}\n`);
  const { code, stderr } = await ensurePostgres({ isRoot });
  expect(code).toBe(1);
  expect(stderr).toContain("Failed: finding Postgres for the tests of backends");
  expect(stderr).toContain(reason);
  expect(stderr).toContain("apt-get install --no-install-recommends postgresql");
});
