import { isOwnHost } from "../../../sandbox/http/hosts";
import { type Harness, start, stopAll } from "../harness";
import { readAnswer, speak } from "../raw";

test.each([
  "localhost",
  "LOCALHOST",
  "localhost:4010",
  "my.localhost:80",
  "127.0.0.1",
  "127.0.0.1:4010",
  "192.168.1.7:4010",
  "[::1]",
  "[::1]:4010",
  "[::ffff:127.0.0.1]:4010",
  "[FD00::1]",
])("%s means this sandbox", (host) => {
  expect(isOwnHost(host, "127.0.0.1")).toBe(true);
});

test.each([
  undefined,
  "",
  ":4010",
  "attacker.example",
  "attacker.example:4010",
  "127.0.0.1.attacker.example",
  "localhost.attacker.example:4010",
  "localhost.",
  "notlocalhost",
  "localhostt",
  "attacker.example.",
  "xn--lcalhost-6za",
  "ｌocalhost",
  "loc%61lhost",
  "localhost@attacker.example",
  "attacker.example@localhost",
  "localhost:80@attacker.example",
  "localhost attacker.example",
  "localhost, attacker.example",
  "localhost/attacker.example",
  "localhost:",
  "localhost:x",
  "localhost:123456",
  "127.1",
  "2130706433",
  "0x7f000001",
  "0177.0.0.1",
  "127.0.0.256",
  "127.0.0.1.",
  "[::1",
  "::1",
  "[::1%25lo]",
  "[::1]attacker.example",
  "[attacker.example]",
])("%j is somebody else, or no host at all", (host) => {
  expect(isOwnHost(host, "127.0.0.1")).toBe(false);
});

test("the name that the sandbox was told to listen on is its own, in any case", () => {
  expect(isOwnHost("Payments.Test:4010", "payments.test")).toBe(true);
  expect(isOwnHost("payments.test", "127.0.0.1")).toBe(false);
});

describe("a request addressed to somebody else", () => {
  let sandbox: Harness;
  beforeAll(async () => {
    sandbox = await start();
  });
  afterAll(stopAll);

  test.each([
    "/",
    "/openapi.json",
    "/_sandbox/health",
    "/_sandbox/clock",
    "/v1/api-keys",
    "/_sandbox/card-form",
    "/nothing",
  ])("is refused at %s, whatever it carries", async (path) => {
    const { adminToken, apiKey, accountId } = sandbox;
    const text = await speak(
      sandbox.url,
      `GET ${path} HTTP/1.1\r\nhost: attacker.example\r\nx-forwarded-host: localhost\r\nauthorization: Bearer ${adminToken}\r\npayments-api-key: ${apiKey}\r\npayments-account: ${accountId}\r\nconnection: close\r\n\r\n`,
    );
    const { status, body } = readAnswer(text);
    expect([status, JSON.parse(body).error]).toEqual([
      403,
      expect.objectContaining({ code: "wrong_host", param: "host" }),
    ]);
  });

  test("changes nothing and uses no key", async () => {
    await speak(
      sandbox.url,
      `DELETE /_sandbox/requests HTTP/1.1\r\nhost: attacker.example\r\nauthorization: Bearer ${sandbox.adminToken}\r\nconnection: close\r\n\r\n`,
    );
    await speak(
      sandbox.url,
      `GET /v1/api-keys HTTP/1.1\r\nhost: attacker.example\r\npayments-api-key: ${sandbox.apiKey}\r\nconnection: close\r\n\r\n`,
    );
    const [key] = (await sandbox.admin("GET", "/api-keys")).body;
    expect(key.last_used).toBeUndefined();
  });
});

test("unless it is told otherwise the sandbox listens on loopback and on nothing else", async () => {
  const sandbox = await start();
  expect(new URL(sandbox.url).hostname).toBe("127.0.0.1");
  await stopAll();
});
