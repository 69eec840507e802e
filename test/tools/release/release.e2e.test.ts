import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { archiveName } from "../../../tools/plugin/archive.js";
import { bundlePlugin } from "../../../tools/plugin/bundle.js";
import { pinnedNode } from "../../../tools/set-up/pinned-node.js";
import { manifest, root, workFolder } from "../../../tools/set-up/places.js";

const { version } = manifest();
const released = join(workFolder, "release");

let folder: string;
let dryRun: { status: number | null; stdout: string; stderr: string };
let files: string[];
beforeAll(() => {
  folder = mkdtempSync(join(realpathSync(tmpdir()), "release-"));
  const args = [join(root, "tools", "run.js"), "release", "--dry-run"];
  dryRun = spawnSync(pinnedNode, args, { encoding: "utf8", maxBuffer: 10_000_000, env: { ...process.env } });
  files = [...dryRun.stdout.matchAll(/^(\S+) \([\d.]+ MB\)$/gm)].map(([, file]) => file ?? "");
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const lines = (text: string): string[] => text.trim().split("\n");
const json = (file: string) => JSON.parse(readFileSync(join(released, file), "utf8"));

test("a dry run lists every file of every archive that would be published, with the tags, and publishes nothing", () => {
  expect(dryRun.status).toBe(0);
  expect(dryRun.stderr).toContain("Nothing was published.");
  expect(files).toEqual(
    expect.arrayContaining([
      `npm/pulumi-payments-${version}.tgz`,
      `npm/pulumi-payments-sandbox-${version}.tgz`,
      `archives/${archiveName()}`,
      `archives/pulumi-payments-v${version}-checksums.txt`,
      `archives/pulumi-payments-v${version}.cdx.json`,
      `archives/pulumi-payments-sandbox-v${version}.cdx.json`,
      `archives/pulumi-resource-payments-v${version}.cdx.json`,
    ]),
  );
  expect(lines(dryRun.stdout)).toEqual(expect.arrayContaining([`tag v${version}`, `tag sdks/go/v${version}`]));
  // Where there is no registry and no pip, the list says so.
  if (!dryRun.stderr.includes("Missing: the Python package"))
    expect(files).toContain(`pypi/pulumi_payments-${version}-py3-none-any.whl`);
  const inside = execFileSync("tar", ["-tzf", join(released, `npm/pulumi-payments-${version}.tgz`)], {
    encoding: "utf8",
  });
  expect(inside).toContain("package/dist/provider/native/executable.js\n");
  for (const file of lines(inside)) expect(dryRun.stdout).toContain(`\n  ${file}\n`);
});

test("it says which platforms need a machine of their own", () => {
  const others = ["linux", "darwin", "windows"].flatMap((system) =>
    ["amd64", "arm64"].map((each) => `${system}-${each}`),
  );
  const missing = others.filter((each) => !archiveName().includes(each));
  expect(missing).toHaveLength(5);
  for (const each of missing)
    expect(dryRun.stderr).toMatch(new RegExp(`^Missing: archives/.*-${each}\\.tar\\.gz: made on`, "m"));
});

test("every published file but the checksums has its checksum", () => {
  const sums = lines(readFileSync(join(released, `archives/pulumi-payments-v${version}-checksums.txt`), "utf8"));
  const made = files.filter((file) => !file.endsWith("-checksums.txt"));
  const sumOf = (file: string) =>
    createHash("sha256")
      .update(readFileSync(join(released, file)))
      .digest("hex");
  expect(sums.sort()).toEqual(made.map((file) => `${sumOf(file)}  ${basename(file)}`).sort());
});

test("the bill of materials of the plugin has each bundled package and Node, with versions and checksums", async () => {
  const { bomFormat, specVersion, metadata, components } = json(
    `archives/pulumi-resource-payments-v${version}.cdx.json`,
  );
  expect([bomFormat, specVersion, metadata.component.version]).toEqual(["CycloneDX", "1.5", version]);
  const packages = (await bundlePlugin(join(folder, "plugin.js"))).map((each) => each.replace("node_modules/", ""));
  const named = (components as { name: string }[]).map(({ name }) => name);
  expect(named.sort()).toEqual([...packages, "node"].sort());
  for (const { name, version: locked, purl, hashes } of components) {
    if (name === "node") expect(locked).toBe(manifest().devDependencies.node);
    else
      expect([purl, hashes]).toEqual([
        expect.stringMatching(`^pkg:npm/.*@${locked}$`),
        [expect.objectContaining({ alg: "SHA-512" })],
      ]);
  }
});

test("that of a package has what npm installs with it, and nothing that only develops it", () => {
  const namesIn = (file: string): string[] => json(file).components.map(({ name }: { name: string }) => name);
  const provider = namesIn(`archives/pulumi-payments-v${version}.cdx.json`);
  expect(provider).toEqual(expect.arrayContaining([...Object.keys(manifest().dependencies), "google-protobuf"]));
  expect(provider).not.toContain("jest");
  expect(provider).not.toContain("fastify");
  expect(namesIn(`archives/pulumi-payments-sandbox-v${version}.cdx.json`)).toContain("fastify");
});

test("both packages install from disk, and their commands and imports work", () => {
  const tarballs = ["pulumi-payments", "pulumi-payments-sandbox"].map((name) =>
    join(released, `npm/${name}-${version}.tgz`),
  );
  const pulumi = `@pulumi/pulumi@${manifest().devDependencies["@pulumi/pulumi"]}`;
  writeFileSync(join(folder, "package.json"), '{ "private": true }');
  const options = ["--ignore-scripts", "--prefer-offline", "--no-audit", "--no-fund"];
  execFileSync("npm", ["install", ...options, ...tarballs, pulumi], { cwd: folder, stdio: "pipe" });
  const run = (...args: string[]) => spawnSync(pinnedNode, args, { cwd: folder, encoding: "utf8" });
  for (const command of ["pulumi-payments", "pulumi-resource-payments", "pulumi-payments-sandbox"])
    expect(run(join("node_modules", ".bin", command), "--help")).toMatchObject({ status: 0 });
  const load =
    'for (const name of ["pulumi-payments", "pulumi-payments/native", "pulumi-payments-sandbox"]) require(name)';
  expect(run("-e", load)).toMatchObject({ status: 0, stderr: "" });
});
