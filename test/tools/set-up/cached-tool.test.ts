import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { cachedTool } from "../../../tools/set-up/cached-tool.js";
import { takeovers } from "../../takeovers";

let cache: string;
let made: number;
beforeEach(() => {
  cache = join(mkdtempSync(join(realpathSync(tmpdir()), "cached-tool-")), "cache");
  made = 0;
  jest.spyOn(process.stderr, "write").mockReturnValue(true);
  jest.spyOn(console, "error").mockReturnValue();
});
afterEach(() => jest.restoreAllMocks());
afterEach(() => rmSync(dirname(cache), { recursive: true, force: true }));

const tool = (facts: string[] = [], make?: (folder: string) => void) =>
  cachedTool(
    {
      name: "spade",
      pins: ["LICENSE"],
      facts,
      title: "Making a spade",
      estimateMs: 1,
      async make(folder) {
        made++;
        writeFileSync(join(folder, "half"), "");
        if (make) make(folder);
      },
    },
    { env: { XDG_CACHE_HOME: cache }, background: true },
  );

test("a tool is made once, also for two that ask at once, and again for other pins", async () => {
  const [first, second] = await Promise.all([tool(), tool()]);
  expect([first, await tool()]).toEqual([second, second]);
  expect(made).toBe(1);
  expect(await tool(["wider"])).not.toBe(first);
  expect(made).toBe(2);
});

test("a tool that could not be made leaves nothing behind, and the message names the log", async () => {
  const fail = () => {
    throw new Error("no wood");
  };
  await expect(tool([], fail)).rejects.toThrow(/^no wood \(log: .*spade\.log\)$/);
  expect(readdirSync(join(cache, "pulumi-payments", "tools"))).toEqual([]);
});

test("what a killed run left half made is cleared away and never taken for a tool", async () => {
  const folder = await tool();
  const leftover = `${folder}.new-killed`;
  mkdirSync(leftover);
  rmSync(folder, { recursive: true });
  expect(readFileSync(join(await tool(), "half"), "utf8")).toBe("");
  expect(existsSync(leftover)).toBe(false);
});

test.each(takeovers)("a tool in a folder that %s is not used", async (_, takeOver) => {
  takeOver(await tool());
  await expect(tool()).rejects.toThrow(/other users can write to|belongs to another user|is a symbolic link/);
  expect(made).toBe(1);
});
