import { createServer as createHttpServer } from "node:http";
import type { AddressInfo, Server } from "node:net";
import { json } from "../provider/api/fake-service";
import { type Ended, endAll, runIn } from "./process";

const credential = "correct-horse-battery-staple-42";
const forged = "\u202e::error::x\u2028::error::y ##[error]z \u009b31m \u200b";

let server: Server;
let url: string;
beforeAll(async () => {
  const names = [`x${forged}`, `::add-mask::${forged}`, credential, `my ${credential.slice(-12)}`];
  const items = names.map((name, at) => ({
    id: `key_${at}`,
    name,
    type: "secret",
    scopes: ["accounts:read", `a:${forged}`],
    created_at: `2026-01-0${9 - at}T00:00:00Z`,
  }));
  server = createHttpServer((request, response) => {
    if (request.url?.startsWith("/v1/api-keys") === true)
      json(response, 200, { items, has_more: false, total: items.length });
    else
      json(response, 404, { error: { code: credential, message: `no ${forged} ${[...credential].join("\u200b")}` } });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));
afterEach(endAll);

const command = (...args: string[]): Promise<Ended> =>
  runIn(
    { PATH: process.env.PATH, PAYMENTS_BASE_URL: url, PAYMENTS_ACCOUNT_ID: "acct_1", PAYMENTS_API_KEY: credential },
    ...args,
  ).ended;

test.each([
  ["keys"],
  ["keys", "--format", "json"],
  ["keys", "--format", "csv"],
  ["keys", "--adopt-code", "all"],
  ["doctor"],
  ["doctor", "--json"],
  ["keys", credential],
  ["keys", "--profile", credential],
  ["drift", "--stack", `a${forged}`, credential],
  ["explain", `${forged}${credential}`],
  ["policy", "explain", credential],
  ["policy", "check-config", `/nowhere/${credential}${forged}`],
  ["init-ci", credential],
  ["sandbox", "--port", credential],
  [credential],
])("%s shows nothing of the credential, and nothing that a terminal or a runner obeys", async (...args) => {
  const { stdout, stderr } = await command(...args);
  const all = stdout + stderr;
  expect(all.length).toBeGreaterThan(20);
  expect(all).not.toContain(credential.slice(-12));
  for (const line of all.split("\n")) {
    expect(line).not.toMatch(/^\s*::|##\[/);
    expect(line.replace(/\r$/, "")).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
  }
});

test.each([
  ["keys", "--format", "json"],
  ["doctor", "--json"],
])("%s %s prints JSON that is read as what it means", async (...args) => {
  const { stdout } = await command(...args);
  const report = JSON.parse(stdout) as { keys?: { name: string }[] };
  if (report.keys)
    expect(report.keys.map(({ name }) => name)).toEqual([
      `x${forged}`,
      `::add-mask::${forged}`,
      "[redacted]",
      "my [redacted]",
    ]);
});
