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
import { join } from "node:path";
import { type FakePulumi, fakePulumi } from "./fake-pulumi";
import { type Command, endAll, runAt } from "./process";

let fake: FakePulumi;
let folder: string;
beforeEach(() => {
  fake = fakePulumi();
  folder = mkdtempSync(join(realpathSync(tmpdir()), "sandbox-stack-"));
  writeFileSync(join(folder, "Pulumi.yaml"), "name: shop\nruntime: nodejs\n");
});
afterEach(async () => {
  await endAll();
  fake.remove();
  rmSync(folder, { recursive: true, force: true });
});

const sandboxIn = (cwd: string, args: string[], env: NodeJS.ProcessEnv = {}): Command =>
  runAt(cwd, { ...fake.environment, PULUMI_CONFIG_PASSPHRASE: "correct horse", ...env }, "sandbox", ...args);
const sandbox = (...args: string[]): Command => sandboxIn(folder, args);

interface Ready {
  url: string;
  accountId: string;
  apiKey: string;
  adminUrl: string;
  adminToken: string;
}

async function ready(...args: string[]): Promise<Ready & { command: Command }> {
  const command = sandbox("--json", ...args);
  return { command, ...(JSON.parse(await command.printed(/\n/)) as Ready) };
}

async function stop({ command }: { command: Command }): Promise<void> {
  command.child.kill("SIGTERM");
  expect((await command.ended).code).toBe(0);
}

/** Whether a credential may act on the account that the stack is set to. */
async function works(config: Record<string, string> = {}): Promise<number> {
  const headers = {
    "payments-api-key": config["payments:apiKey"] ?? "",
    "payments-account": config["payments:accountId"] ?? "",
  };
  return (await fetch(`${config["payments:baseUrl"]}/v1/api-keys`, { headers })).status;
}

/** What a command printed that did not start a service; nothing is left of it in the folder. */
async function refused(command: Command): Promise<string> {
  const { code, stdout, stderr } = await command.ended;
  expect([code, stdout]).toEqual([1, ""]);
  return stderr;
}

test("a stack that does not exist is created and set to the sandbox, and the text names the next command", async () => {
  const command = sandbox("--stack", "dev", "--port", "0");
  const text = await command.printed(/Ctrl-C stops it/);
  const config = fake.configOf("dev")!;
  expect(Object.keys(config).sort()).toEqual(
    ["accountId", "apiKey", "baseUrl", "environment"].map((name) => `payments:${name}`),
  );
  expect(await works(config)).toBe(200);
  expect(text).toContain(`The sandbox is ready at ${config["payments:baseUrl"]}\n`);
  expect(text).toMatch(/Stack dev was created .*\n {2}pulumi up\n/);
  expect(text).not.toContain("pulumi config set");
  expect(text).not.toContain(config["payments:apiKey"]);
  await stop({ command });
});

test("the credential goes through a pipe: no command of pulumi has it among its words", async () => {
  const { apiKey } = await ready("--stack", "dev", "--port", "0");
  expect(fake.configOf("dev")?.["payments:apiKey"]).toBe(apiKey);
  expect(JSON.stringify(fake.calls())).not.toContain(apiKey.slice(0, 20));
  expect(fake.calls().length).toBeGreaterThan(3);
});

test("a restart keeps the stack, its address and everything that was created, and sets nothing", async () => {
  const first = await ready("--stack", "dev", "--port", "0");
  const config = fake.configOf("dev")!;
  const headers = { "payments-api-key": first.apiKey, "payments-account": first.accountId };
  const body = JSON.stringify({ type: "secret", scopes: ["accounts:read"] });
  const made = await fetch(`${first.url}/v1/api-keys`, {
    method: "POST",
    headers: { ...headers, "content-type": "application/json" },
    body,
  });
  const { id } = (await made.json()) as { id: string };
  await stop(first);
  const again = sandbox("--stack", "dev");
  expect(await again.printed(/Ctrl-C stops it/)).toMatch(/Stack dev was already set .*\n {2}pulumi up --stack dev\n/);
  expect(fake.configOf("dev")).toEqual(config);
  const listed = await fetch(`${first.url}/v1/api-keys`, { headers });
  expect(((await listed.json()) as { items: { id: string }[] }).items.map((key) => key.id)).toContain(id);
});

test("what it keeps is in a folder that git does not see, beside Pulumi.yaml, from a folder below it too", async () => {
  mkdirSync(join(folder, "src"));
  const command = sandboxIn(join(folder, "src"), ["--stack", "org/shop/dev", "--port", "0"]);
  expect(await command.printed(/Ctrl-C stops it/)).toContain("org%2Fshop%2Fdev.db");
  expect(readdirSync(join(folder, ".payments-sandbox"))).toContain("org%2Fshop%2Fdev.db");
  expect(readFileSync(join(folder, ".payments-sandbox", ".gitignore"), "utf8")).toBe("*\n");
});

test("what an interrupted start left open is set, and the rest stays", async () => {
  const first = await ready("--stack", "dev", "--port", "0");
  await stop(first);
  const { "payments:apiKey": _, ...rest } = fake.configOf("dev")!;
  fake.set("dev", { config: rest });
  const second = await ready("--stack", "dev");
  expect(fake.configOf("dev")).toEqual({ ...rest, "payments:apiKey": second.apiKey });
});

test("other settings of a stack stay as they are", async () => {
  fake.set("dev", { config: { "payments:driftCheck": "warn", "aws:region": "eu-west-1" } });
  await ready("--stack", "dev", "--port", "0");
  expect(fake.configOf("dev")).toMatchObject({ "payments:driftCheck": "warn", "aws:region": "eu-west-1" });
});

const elsewhere = { "payments:baseUrl": "https://payments.example.com", "payments:accountId": "acct_live" };
test.each<[string, Record<string, string>, string[]]>([
  ["a service that is not on this machine", elsewhere, ["payments:baseUrl is https://payments.example.com"]],
  ["the environment production", { "payments:environment": "production" }, ["payments:environment is production"]],
  ["a credential of no known service", { "payments:apiKey": "sk_live_1" }, ["has payments:apiKey", "payments:baseUrl"]],
])("a stack that is set to %s is refused with its values, before anything is started", async (_, config, words) => {
  fake.set("dev", { config });
  const printed = await refused(sandbox("--stack", "dev"));
  for (const word of [...words, "--stack a name that no stack has yet"]) expect(printed).toContain(word);
  expect(printed).not.toContain("sk_live_1");
  expect(fake.configOf("dev")).toEqual(config);
  expect(existsSync(join(folder, ".payments-sandbox"))).toBe(false);
});

test("a stack of another sandbox's account is refused with both accounts, and keeps its credential", async () => {
  const first = await ready("--stack", "dev", "--port", "0");
  await stop(first);
  const config = fake.configOf("dev");
  rmSync(join(folder, ".payments-sandbox"), { recursive: true });
  const printed = await refused(sandbox("--stack", "dev"));
  expect(printed).toContain(`payments:accountId is ${first.accountId}, and the account of this sandbox is acct_`);
  expect(printed).toContain("--data");
  expect(fake.configOf("dev")).toEqual(config);
});

test("a stack never moves to another port", async () => {
  const first = await ready("--stack", "dev", "--port", "0");
  await stop(first);
  const printed = await refused(sandbox("--stack", "dev", "--port", "0"));
  expect(printed).toContain(`payments:baseUrl is ${first.url}, and this sandbox is at http://127.0.0.1:`);
  expect(printed).toContain("Leave out --port");
});

test("without a project it says so before anything is started, and what to do", async () => {
  rmSync(join(folder, "Pulumi.yaml"));
  const printed = await refused(sandbox("--stack", "dev"));
  expect(printed).toMatch(/not started for stack dev: this folder has no Pulumi\.yaml.*'pulumi new'/);
  expect(fake.calls()).toEqual([]);
});

test("without the passphrase, or without the pulumi CLI, it says what to set or install, and starts nothing", async () => {
  const noPassphrase = sandboxIn(folder, ["--stack", "dev"], { PULUMI_CONFIG_PASSPHRASE: "" });
  expect(await refused(noPassphrase)).toContain("Set PULUMI_CONFIG_PASSPHRASE");
  expect(await refused(sandboxIn(folder, ["--stack", "dev"], { PATH: "/nowhere" }))).toContain("pulumi CLI is on PATH");
});

test("a wrong option is reported before a stack is made; help has --stack", async () => {
  expect(await refused(sandbox("--stak", "dev"))).toContain("Did you mean --stack?");
  expect(await refused(sandbox("--stack", "dev", "--clock", "fast"))).toContain("--clock: ");
  expect(fake.calls()).toEqual([]);
  expect((await sandbox("--help").ended).stdout).toMatch(/^ {2}--stack S +create this stack/m);
});

test("an owner gets the notices from the start; without --stack nobody does", async () => {
  const recipients = async ({ adminUrl, adminToken }: Ready): Promise<unknown> => {
    const headers = { authorization: `Bearer ${adminToken}` };
    return ((await (await fetch(`${adminUrl}/overview`, { headers })).json()) as { recipients: unknown }).recipients;
  };
  expect(await recipients(await ready("--stack", "dev", "--port", "0"))).toEqual(["owner@example.com"]);
  expect(await recipients(await ready("--port", "0"))).toEqual([]);
});
