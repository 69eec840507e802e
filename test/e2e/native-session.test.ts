import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { leavesNoSecret } from "./harness/leaves-no-secret";
import type { Run } from "./harness/process";
import { javascript, native, nativeJavascript } from "./harness/programs";
import type { Stack } from "./harness/stack";
import { bench, service } from "./harness/started";
import { connect } from "./harness/workbench";

/** The session of docs/how-to/use-the-plugin.md. With this variable the page is written; without it, compared. */
const isWriting = process.env.WRITE_SESSION === "1";
const page = join(__dirname, "../../docs/how-to/use-the-plugin.md");
const [from, to] = ["<!-- session: written by test/e2e/native-session.test.ts -->", "<!-- end of session -->"];

let stack: Stack;
let older: Stack;
let branchId: string;
const told: string[] = [];
beforeAll(async () => {
  branchId = await service.admin.createMerchant();
  const credential = await service.admin.createKey({
    account_id: branchId,
    type: "secret",
    name: "run",
    scopes: ["*"],
  });
  const body = 'new ApiKey("reports", { type: "secret", name: "daily reports", scopes: ["accounts:read"] });';
  older = await bench.stack({ name: "older", files: javascript(body), yaml: nativeJavascript });
  stack = await bench.stack({ name: "shop", files: native(""), yaml: nativeJavascript });
  for (const each of [stack, older]) await connect(each, service, { "payments:deletionGuard": "off" });
  await stack.configure({}, { "branch:apiKey": credential.value! });
  await older.mustUp();
});
/** What is other in every run: ids, addresses, times and folders. What the engine prints meanwhile is left out. */
function settled({ output }: Run): string {
  const names = new Map<string, string>();
  const named = (kind: string) => (id: string) => {
    names.set(id, names.get(id) ?? `${kind}_${[...names.values()].filter((name) => name.startsWith(kind)).length + 1}`);
    return names.get(id)!;
  };
  return output
    .split("\n")
    .filter((line) => !/^@|refresh(?:ing)? *$| refresh |^ *warning: using pulumi-resource|Duration:|^$/.test(line))
    .join("\n")
    .replace(/ \(\d[\d.]*s\)/g, "")
    .replace(/ +$/gm, "")
    .replace(/\bkey_[0-9a-f]{16}\b/g, named("key"))
    .replace(/\bacct_[0-9a-f]{16}\b/g, named("acct"))
    .replace(/::[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g, "")
    .replace(/http:\/\/127\.0\.0\.1:\d+/g, "https://payments.example.com")
    .trimEnd();
}

/** Runs a command and notes it, with the lines of its output that begin with one of these patterns. */
async function note(what: string, command: string, run: Promise<Run>, ...shown: RegExp[]): Promise<Run> {
  const result = await run;
  const lines = settled(result).split("\n");
  const kept = shown.length === 0 ? lines : lines.filter((line) => shown.some((pattern) => pattern.test(line)));
  told.push(`${what}\n\n\`\`\`console\n$ ${command}\n${kept.join("\n")}\n\`\`\``);
  return result;
}
const resources = /^Resources:|^ {4}[-+~=\d]/;

test("a key is imported, a colleague's change is shown and repaired, an account is added, and a stack moves", async () => {
  const { admin, accountId } = service;
  const scopes = ["accounts:read", "api_keys:read"];
  const { id } = await admin.createKey({ account_id: accountId, type: "secret", name: "ci", scopes });
  const args = ["import", "payments:index:ApiKey", "ci", id, "--yes", "--skip-preview", "--generate-code=false"];
  const command = "pulumi import payments:index:ApiKey ci key_1 --yes --skip-preview --generate-code=false";
  const imported = await note(
    "A key that somebody made by hand is imported:",
    command,
    stack.pulumi(...args),
    /imported *$/,
    resources,
  );
  expect(imported.exitCode).toBe(0);

  const declared = `new ApiKey("ci", { adoptId: "${id}", type: "secret", name: "ci", scopes: ${JSON.stringify(scopes)} }, { protect: true });`;
  stack.write(native(declared));
  const clean = await note(
    "The program declares it as it was found, and previews clean:",
    "pulumi preview --expect-no-changes",
    stack.preview(),
    resources,
  );
  expect(clean.exitCode).toBe(0);
  await stack.mustUp();

  await admin.changeKey(id, { scopes: ["accounts:read", "accounts:delete"] });
  const drift = await note(
    "A colleague widens the key. A plain preview shows it, element by element:",
    "pulumi preview --diff --expect-no-changes",
    stack.preview("--diff"),
    /drift:|\(update\)|^ {6}~ \w+: |^ {8,}[-+~\]]|^Resources|^ {4}[~\d]|^error/,
  );
  expect(drift.exitCode).toBe(7);

  const repaired = await note(
    "`up` puts back what is declared:",
    "pulumi up --yes --skip-preview",
    stack.up(),
    /updated/,
    resources,
  );
  expect(repaired.exitCode).toBe(0);
  expect((await admin.key(id)).scopes).toEqual(scopes);

  const more = `
const apiKey = new pulumi.Config("branch").requireSecret("apiKey");
const branch = new Provider("branch", { baseUrl: "${service.url}", accountId: "${branchId}", apiKey });
new ApiKey("of-branch", { type: "secret", name: "of the branch", scopes: ["accounts:read"] }, { provider: branch });`;
  stack.write(native(declared + more));
  const second = await note(
    "A second account joins, with a `Provider` of its own:",
    "pulumi up --yes --skip-preview",
    stack.up(),
    /created *$/,
    resources,
  );
  expect(second.exitCode).toBe(0);
  expect((await admin.keys(branchId)).map(({ name }) => name)).toContain("of the branch");

  const body = 'new ApiKey("reports", { type: "secret", name: "daily reports", scopes: ["accounts:read"] });';
  older.write(native(body));
  await admin.forget();
  const moving = await note(
    "A stack of the dynamic form changes its import line:",
    "pulumi preview --expect-no-changes",
    older.preview(),
    resources,
  );
  expect(moving.exitCode).toBe(0);
  const move = await note("And moves without a step:", "pulumi up --yes --skip-preview", older.up(), resources);
  expect(move.exitCode).toBe(0);
  expect(await admin.writes()).toEqual([]);
});

test("the session stands in docs/how-to/use-the-plugin.md as it ran", () => {
  const text = readFileSync(page, "utf8");
  const session = `${from}\n\n${told.join("\n\n")}\n\n${to}`;
  const [before = "", rest = ""] = text.split(from);
  const [, after = ""] = rest.split(to);
  if (isWriting) writeFileSync(page, before + session + after);
  else expect(text).toContain(session);
});

leavesNoSecret(() => ({ bench, service }));
