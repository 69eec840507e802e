import { existsSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { lookEnvironment } from "../../../cli/drift/look-environment";
import { takeovers } from "../../takeovers";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(realpathSync(tmpdir()), "payments-look-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const cacheIn = (given: NodeJS.ProcessEnv): string | undefined => lookEnvironment(given).NODE_COMPILE_CACHE;

test("what Node compiles is kept in a folder of the user's own", () => {
  const cache = cacheIn({ XDG_CACHE_HOME: join(folder, "cache") });
  expect(cache).toBe(join(folder, "cache", "pulumi-payments", "compiled"));
  expect(statSync(cache!).mode & 0o777).toBe(0o700);
});

test("a cache that the user names is the user's choice", () => {
  expect(cacheIn({ NODE_COMPILE_CACHE: "/elsewhere", XDG_CACHE_HOME: folder })).toBeUndefined();
  expect(readdirSync(folder)).toEqual([]);
});

test.each(takeovers)("a cache in a folder that %s is not used, and the user is told why", (_, takeOver) => {
  const cache = join(folder, "pulumi-payments", "compiled");
  mkdirSync(cache, { recursive: true, mode: 0o700 });
  takeOver(cache);
  const said = jest.spyOn(process.stderr, "write").mockReturnValue(true);
  try {
    expect(cacheIn({ XDG_CACHE_HOME: folder })).toBeUndefined();
    expect(said).toHaveBeenCalledWith(expect.stringMatching(/^Compiled code is not kept, which costs time: .+\.\n$/));
  } finally {
    said.mockRestore();
  }
});

test("where no folder can be made, there is no cache", () => {
  const said = jest.spyOn(process.stderr, "write").mockReturnValue(true);
  expect(cacheIn({ XDG_CACHE_HOME: "/dev/null" })).toBeUndefined();
  said.mockRestore();
  expect(existsSync("/dev/null/pulumi-payments")).toBe(false);
});
