import { generatedName, randomPart } from "../../provider/lifecycle/generated-name";
import { typeToken } from "../../sdk/reference";
import { tagOf } from "../../sdk/tag";
import { json as answer, scriptedServer } from "../provider/api/fake-service";
import { type DialectService, speaking } from "./doctor/dialect";
import { fakePulumi } from "./fake-pulumi";
import { type Ended, endAll, runIn } from "./process";

const fake = fakePulumi();
let service: DialectService;
let ids: Record<"managed" | "orphan" | "elsewhere" | "unmanaged", string>;
const urnOf = (stack: string) => `urn:pulumi:${stack}::shop::${typeToken("ApiKey")}::ci`;
const nameOf = (stack: string): string =>
  generatedName(urnOf(stack), tagOf("organization", urnOf(stack)), randomPart());

beforeAll(async () => {
  service = await speaking();
  const make = async (name: string, scopes = ["accounts:read"]): Promise<string> =>
    (await service.createKey({ name, scopes })).id;
  ids = {
    managed: await make(nameOf("dev")),
    orphan: await make(nameOf("dev")),
    elsewhere: await make(nameOf("prod")),
    unmanaged: await make("=made, by hand", ["*"]),
  };
  const { url, sandbox } = service;
  const config = {
    "payments:baseUrl": url,
    "payments:accountId": sandbox.accountId,
    "payments:apiKey": sandbox.apiKey,
  };
  const held = {
    urn: urnOf("dev"),
    type: typeToken("ApiKey"),
    id: ids.managed,
    inputs: { __resource: { tag: tagOf("organization", urnOf("dev")) } },
  };
  fake.set("dev", { config, deployment: { resources: [held] } });
});
afterAll(async () => {
  await service.close();
  fake.remove();
});
afterEach(endAll);

const keys = (...args: string[]): Promise<Ended> => runIn(fake.environment, "keys", ...args).ended;
const byEnvironment = (...args: string[]): Promise<Ended> => {
  const { url, sandbox } = service;
  return runIn(
    {
      PATH: process.env.PATH,
      PAYMENTS_BASE_URL: url,
      PAYMENTS_ACCOUNT_ID: sandbox.accountId,
      PAYMENTS_API_KEY: sandbox.apiKey,
    },
    "keys",
    ...args,
  ).ended;
};

test("with NODE_TLS_REJECT_UNAUTHORIZED=0 it sends nothing to another machine, and says what to do", async () => {
  const { code, stderr } = await runIn(
    {
      PATH: process.env.PATH,
      PAYMENTS_BASE_URL: "https://192.0.2.1",
      PAYMENTS_ACCOUNT_ID: "acct_1",
      PAYMENTS_API_KEY: "sk_wrong_0123456789",
      NODE_TLS_REJECT_UNAUTHORIZED: "0",
    },
    "keys",
  ).ended;
  expect(code).toBe(3);
  expect(stderr).toMatch(/NODE_TLS_REJECT_UNAUTHORIZED=0 turns off.*Unset.*NODE_EXTRA_CA_CERTS/);
});

test("--help teaches: every option, every standing, every exit code, examples", async () => {
  const { code, stdout } = await keys("--help");
  expect(code).toBe(0);
  for (const flag of ["stack", "cwd", "profile", "format", "adopt-code", "import-file"])
    expect(stdout).toMatch(new RegExp(`^  --${flag} .*\\S`, "m"));
  for (const standing of ["managed", "orphan", "elsewhere", "unmanaged", "not known"])
    expect(stdout).toMatch(new RegExp(`^  ${standing} +\\S`, "m"));
  expect(stdout).toContain("Examples:");
});

test("each key has its standing, newest first, and nothing but GET is sent", async () => {
  const { code, stdout } = await keys("--stack", "dev", "--format", "json");
  expect(code).toBe(0);
  const { keys: rows, complete, counts } = JSON.parse(stdout);
  expect(rows.map(({ id, standing, by }: Record<string, string>) => [id, standing, by])).toEqual([
    [ids.unmanaged, "unmanaged", undefined],
    [ids.elsewhere, "elsewhere", expect.stringMatching(/^tag [0-9a-f]{8}$/)],
    [ids.orphan, "orphan", "shop/dev ci"],
    [ids.managed, "managed", "shop/dev ci"],
  ]);
  expect([complete, counts]).toEqual([true, { unmanaged: 1, elsewhere: 1, orphan: 1, managed: 1 }]);
  expect(rows[0]).toMatchObject({ overWide: true, scopes: ["*"], ageDays: 0 });
  expect(service.requests.every(({ method }) => method === "GET")).toBe(true);
  expect(stdout).not.toMatch(/sk_sandbox_[0-9a-f]{8}/);
});

test("table and csv show the same keys", async () => {
  const table = await keys("--stack", "dev");
  expect(table.stdout).toMatch(new RegExp(`^${ids.unmanaged} +=made, by hand +secret +\\* \\(over-wide\\) +0 d `, "m"));
  expect(table.stdout).toContain("4 keys: 1 unmanaged, 1 elsewhere, 1 orphan, 1 managed; 1 over-wide.");
  const csv = await keys("--stack", "dev", "--format", "csv");
  expect(csv.stdout.split("\r\n")).toHaveLength(6);
  expect(csv.stdout).toContain(`${ids.unmanaged},"'=made, by hand",secret,*,`);
  expect(csv.stderr).toContain("4 keys:");
});

test("without a stack nobody's keys are called unmanaged", async () => {
  const { stdout } = await byEnvironment("--format", "json");
  expect(JSON.parse(stdout).counts).toEqual({ "not known": 1, elsewhere: 3 });
});

test("several ids behind one --adopt-code are refused with how several are given", async () => {
  const { code, stderr } = await keys("--stack", "dev", "--adopt-code", ids.unmanaged, ids.orphan);
  expect([code, stderr]).toEqual([
    1,
    expect.stringContaining("Give several as --adopt-code A,B,C, or repeat the option"),
  ]);
});

test("--adopt-code prints lines for what nobody manages, and refuses the others with why", async () => {
  const all = await keys("--stack", "dev", "--adopt-code", "all");
  expect([all.code, all.stdout]).toEqual([
    0,
    expect.stringMatching(
      /^import \{ ApiKey \} from "pulumi-payments";\n\nnew ApiKey\("made-by-hand", \{\n {2}adoptId: "key_\w+",[^}]*\}\);\n$/,
    ),
  ]);
  expect(all.stderr).toMatch(/^Read stack dev only: a key that another stack manages .* --stack/);
  const refused = await keys(
    "--stack",
    "dev",
    "--adopt-code",
    `${ids.managed},${ids.elsewhere}`,
    "--adopt-code",
    "key_nobody",
  );
  expect([refused.code, refused.stdout]).toEqual([1, ""]);
  expect(refused.stderr).toMatch(
    /carries the tag .* of another stack[\s\S]*managed already, by shop\/dev ci[\s\S]*no API key key_nobody/,
  );
  const blind = await byEnvironment("--adopt-code", ids.unmanaged);
  expect(blind).toMatchObject({
    code: 3,
    stdout: expect.stringContaining(ids.unmanaged),
    stderr: expect.stringContaining("no stack was read"),
  });
});

test("wrong usage is 1; a state that can't be read is 3, and the list comes all the same", async () => {
  expect(await keys("--format", "xml")).toMatchObject({ code: 1, stderr: expect.stringContaining("table, json, csv") });
  fake.set("broken", { error: "error: the backend gave up" });
  const { code, stdout, stderr } = await keys("--stack", "dev", "--stack", "broken");
  expect(code).toBe(3);
  expect(stdout).toContain(ids.unmanaged);
  expect(stderr).toContain("not read: 'pulumi stack export' of stack broken");
});

test("10,000 keys of 20 kB each go through a process that could not hold them", async () => {
  const [count, size] = [10_000, 100];
  const server = await scriptedServer((request, response) => {
    const offset = Number(request.query.get("offset"));
    const numbers = Array.from({ length: Math.min(size, count - offset) }, (_, index) => count - offset - index);
    const items = numbers.map((number) => ({
      id: `key_${number}`,
      name: `${number} `.padEnd(20_000, "x"),
      type: "secret",
      scopes: ["a:b"],
      created_at: new Date(number * 1_000).toISOString(),
    }));
    answer(response, 200, { items, has_more: offset + size < count, offset, limit: size, total: count });
  });
  try {
    const env = {
      PATH: process.env.PATH,
      PAYMENTS_BASE_URL: server.url,
      PAYMENTS_ACCOUNT_ID: "acct_1",
      PAYMENTS_API_KEY: "sk_test_1",
      NODE_OPTIONS: "--max-old-space-size=90",
    };
    const { code, stdout, stderr } = await runIn(env, "keys", "--format", "json").ended;
    expect([code, stderr]).toEqual([0, ""]);
    expect(JSON.parse(stdout)).toMatchObject({ count, complete: true });
    expect(server.requests.length).toBeLessThan(110);
  } finally {
    await server.close();
  }
}, 120_000);

test("where no key could be listed there is no table, which would look like an account without keys: exit 3, and why", async () => {
  const { url, sandbox } = service;
  const refused = { PATH: process.env.PATH, PAYMENTS_BASE_URL: url, PAYMENTS_ACCOUNT_ID: sandbox.accountId };
  for (const format of ["table", "csv"]) {
    const environment = { ...refused, PAYMENTS_API_KEY: "sk_nobody" };
    const { code, stdout, stderr } = await runIn(environment, "keys", "--format", format).ended;
    expect([code, stdout]).toEqual([3, ""]);
    expect(stderr).toMatch(/^could not list the API keys in account .*the credential was refused\. .*\n$/);
    expect(stderr).not.toContain("Run it again");
  }
  const environment = { ...refused, PAYMENTS_API_KEY: "sk_nobody" };
  const { code, stdout } = await runIn(environment, "keys", "--format", "json").ended;
  expect([code, JSON.parse(stdout)]).toMatchObject([3, { complete: false, keys: [] }]);
});

test("a credential of the environment that takes precedence over that of the stack is reported", async () => {
  const environment = { ...fake.environment, PAYMENTS_API_KEY: "sk_nobody" };
  const { code, stderr } = await runIn(environment, "keys", "--stack", "dev").ended;
  expect([code, stderr]).toEqual([3, expect.stringContaining("PAYMENTS_API_KEY is used in place of")]);
});

test("--import-file prints a file for what nobody manages, and says what does not go with it", async () => {
  const { code, stdout } = await keys("--stack", "dev", "--import-file", "all");
  expect([code, JSON.parse(stdout)]).toEqual([
    0,
    { resources: [{ type: "payments:index:ApiKey", name: "made-by-hand", id: ids.unmanaged }] },
  ]);
  const refused = await keys("--stack", "dev", "--import-file", ids.managed);
  expect([refused.code, refused.stdout]).toEqual([1, ""]);
  expect(refused.stderr).toContain(`API key ${ids.managed} is managed already`);
  const odd = await keys("--import-file", "all", "--adopt-code", "all", "--profile", "eu", "--format", "json");
  expect(odd.code).toBe(1);
  expect(odd.stderr.trim().split("\n")).toEqual([
    "--adopt-code prints code; leave --format out.",
    "--import-file prints a file; leave --format out.",
    "Give --adopt-code or --import-file, not both.",
    "'pulumi import' reads with the stack's own settings, so --import-file can't be used with --profile; use --adopt-code.",
    "Run 'npx pulumi-payments keys --help' for more.",
  ]);
});

test("--adopt-code all says so where no key is unmanaged, in place of nothing", async () => {
  const { url, sandbox } = service;
  const config = {
    "payments:baseUrl": url,
    "payments:accountId": sandbox.accountId,
    "payments:apiKey": sandbox.apiKey,
  };
  const resource = { urn: urnOf("whole"), type: typeToken("ApiKey"), id: ids.unmanaged, inputs: {} };
  fake.set("whole", { config, deployment: { resources: [resource] } });
  expect(await keys("--stack", "whole", "--adopt-code", "all")).toMatchObject({
    code: 0,
    stdout: "",
    stderr: "No key is unmanaged: there is nothing to adopt.\n",
  });
});
