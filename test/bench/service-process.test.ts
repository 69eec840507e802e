import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../../bench/free-port";
import { startService } from "../../bench/service-process";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "service-process-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const start = (script: string, readyWith: "line" | { port: number }) =>
  startService({ command: process.execPath, args: ["-e", script], log: join(folder, "log"), readyWith });

test("a service is ready with its first line, and what it says else goes to its log", async () => {
  const service = await start(
    'console.error("noise"); console.log("ready"); setInterval(() => console.log("more"), 5)',
    "line",
  );
  expect(service.line).toBe("ready");
  expect(service.readyMs).toBeGreaterThan(0);
  await service.stop();
  await service.stop();
  expect(readFileSync(join(folder, "log"), "utf8")).toBe("noise\n");
});

test("a service that says nothing is ready once its port accepts connections", async () => {
  const port = await freePort();
  const service = await start(`require("node:http").createServer().listen(${port}, "127.0.0.1")`, { port });
  await service.stop();
});

test("a service that ends before it is ready fails with its last words", async () => {
  const failing = 'console.error("no such option"); process.exitCode = 3';
  await expect(start(failing, "line")).rejects.toThrow(/ended with code 3:\nno such option/);
  await expect(start(failing, { port: await freePort() })).rejects.toThrow(/ended with code 3:\nno such option/);
});

test("a command that is not there is told of", async () => {
  const missing = join(folder, "no-such-command");
  const starting = startService({ command: missing, args: [], log: join(folder, "log"), readyWith: "line" });
  await expect(starting).rejects.toThrow(/no-such-command.*could not be started: spawn/);
});
