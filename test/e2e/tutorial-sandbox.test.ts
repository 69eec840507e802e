import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { packedTarball } from "../../tools/packed.js";
import { pinnedNodeFolder } from "../../tools/set-up/pinned-node.js";
import { outsideEnvironment } from "../../tools/set-up/places.js";
import { pageAt } from "../docs/pages.js";
import { type Terminal, terminal } from "./harness/terminal.js";

const page = pageAt("docs/tutorial-sandbox.md");

/** What the page tells its reader to do, in its order. */
type Step = { file: string; contents: string } | { command: string; output: string };

/** Files to save, named in the words before them, and commands with what they print. */
function stepsOf(text: string): Step[] {
  return [...text.matchAll(/(?:Save this as `([^`]+)`[^`]*)?^```(\w+)\n([\s\S]*?)^```/gm)].flatMap(
    ([, file, language = "", code = ""]): Step[] => {
      if (language !== "console") return [{ file: file ?? `a block of ${language} without a name`, contents: code }];
      const [, ...commands] = code.split(/^\$ /m);
      return commands.map((one) => {
        const [command = "", ...output] = one.split("\n");
        return { command, output: output.join("\n") };
      });
    },
  );
}

/** Ids differ from run to run, but the same one must stand in the same places: each is replaced by when it came first. */
function numbered(text: string): string {
  const ids: string[] = [];
  return text.replace(/\b[a-z]+_[0-9a-f]{16}\b/g, (id) => {
    if (!ids.includes(id)) ids.push(id);
    return `<id ${ids.indexOf(id) + 1}>`;
  });
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

const answers = (url: string): Promise<boolean> =>
  fetch(url).then(
    () => true,
    () => false,
  );

let folder: string;
let shell: Terminal;
beforeAll(() => {
  folder = mkdtempSync(join(realpathSync(tmpdir()), "tutorial-"));
  const outside = outsideEnvironment();
  shell = terminal(folder, {
    ...outside,
    PATH: [pinnedNodeFolder, outside.PATH].join(delimiter),
    npm_config_prefer_offline: "true",
    npm_config_ignore_scripts: "true",
    npm_config_audit: "false",
  });
});
afterAll(async () => {
  await shell?.close();
  rmSync(folder, { recursive: true, force: true });
});

test("every command of the tutorial does what the page says, in its order", async () => {
  const port = String(await freePort());
  const tarball = await packedTarball();
  // What one machine cannot promise: that the ports of the page are free, and the package's name in the registry.
  const here = (text: string) =>
    text
      .replaceAll("4011", port)
      .replace("npm install pulumi-payments", `npm install ${tarball}`)
      .replace("sandbox --clock", "sandbox --port 0 --clock");
  const said: string[] = [];
  const printed: string[] = [];
  for (const step of stepsOf(page.text)) {
    if ("file" in step) writeFileSync(join(folder, step.file), here(step.contents));
    else {
      said.push(`$ ${step.command}\n${step.output}`);
      const output = await shell.run(here(step.command), step.output.split("\n").length - 1);
      printed.push(`$ ${step.command}\n${output.replaceAll(port, "4011")}`);
    }
  }
  expect(said.length).toBeGreaterThan(20);
  expect(numbered(printed.join(""))).toBe(numbered(said.join("")));
  const { url } = JSON.parse(readFileSync(join(folder, "ready.json"), "utf8"));
  // Stopped jobs end in their own time.
  while (await answers(url));
});

test("the receiver of the tutorial has fifteen lines", () => {
  const [receiver] = stepsOf(page.text).filter((step) => "file" in step && step.file === "receiver.mjs");
  expect((receiver as { contents: string }).contents.trimEnd().split("\n").length).toBeLessThanOrEqual(15);
});

test("steps are files with their names, and commands with what they print", () => {
  const text = "Save this as `a.sh`. Then:\n\n```sh\ncode\n```\n\n```console\n$ one\n1\n2\n$ two\n```\n";
  expect(stepsOf(text)).toEqual([
    { file: "a.sh", contents: "code\n" },
    { command: "one", output: "1\n2\n" },
    { command: "two", output: "" },
  ]);
});

test("ids are compared by where they stand again", () => {
  const id = (digit: string) => `evt_${digit.repeat(16)}`;
  expect(numbered(`${id("a")} ${id("b")} ${id("a")}`)).toBe(numbered(`${id("c")} ${id("d")} ${id("c")}`));
  expect(numbered(`${id("a")} ${id("a")}`)).not.toBe(numbered(`${id("c")} ${id("d")}`));
});
