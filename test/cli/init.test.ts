import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { endAll, run } from "./process";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "payments-init-"));
});
afterEach(async () => {
  await endAll();
  rmSync(folder, { recursive: true });
});

const project = (text: string, name = "Pulumi.yaml", at = "."): string => {
  mkdirSync(join(folder, at), { recursive: true });
  writeFileSync(join(folder, at, name), text);
  return join(folder, at, name);
};
const install = (): void => {
  mkdirSync(join(folder, "node_modules", ".bin"), { recursive: true });
  writeFileSync(join(folder, "node_modules", ".bin", "pulumi-resource-payments"), "");
};
const init = (at = ".") => run("init", "--cwd", join(folder, at)).ended;
const lines = "plugins:\n  providers:\n    - name: payments\n      path: node_modules/.bin\n";

test("the path of the plugin is added to Pulumi.yaml, once, and nothing else changes", async () => {
  install();
  const file = project("# ours\nname: shop\nruntime: nodejs");
  expect((await init()).code).toBe(0);
  expect(readFileSync(file, "utf8")).toBe(`# ours\nname: shop\nruntime: nodejs\n${lines}`);
  const again = await init();
  expect([again.code, again.stdout]).toEqual([0, expect.stringContaining("names the plugin already")]);
  expect(readFileSync(file, "utf8")).toBe(`# ours\nname: shop\nruntime: nodejs\n${lines}`);
});

test("in a workspace the path leads to the folder where npm installed the plugin", async () => {
  install();
  const file = project("name: shop\nruntime: nodejs\n", "Pulumi.yml", "infra/shop");
  expect((await init("infra/shop")).code).toBe(0);
  expect(readFileSync(file, "utf8")).toContain("path: ../../node_modules/.bin\n");
});

test("a project with plugins of its own is left alone, with the lines to add", async () => {
  install();
  const own = "name: shop\nplugins:\n  providers:\n    - name: aws\n      path: ./aws\n";
  const file = project(own);
  const { code, stderr } = await init();
  expect(code).toBe(1);
  expect(stderr).toContain("    - name: payments\n      path: node_modules/.bin\n");
  expect(readFileSync(file, "utf8")).toBe(own);
});

test("without a project, or without the package, it says what to do first", async () => {
  expect(await init()).toMatchObject({ code: 1, stderr: expect.stringContaining("has no Pulumi.yaml") });
  project("name: shop\n");
  expect(await init()).toMatchObject({ code: 1, stderr: expect.stringContaining("npm install pulumi-payments") });
});
