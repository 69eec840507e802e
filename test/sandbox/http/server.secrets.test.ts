import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Harness, start, stopAll } from "../harness";
import { payments } from "../payments";
import { readAnswer, speak } from "../raw";

const card = { number: "378282246310005", cvv: "9173" };
const typed = "3782 822463 10005";
let folder: string;
let sandbox: Harness;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "sandbox-"));
  // A fixed seed, so that nothing in the file looks like one of the short secrets by chance.
  sandbox = await start({ data: join(folder, "p.db"), seed: "secrets", adminToken: "planted-admin-token" });
});
afterAll(async () => {
  await stopAll();
  rmSync(folder, { recursive: true });
});

/** Uses every secret where it belongs, and leaves it in every place where it does not. Answers all of them. */
async function plant(): Promise<string[]> {
  const key = (await sandbox.call("POST", "/v1/api-keys", { body: { type: "secret" } })).body;
  const other = (await sandbox.admin("POST", "/api-keys", { type: "secret", account_id: sandbox.accountId })).body;
  expect(JSON.stringify([key.value, other.value])).not.toContain("*");
  const secrets = [sandbox.apiKey, key.value, other.value, sandbox.adminToken, card.number, typed];
  await sandbox.call("GET", "/v1/api-keys", { headers: { "payments-api-key": key.value } });
  const paying = payments(sandbox);
  const token = await paying.token({}, { ...card, number: typed });
  expect((await paying.confirm(await paying.intent(), token)).status).toBe(201);
  await sandbox.admin("POST", "/payment-methods", { card: { ...card, exp_month: 13, exp_year: 2030 } });
  for (const secret of [...secrets, card.cvv]) {
    const text = encodeURIComponent(secret);
    await sandbox.call("GET", `/v1/api-keys?limit=${text}&${text}=1`);
    await sandbox.call("GET", `/v1/${text}`);
    await sandbox.call("GET", `/v1/api-keys/${text}%zz`);
    await sandbox.call("POST", "/v1/payment-intents", { body: { amount: secret, [secret]: secret } });
    await sandbox.call("POST", "/v1/payment-intents", { body: `{"amount": ${secret}` });
    await sandbox.call("POST", `/v1/payment-intents/${text}/confirm`, { body: { payment_method_id: secret } });
    await sandbox.call("GET", "/v1/accounts", { headers: { "payments-account": secret } });
    await sandbox.call("GET", "/v1/accounts", { headers: { "payments-api-key": `${secret}x` } });
    await sandbox.admin("POST", "/events", { type: secret, account_id: secret });
    await sandbox.admin("POST", `/clock/${text}`, { token: secret });
    await speak(sandbox.url, `GET /v1/${text} HTTP/1.1\r\nhost: localhost\r\nx ${secret}\r\n\r\n`);
  }
  await sandbox.admin("POST", "/snapshots/s");
  return secrets;
}

test("no answer that may hold a secret is kept by a cache, also one that is cut short", async () => {
  const key = { type: "secret" };
  const replies = [
    await sandbox.call("POST", "/v1/api-keys", { body: key }),
    await sandbox.admin("POST", "/api-keys", { ...key, account_id: sandbox.accountId }),
    await sandbox.call("POST", "/v1/api-keys", { body: { type: "publishable" } }),
    await sandbox.call("GET", "/v1/api-keys"),
    await sandbox.call("GET", "/v1/api-keys", { headers: { "payments-api-key": "sk_sandbox_wrong" } }),
  ];
  expect(replies.map(({ status }) => status)).toEqual([201, 201, 201, 200, 401]);
  expect(replies.map(({ headers }) => headers.get("cache-control"))).toEqual(replies.map(() => "no-store"));
  await sandbox.admin("POST", "/faults", { operation: "POST /v1/api-keys", at: "after", effect: "truncate" });
  const head = `host: localhost\r\npayments-api-key: ${sandbox.apiKey}\r\npayments-account: ${sandbox.accountId}\r\n`;
  const body = JSON.stringify(key);
  const cut = await speak(
    sandbox.url,
    `POST /v1/api-keys HTTP/1.1\r\n${head}content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
    { listens: true },
  );
  expect(readAnswer(cut)).toMatchObject({ status: 201, headers: { "cache-control": "no-store" } });
});

/** Everything in the data file and beside it: what was written, and what is still in the write-ahead log. */
function dataFiles(): string {
  const files = readdirSync(folder);
  expect(files).toEqual(expect.arrayContaining(["p.db", "p.db-wal"]));
  return files.map((file) => readFileSync(join(folder, file), "latin1")).join("\n");
}

test("no key value, token, card number or CVV is in a log, a snapshot, the data file or what is still in its write-ahead log", async () => {
  const secrets = await plant();
  const requests = (await sandbox.admin("GET", "/requests")).body;
  expect(requests.length).toBeGreaterThan(40);
  expect(sandbox.lines.length).toBeGreaterThan(40);
  const places = {
    lines: sandbox.lines.join("\n"),
    requests: JSON.stringify(requests),
    overview: JSON.stringify((await sandbox.admin("GET", "/overview")).body),
    data: dataFiles(),
  };
  // What is looked for would be found: the names of what was made are there.
  expect(places.data).toContain(sandbox.accountId);
  expect(places.data).toContain("Secret key");
  for (const [place, text] of Object.entries(places)) {
    for (const secret of secrets) {
      for (const spelling of [secret, encodeURIComponent(secret), Buffer.from(secret).toString("base64").slice(0, -4)])
        expect([place, secret, text.includes(spelling)]).toEqual([place, secret, false]);
    }
  }
  // Three or four digits may be asked for in a path; kept beside a card they may not be.
  expect(places.data.replaceAll(/"(?:path|query)":"[^"]*"/g, "")).not.toContain(card.cvv);
});

test("a restored snapshot brings back the log without the secrets, and the key still works", async () => {
  expect((await sandbox.admin("POST", "/snapshots/s/restore")).status).toBe(200);
  const log = JSON.stringify((await sandbox.admin("GET", "/requests")).body);
  for (const secret of [sandbox.apiKey, sandbox.adminToken, card.number]) expect(log).not.toContain(secret);
  expect((await sandbox.call("GET", "/v1/api-keys")).status).toBe(200);
});

test("every refusal and the log tell of one request by the same id, and no two requests share one", async () => {
  await sandbox.admin("DELETE", "/requests");
  const ids = [
    (await sandbox.call("GET", "/v1/nothing")).body.error.request_id,
    (await sandbox.call("GET", "/v1/api-keys?x=1")).body.error.request_id,
    (await sandbox.call("GET", "/v1/api-keys", { headers: { "payments-api-key": undefined } })).body.error.request_id,
    (await sandbox.call("DELETE", "/v1/api-keys/%zz")).body.error.request_id,
    (await sandbox.call("POST", "/v1/customers", { body: "{" })).body.error.request_id,
  ];
  const logged = (await sandbox.admin("GET", "/requests")).body.map(
    (entry: { request_id: string }) => entry.request_id,
  );
  expect(logged).toEqual(ids);
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids) expect(sandbox.lines.filter((line) => line.includes(id))).toHaveLength(1);
  const unread = JSON.parse(readAnswer(await speak(sandbox.url, "nonsense\r\n\r\n")).body).error.request_id;
  expect(sandbox.lines.filter((line) => line.includes(unread))).toHaveLength(1);
});
