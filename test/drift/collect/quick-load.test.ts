import { execFileSync } from "node:child_process";
import { join, resolve } from "node:path";

const root = resolve(__dirname, "..", "..", "..");
const first = ["tools/typescript-hook.js", "drift/collect/quick-load.ts"].flatMap((file) => [
  "--require",
  join(root, file),
]);

/** Runs a script in a process of its own; what it answers, as JSON. */
function inProcess(script: string, ...flags: string[]): unknown {
  const body = `
const loaded = (name) => Object.keys(require.cache).some((file) => file.includes("/node_modules/" + name + "/"));
const pulumi = require("@pulumi/pulumi");
(async () => { ${script} })().then((answer) => process.stdout.write(JSON.stringify(answer)));
`;
  return JSON.parse(execFileSync(process.execPath, [...flags, "-e", body], { cwd: root, encoding: "utf8" }));
}

test("the SDK starts without the npm client and the compiler that it needs for closures alone", () => {
  const script = `return [loaded("@npmcli/arborist"), loaded("typescript")]`;
  expect(inProcess(script, ...first)).toEqual([false, false]);
  expect(inProcess(script)).toEqual([true, true]);
});

test("a closure is serialized as ever, a module of a package that it holds on to included", () => {
  const script = `
const zod = require("zod");
const { text } = await pulumi.runtime.serializeFunction(() => [typeof zod.z, 41 + 1]);
return text;`;
  expect(inProcess(script, ...first)).toBe(inProcess(script));
});

test("what the program itself loads is loaded at once", () => {
  expect(inProcess(`require("typescript"); return loaded("typescript");`, ...first)).toBe(true);
});
