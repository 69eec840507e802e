import { metaOf, type SettingName, settingNames, settingSchemas } from "../../../provider/configuration/settings";
import { readyText } from "../../../sandbox/command/ready-text";
import { endAll, runSandbox } from "../../cli/process";
import { runInShell } from "../../cli/shell";

afterEach(endAll);

const facts = {
  url: "http://127.0.0.1:4010",
  adminUrl: "http://127.0.0.1:4010/_sandbox",
  adminToken: "t0k3n",
  accountId: "acct_1",
  apiKey: "sk_sandbox_1",
  webhookEndpointId: "we_1",
};

/** What a sandbox prints before its first request. */
async function printed(...args: string[]): Promise<string> {
  return runSandbox("--port", "0", ...args).printed(/Ctrl-C stops it\.\n/);
}

const linesOf = (text: string, start: string) =>
  text.split("\n").flatMap((line) => (line.startsWith(`  ${start}`) ? [line.slice(2)] : []));

test("the printed curl line works as it is printed", async () => {
  const [line = ""] = linesOf(await printed(), "printf 'payments-api-key");
  expect(JSON.parse(await runInShell(line))).toMatchObject({ has_more: false, items: [] });
});

test("the printed line that advances the clock works, whatever is in the admin token", async () => {
  const token = `it's-"$HOME"&more`;
  const [line = ""] = linesOf(await printed("--clock", "manual", "--admin-token", token), "printf 'auth");
  expect(JSON.parse(await runInShell(line))).toMatchObject({
    from: "2026-01-01T00:00:00.000Z",
    to: "2026-01-02T00:00:00.000Z",
  });
});

test("the printed address of the page is there, and its fragment holds the token as a browser reads it", async () => {
  const token = "a+b c&d=é";
  const address = new URL(linesOf(readyText({ ...facts, adminToken: token }, {}), "http")[0] ?? "");
  expect(new URLSearchParams(address.hash.slice(1)).get("token")).toBe(token);
  const [real = ""] = linesOf(await printed(), "http");
  expect((await fetch(real)).headers.get("content-type")).toBe("text/html; charset=utf-8");
});

test("the printed lines begin with the one that makes the stack", async () => {
  const lines = linesOf(readyText(facts, {}), "pulumi ");
  expect(lines[0]).toBe("pulumi stack init dev");
  expect(lines[1]).toMatch(/^pulumi config set payments:baseUrl /);
});

test("every printed setting is one of the provider's, with a value it takes, and secret where it has to be", async () => {
  const lines = (await printed()).split("\n").filter((line) => line.includes("pulumi config set "));
  const set = lines.map((line) => {
    const [, piped, secret, name, plain] =
      /^ {2}(?:printf %s (\S+) \| )?pulumi config set (--secret )?payments:(\w+)(?: (\S+))?$/.exec(line) ?? [];
    return [line, secret, name, piped ?? plain];
  });
  const names = set.map(([, , name]) => name as SettingName);
  expect(names).toEqual(["baseUrl", "environment", "accountId", "apiKey"]);
  for (const [line, secret, name, value] of set) {
    expect([line, settingNames.includes(name as SettingName)]).toEqual([line, true]);
    expect([line, settingSchemas[name as SettingName].safeParse(value).success]).toEqual([line, true]);
    expect([line, secret !== undefined]).toEqual([line, metaOf(name as SettingName).secret === true]);
  }
});

test("it names the webhook endpoint that a program can declare", async () => {
  expect(readyText(facts, {})).toContain("a webhook endpoint that a stack can manage: we_1\n");
  expect(await printed()).toMatch(/a stack can manage: we_[0-9a-f]+\n/);
});

test("of a program that took the first steps it says what that says, and neither a credential nor lines to paste", () => {
  const text = readyText(facts, { data: "p.db" }, "Stack dev is set.");
  expect(text).toMatch(/Stack dev is set\..*we_1.*kept in p\.db\..*kill %1/s);
  expect(text).not.toMatch(/sk_sandbox|curl|config set/);
});

test("it says how to stop it, and what becomes of what is in it", () => {
  expect(readyText(facts, {})).toMatch(/gone when it stops; --data FILE keeps it\.\n.*Ctrl-C stops it/);
  expect(readyText(facts, { data: "p.db" })).toContain("All of it is kept in p.db.");
});

test("it says how to get a clock that can be advanced, where this one cannot", () => {
  expect(readyText(facts, {})).toContain("Started with --clock manual");
  expect(readyText(facts, { clock: "x60" })).not.toContain("/clock/advance");
});
