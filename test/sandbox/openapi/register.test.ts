import { execFileSync } from "node:child_process";
import { join } from "node:path";

const program = `
const { createSandbox } = require("./sandbox/index.ts");
const loaded = () => Object.keys(require.cache).filter((file) => file.includes("/sandbox/openapi/document"));
createSandbox().then(async (sandbox) => {
  const before = loaded();
  await (await fetch(sandbox.url + "/openapi.json")).text();
  const after = loaded();
  await sandbox.close();
  console.log(JSON.stringify([before.length, after.length]));
});`;

test("a sandbox loads what makes the document once it is asked for it, and not before", () => {
  const root = join(__dirname, "../../..");
  const hook = join(root, "test/cli/typescript.cjs");
  const told = execFileSync(process.execPath, ["--require", hook, "-e", program], { cwd: root, encoding: "utf8" });
  expect(JSON.parse(told)).toEqual([0, 1]);
});
