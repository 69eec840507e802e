import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, realpathSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pluginSchema } from "../../../provider/native/schema";
import { repositoryOf } from "../../../provider/text/repository";
import { bundlePlugin } from "../../../tools/plugin/bundle.js";
import { pinnedNode } from "../../../tools/set-up/pinned-node.js";
import { manifest } from "../../../tools/set-up/places.js";
import { askPlugin } from "./ask-plugin";

let folder: string;
let bundle: string;
let packages: string[];
beforeAll(async () => {
  folder = mkdtempSync(join(realpathSync(tmpdir()), "bundle-"));
  bundle = join(folder, "plugin.js");
  packages = await bundlePlugin(bundle);
});
afterAll(() => rmSync(folder, { recursive: true }));

test("one file of 5 MB at most serves the whole schema where nothing else is installed", async () => {
  expect(statSync(bundle).size).toBeLessThanOrEqual(5_000_000);
  const plugin = spawn(pinnedNode, [bundle, "127.0.0.1:1"], { cwd: folder, stdio: ["ignore", "pipe", "inherit"] });
  const [port] = (await once(plugin.stdout, "data")) as [Buffer];
  try {
    const { version, schema } = await askPlugin(String(port).trim());
    expect(version).toBe(manifest().version);
    expect(JSON.parse(schema)).toEqual(JSON.parse(JSON.stringify(pluginSchema(version, repositoryOf(manifest())))));
  } finally {
    plugin.kill();
  }
});

test("it is told by its own name that it is a plugin, as the installed one", () => {
  const { status, stdout } = spawnSync(pinnedNode, [bundle, "--help"], { encoding: "utf8", cwd: folder });
  expect([status, stdout]).toEqual([0, expect.stringContaining("pulumi-resource-payments is a provider plugin")]);
});

test("the bundle says which packages are in it", () => {
  for (const name of ["@grpc/grpc-js", "@pulumi/pulumi", "google-protobuf", "undici", "zod"])
    expect(packages).toContain(`node_modules/${name}`);
});
