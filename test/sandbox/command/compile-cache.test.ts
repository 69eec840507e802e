import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { endAll, runSandboxIn } from "../../cli/process";
import { takeovers } from "../../takeovers";

let folder: string;
let cache: string;
beforeEach(() => {
  folder = mkdtempSync(join(realpathSync(tmpdir()), "sandbox-cache-"));
  cache = join(folder, "cache", "pulumi-payments-sandbox", "compiled");
  mkdirSync(join(folder, "tmp"));
});
afterEach(async () => {
  await endAll();
  rmSync(folder, { recursive: true });
});

const help = () => {
  const { PATH, HOME, XDG_CACHE_HOME, SWC_NATIVE_BINDING_CACHE } = process.env;
  const swc = SWC_NATIVE_BINDING_CACHE ?? join(XDG_CACHE_HOME ?? join(HOME!, ".cache"), "swc-for-tests");
  const own = { TMPDIR: join(folder, "tmp"), XDG_CACHE_HOME: join(folder, "cache") };
  return runSandboxIn({ PATH, HOME, SWC_NATIVE_BINDING_CACHE: swc, ...own }, "--help").ended;
};

test("what Node compiled is kept in a folder of the user's own, and not where everybody can write", async () => {
  expect(await help()).toMatchObject({ code: 0, stderr: "" });
  expect([readdirSync(cache).length, statSync(cache).mode & 0o777]).toEqual([1, 0o700]);
  expect(readdirSync(join(folder, "tmp"))).toEqual([]);
});

test.each(takeovers)("nothing is kept or run where the folder %s, and the command works", async (_, takeOver) => {
  mkdirSync(cache, { recursive: true, mode: 0o700 });
  takeOver(cache);
  expect(await help()).toMatchObject({ code: 0, stderr: "" });
  expect([readdirSync(cache), readdirSync(join(folder, "tmp"))]).toEqual([[], []]);
});
