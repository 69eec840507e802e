import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { packedTarball } from "../../tools/packed.js";
import { pageAt } from "../docs/pages";
import { newUser, numbered, stepsOf } from "./harness/page-steps";
import { type Terminal, terminal } from "./harness/terminal";

const page = pageAt("docs/tutorials/webhook-outage.md");

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
  shell = terminal(folder, newUser());
});
afterAll(async () => {
  await shell?.close();
  rmSync(folder, { recursive: true, force: true });
});

test("every command of the tutorial does what the page says, in its order", async () => {
  const port = String(await freePort());
  const tarball = await packedTarball("pulumi-payments-sandbox");
  // What one machine cannot promise: that the ports of the page are free, and the package's name in the registry.
  const here = (text: string) =>
    text
      .replaceAll("4011", port)
      .replace("npm install pulumi-payments-sandbox", `npm install ${tarball}`)
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
