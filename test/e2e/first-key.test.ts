import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { engineEnvironment, enginePath } from "../../tools/engine-path.js";
import { packedTarball } from "../../tools/packed.js";
import { root } from "../../tools/set-up/places.js";
import { blocksIn, pageAt } from "../docs/pages";
import { npmOfNewUser, numbered, stepsOf } from "./harness/page-steps";
import { type Terminal, terminal } from "./harness/terminal";

let folder: string;
let shop: string;
let shell: Terminal | undefined;
/** What stands for the names of packages that no registry has yet, and for what a machine without a network has. */
let packages: string[];
beforeAll(async () => {
  const locked = (name: string) => `${name}@${require(join(root, "node_modules", name, "package.json")).version}`;
  const ours = [await packedTarball(), await packedTarball("pulumi-payments-sandbox")];
  packages = [...ours, locked("@pulumi/pulumi"), locked("typescript")];
});
beforeEach(async () => {
  folder = mkdtempSync(join(realpathSync(tmpdir()), "first-key-"));
  shop = join(folder, "shop");
  for (const name of ["shop", "home"]) mkdirSync(join(folder, name));
  const env = engineEnvironment({ path: await enginePath(), home: join(folder, "home"), backend: "unused" });
  // Where the state is and how it is encrypted, the pages say.
  const own = Object.entries(env).filter(([name]) => !/^PULUMI_(BACKEND_URL|CONFIG_PASSPHRASE)$/.test(name));
  shell = terminal(shop, { ...Object.fromEntries(own), ...npmOfNewUser });
});
afterEach(async () => {
  await shell?.close();
  shell = undefined;
  rmSync(folder, { recursive: true, force: true });
});

const named = "npm install pulumi-payments pulumi-payments-sandbox @pulumi/pulumi typescript";
const here = (text: string): string =>
  text
    .replace(named, `npm install ${packages.join(" ")}`)
    .replace("npx pulumi-payments sandbox", "$& --port 0")
    .replace(/^(pulumi up)$/, "$1 --yes");

test("every command of the tutorial does what the page says, in its order", async () => {
  const said: string[] = [];
  const printed: string[] = [];
  for (const step of stepsOf(pageAt("docs/tutorials/first-key.md").text)) {
    if ("file" in step) writeFileSync(join(shop, step.file), step.contents);
    else {
      said.push(`$ ${step.command}\n${step.output}`);
      printed.push(`$ ${step.command}\n${await shell!.run(here(step.command))}`);
    }
  }
  expect(said.length).toBeGreaterThan(15);
  expect(numbered(printed.join(""))).toBe(numbered(said.join("")));
  const preview = readFileSync(join(shop, "preview.log"), "utf8");
  expect(preview).toContain("unchanged");
  const explained = readFileSync(join(shop, "explain.log"), "utf8");
  expect(explained).toContain('live    ["accounts:read","accounts:write"]');
  expect(readFileSync(join(shop, "destroy.log"), "utf8")).toMatch(/- \d+ deleted/);
});

test("who reads only the README has a key after two files and five commands, within a minute of the install, and a change made elsewhere is reported", async () => {
  const readme = pageAt("README.md");
  for (const step of stepsOf(readme.text))
    if ("file" in step && !step.file.includes(" ")) writeFileSync(join(shop, step.file), step.contents);
  const commands = blocksIn(readme, "sh").flatMap(({ code }) => code.trim().split("\n"));
  expect(commands).toHaveLength(5);
  const [install = "", ...rest] = commands;
  expect(install).toBe(named);
  await shell!.run(`${here(install)} > npm.log`);
  const startedAt = Date.now();
  let value = "";
  for (const command of rest) {
    if (!command.endsWith("&")) value = await shell!.run(here(command));
    else {
      await shell!.run(here(command).replace("&", "> sandbox.log 2>&1 &"));
      await shell!.run("until grep -q 'Ctrl-C stops it' sandbox.log; do sleep 0.1; done");
    }
  }
  expect(value).toMatch(/^sk_sandbox_[0-9a-f]{48}\n$/);
  // Installing depends on the network; what comes after it is the product's.
  expect(Date.now() - startedAt).toBeLessThan(60_000);
  const ready = readFileSync(join(shop, "sandbox.log"), "utf8");

  const [, admin = "", token = ""] = /^ {2}(http\S+)\/#token=(\S+)$/m.exec(ready) ?? [];
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const keys = (await (await fetch(`${admin}/_sandbox/api-keys`, { headers })).json()) as {
    id: string;
    name: string;
    scopes: string[];
  }[];
  const key = keys.find(({ name }) => name.startsWith("checkout-"))!;
  const body = JSON.stringify({ scopes: [...key.scopes, "accounts:delete"] });
  await fetch(`${admin}/_sandbox/api-keys/${key.id}`, { method: "PATCH", headers, body });
  const preview = await shell!.run("pulumi preview --expect-no-changes 2>&1 || echo exit $?");
  expect(preview).toContain("drift: scopes of API key");
  expect(preview).toContain("exit 7");
  await shell!.run("pulumi up --yes --skip-preview > up.log");
  expect(await shell!.run("pulumi stack output checkoutKey --show-secrets")).toBe(value);
  await restarted(admin);
  expect(await shell!.run("pulumi preview --expect-no-changes 2>&1")).toContain("unchanged");
  expect(await shell!.run("pulumi stack export; cat Pulumi.dev.yaml sandbox.log again.log")).not.toContain(
    value.trim(),
  );
});

/** The service ends, and starts again by the same command, as on the next day. */
async function restarted(url: string): Promise<void> {
  await shell!.run("kill %1; wait; npx pulumi-payments sandbox --stack dev > again.log 2>&1 &");
  await shell!.run("until grep -q 'Ctrl-C stops it' again.log; do sleep 0.1; done");
  const ready = readFileSync(join(shop, "again.log"), "utf8");
  expect(ready).toContain("Stack dev was already set to this sandbox");
  expect(ready).toContain(`The sandbox is ready at ${url}\n`);
}

test("the README is one and a half screens, and its program has twelve lines", () => {
  const { text } = pageAt("README.md");
  expect(text.split("\n").length).toBeLessThanOrEqual(110);
  const [program = ""] = blocksIn(pageAt("README.md"), "ts").map(({ code }) => code.trim());
  expect(program.split("\n")).toHaveLength(12);
});
