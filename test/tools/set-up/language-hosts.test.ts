import { statSync } from "node:fs";
import { devNull } from "node:os";
import { join } from "node:path";
import { FakeCheckout } from "../fake-checkout";

let checkout: FakeCheckout;
beforeEach(() => {
  checkout = new FakeCheckout();
  checkout.write("examples/go/main.go", "");
});
afterEach(() => checkout.remove());

async function ensureHosts(folder = checkout.bin) {
  const script = `require("./tools/set-up/language-hosts.js").ensureLanguageHosts(${JSON.stringify(folder)}, { background: true })
    .then((hosts) => console.log(JSON.stringify(hosts)));`;
  const { stdout, stderr } = await checkout.run(["-e", script]);
  return { hosts: JSON.parse(stdout), stderr };
}

const hostsBeside = (folder: string) => {
  for (const language of ["yaml", "python", "go"]) checkout.program(`pulumi-language-${language}`, "", folder);
};

test("a language that can't be had is reported in one line with its reason, and the others are used", async () => {
  hostsBeside(checkout.bin);
  checkout.go("1.26.8");
  const { hosts, stderr } = await ensureHosts();
  const reason = "there is no python3 on PATH (Python 3.9 or later is needed)";
  expect(hosts.missing).toEqual({ python: reason });
  expect(hosts.folders).toEqual([checkout.bin]);
  expect(stderr.split("\n").filter((line) => /not tested/.test(line))).toEqual([
    `Programs in python are not tested here: ${reason}`,
  ]);
});

test("hosts beside the engine are used as they are, and others are built once", async () => {
  const beside = join(checkout.folder, "engine");
  hostsBeside(beside);
  checkout.go("1.26.8");
  const own = (call: string) => call.includes("pulumi-language-");
  const { ctimeMs } = statSync(devNull);
  await ensureHosts(beside);
  expect(checkout.calls().filter(own)).toEqual([]);
  for (let run = 0; run < 2; run++) await ensureHosts();
  const built = checkout.calls().filter((call) => call.startsWith("go build") && own(call));
  expect(built).toHaveLength(2);
  expect(built.map((call) => call.split("/").at(-1))).toEqual(["pulumi-language-yaml", "pulumi-language-go"]);
  // It belongs to the machine: a test that changes its mode breaks the programs of other users.
  expect(statSync(devNull).ctimeMs).toBe(ctimeMs);
});

test("a machine without Go has none of them, and no failure", async () => {
  const { hosts } = await ensureHosts();
  expect(hosts.folders).toEqual([]);
  expect(Object.keys(hosts.missing)).toEqual(["yaml", "python", "go"]);
  expect(hosts.missing.yaml).toMatch(/^there is no go on PATH \(Go 1\.21 or later is needed\)/);
});

test("a Python that the SDK refuses is not used", async () => {
  hostsBeside(checkout.bin);
  checkout.program("python3", 'console.log("Python 3.8.18");');
  const { hosts } = await ensureHosts();
  expect(hosts.missing.python).toBe("python3 on PATH is Python 3.8.18, and 3.9 is the oldest that works");
});
