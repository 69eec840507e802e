import type { Installation } from "../../tools/packed.js";
import { asOften } from "../nightly";
import { javascript, plainJavascript } from "./harness/programs";
import { type Service, startService } from "./harness/service";
import { environmentOf, type ProjectFiles, type Workbench, workbench } from "./harness/workbench";

const typescript = `import { ApiKey } from "pulumi-payments";
const scopes: readonly ["api_keys:read"] = ["api_keys:read"];
const key = new ApiKey("key", { type: "secret", scopes: [...scopes] });
export const keyId = key.id;
export const value = key.value;
`;
const esm = `import { ApiKey } from "pulumi-payments";
const key = new ApiKey("key", { type: "secret", scopes: ["api_keys:read"] });
export const keyId = key.id;
export const value = key.value;
`;
const commonjs = `const key = new ApiKey("key", { type: "secret", scopes: ["api_keys:read"] });
exports.keyId = key.id;
exports.value = key.value;`;
const tsconfig = `${JSON.stringify({
  compilerOptions: { target: "es2022", module: "nodenext", moduleResolution: "nodenext", strict: true },
})}\n`;
const manifest = (fields: object): string => `${JSON.stringify({ name: "program", private: true, ...fields })}\n`;

interface Layout {
  way: string;
  /** Other files of these tests, and other layouts, come to most of it: only a night tries it by itself. */
  isCovered?: true;
  installation?: Installation;
  project: Omit<ProjectFiles, "name">;
}

const layouts: Layout[] = [
  { isCovered: true, way: "JavaScript", project: { files: javascript(commonjs), yaml: plainJavascript } },
  {
    isCovered: true,
    way: "TypeScript",
    project: { files: { "package.json": manifest({}), "tsconfig.json": tsconfig, "index.ts": typescript } },
  },
  {
    isCovered: true,
    way: "JavaScript modules",
    project: { files: { "package.json": manifest({ type: "module", main: "index.js" }), "index.js": esm } },
  },
  {
    way: "a main in a subfolder",
    project: {
      yaml: "runtime: nodejs\nmain: infra/",
      files: { "package.json": manifest({}), "infra/tsconfig.json": tsconfig, "infra/index.ts": typescript },
    },
  },
  {
    isCovered: true,
    way: "a main in a subfolder with a manifest of its own",
    project: {
      yaml: "runtime: nodejs\nmain: infra/",
      files: { "infra/package.json": manifest({ type: "module", main: "index.js" }), "infra/index.js": esm },
    },
  },
  {
    isCovered: true,
    way: "a main that is a file",
    project: {
      yaml: "runtime: nodejs\nmain: infra/program.js",
      files: { "infra/program.js": javascript(commonjs)["index.js"]! },
    },
  },
  {
    way: "npm workspaces",
    installation: { layout: "workspaces" },
    project: { files: { "tsconfig.json": tsconfig, "index.ts": typescript } },
  },
  {
    isCovered: true,
    way: "a symlinked package",
    installation: { layout: "symlink" },
    project: { files: { "tsconfig.json": tsconfig, "index.ts": typescript } },
  },
  {
    way: "pnpm",
    installation: { layout: "pnpm" },
    project: { files: { "tsconfig.json": tsconfig, "index.ts": typescript } },
  },
];

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service?.stop());

/** The npm installation serves several programs. */
const benches = new Map<string, Promise<Workbench>>();
function benchFor(installation: Installation = {}): Promise<Workbench> {
  const key = JSON.stringify(installation);
  const bench = benches.get(key) ?? workbench(installation);
  benches.set(key, bench);
  return bench;
}
afterAll(async () => {
  for (const bench of await Promise.all(benches.values())) bench.remove();
});

const tried = layouts.filter(({ isCovered }) => !isCovered);

test.each(asOften(tried, layouts))(
  "up, preview, refresh and destroy work with $way",
  async ({ way, installation, project }) => {
    const bench = await benchFor(installation);
    const name = way.replaceAll(" ", "-");
    // Its own folder is the project where the installation is for one program alone.
    const folder = installation === undefined ? {} : { folder: bench.installed };
    const stack = await bench.stack({ name, ...folder, ...project });
    Object.assign(stack.env, environmentOf(service));

    const up = await stack.up();
    expect(up).toMatchObject({ exitCode: 0 });
    const { keyId, value } = await stack.outputs("--show-secrets");
    expect(await service.admin.key(String(keyId))).toMatchObject({ scopes: ["api_keys:read"] });
    expect(await service.statusFor(String(value))).toBe(200);

    expect(await stack.preview()).toMatchObject({ exitCode: 0 });
    await service.admin.changeKey(String(keyId), { scopes: ["accounts:read"] });
    expect(await stack.refresh()).toMatchObject({ exitCode: 0 });
    expect((await stack.state()).get("key")?.outputs?.scopes).toEqual(["accounts:read"]);
    expect(await stack.destroy()).toMatchObject({ exitCode: 0 });
    expect(await service.admin.holds(service.accountId, String(keyId))).toBe(false);
  },
);
