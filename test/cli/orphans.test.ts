import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { generatedName, randomPart } from "../../provider/lifecycle/generated-name";
import { typeToken } from "../../sdk/reference";
import { tagOf } from "../../sdk/tag";
import { type DialectService, speaking } from "./doctor/dialect";
import { fakePulumi } from "./fake-pulumi";
import { type Ended, endAll, runIn } from "./process";

const fake = fakePulumi();
let service: DialectService;
let lying = false;
beforeAll(async () => {
  // With a clock of its own every key is older than ten minutes by now, and none was used.
  service = await speaking(
    ({ path }, { body }) =>
      lying && path.includes("offset=0") ? { body: { ...body, total: body.total + 1 } } : undefined,
    {
      clock: "manual",
      now: "2026-01-01T00:00:00Z",
    },
  );
});
afterAll(async () => {
  await service.close();
  fake.remove();
});
afterEach(async () => {
  await endAll();
  lying = false;
});

const urnOf = (logical: string, stack = "dev") => `urn:pulumi:${stack}::shop::${typeToken("ApiKey")}::${logical}`;
const nameOf = (urn: string): string => generatedName(urn, tagOf("organization", urn), randomPart());
const inState = (urn: string, id?: string) => ({
  urn,
  type: typeToken("ApiKey"),
  id,
  inputs: { __resource: { tag: tagOf("organization", urn) } },
});
const config = () => ({
  "payments:baseUrl": service.url,
  "payments:accountId": service.sandbox.accountId,
  "payments:apiKey": service.sandbox.apiKey,
  "payments:apiKeyId": "key_of_nobody",
  "payments:deletionGuard": "off",
});
const orphans = (...args: string[]): Promise<Ended> => runIn(fake.environment, "orphans", ...args).ended;

async function scene(): Promise<{ held: string; lost: string; foreign: string; lostName: string }> {
  const [own, lostName, other] = [nameOf(urnOf("own")), nameOf(urnOf("own")), nameOf(urnOf("own", "prod"))];
  const [held, lost, foreign] = (
    await Promise.all([own, lostName, other].map((name) => service.createKey({ name })))
  ).map(({ id }) => id) as [string, string, string];
  fake.set("dev", { config: config(), deployment: { resources: [inState(urnOf("own"), held)] } });
  await service.sandbox.advance({ seconds: 3_600 });
  return { held, lost, foreign, lostName };
}

test("--help teaches: what an orphan is, every option, every exit code, examples", async () => {
  const { code, stdout } = await orphans("--help");
  expect(code).toBe(0);
  for (const flag of ["stack", "cwd", "profile", "delete", "delete-all", "yes", "force", "json"])
    expect(stdout).toMatch(new RegExp(`^  --${flag} .*\\S`, "m"));
  expect(stdout).toMatch(/ {2}0 {2}no orphan[\s\S]* {2}3 {2}a state or a list/);
});

test("finds the key that no state holds, removes nothing unless asked, and then only that one", async () => {
  const { held, lost, foreign, lostName } = await scene();
  const found = await orphans("--stack", "dev");
  expect(found.code).toBe(2);
  expect(found.stdout).toContain(`orphan ${lost}  ${lostName}`);
  expect(found.stdout).not.toContain(held);
  expect(found.stdout).not.toContain(foreign);
  expect(service.requests.filter(({ method }) => method !== "GET")).toEqual([]);

  const refused = await orphans("--stack", "dev", "--delete", `${held},${foreign}`);
  expect(refused.code).toBe(2);
  expect(refused.stdout).toContain(`${held}: not removed: ${urnOf("own")} holds it`);
  expect(refused.stdout).toMatch(
    new RegExp(`${foreign}: not removed: its name carries the tag [0-9a-f]{8}, .*--stack`),
  );
  expect(service.requests.filter(({ method }) => method !== "GET")).toEqual([]);

  const removed = await orphans("--stack", "dev", "--delete", lost, "--json");
  expect([removed.code, JSON.parse(removed.stdout).removals]).toEqual([0, [{ id: lost, removed: true }]]);
  expect(
    service.requests.filter(({ method }) => method !== "GET").map(({ method, path }) => `${method} ${path}`),
  ).toEqual([`DELETE /v1/api-keys/${lost}`]);
  expect(await orphans("--stack", "dev")).toMatchObject({ code: 0, stdout: expect.stringContaining("no orphan:") });
  expect([...removed.stdout, found.stdout].join("")).not.toContain(service.sandbox.apiKey);
});

test("--delete-all goes with --yes, and removes every orphan", async () => {
  const { lost } = await scene();
  expect(await orphans("--stack", "dev", "--delete-all")).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("--yes"),
  });
  const all = await orphans("--stack", "dev", "--delete-all", "--yes");
  expect(all).toMatchObject({ code: 0, stdout: expect.stringContaining(`${lost}: removed`) });
});

test("--delete-all leaves a possible duplicate, a copy of a name, and a key of nobody; --delete removes each by its id", async () => {
  const own = urnOf("billing", "twins");
  const [held, twin, copy, stranger] = await Promise.all(
    ["billing", " billing", `svc-${nameOf(own)}`, "by hand"].map(
      async (name) => (await service.createKey({ name })).id,
    ),
  );
  const resource = { ...inState(own, held), inputs: { ...inState(own).inputs, name: "billing" } };
  fake.set("twins", { config: config(), deployment: { resources: [resource] } });
  await service.sandbox.advance({ seconds: 3_600 });
  const before = service.requests.length;
  const found = await orphans("--stack", "twins", "--json");
  const { exitCode, orphans: proved, unclear } = JSON.parse(found.stdout);
  expect([exitCode, proved]).toEqual([3, []]);
  expect(unclear).toEqual([
    expect.stringMatching(new RegExp(`^possible duplicate: API key ${twin} .*orphans --stack twins --delete ${twin}$`)),
  ]);
  expect(await orphans("--stack", "twins", "--delete-all", "--yes")).toMatchObject({ code: 3 });
  expect(service.requests.slice(before).filter(({ method }) => method !== "GET")).toEqual([]);

  const removed = await orphans("--stack", "twins", "--delete", `${twin},${copy}`, "--delete", stranger!, "--json");
  expect(JSON.parse(removed.stdout)).toMatchObject({
    exitCode: 0,
    unclear: [],
    removals: [twin, copy, stranger].map((id) => ({ id, removed: true })),
  });
  expect(await service.names()).toContain("billing");
});

test("with an empty state, as a first up leaves it that failed, --delete removes the key that the message named", async () => {
  const { id } = await service.createKey({ name: "first" });
  await service.sandbox.advance({ seconds: 3_600 });
  fake.set("first", { config: config() });
  const project = join(fake.folder, "first");
  mkdirSync(project, { recursive: true });
  writeFileSync(join(project, "Pulumi.yaml"), "name: shop\nruntime: nodejs\n");
  const removed = await orphans("--stack", "first", "--cwd", project, "--delete", id);
  expect(removed).toMatchObject({ code: 0, stdout: expect.stringContaining(`${id}: removed`) });
});

test("payments:backendName tells the keys of an equally named stack on another backend apart", async () => {
  const urn = urnOf("own");
  const namedFor = (backend: string) => generatedName(urn, tagOf("organization", urn, backend), randomPart());
  const [ours, theirs] = await Promise.all(
    ["a", "b"].map(async (backend) => (await service.createKey({ name: namedFor(backend) })).id),
  );
  const tag = tagOf("organization", urnOf("other"), "a");
  const resource = { ...inState(urnOf("other"), "key_0"), inputs: { __resource: { tag } } };
  fake.set("dev", { config: { ...config(), "payments:backendName": "a" }, deployment: { resources: [resource] } });
  const found = await orphans("--stack", "dev", "--json");
  expect(JSON.parse(found.stdout).orphans.map(({ id }: { id: string }) => id)).toEqual([ours]);
  expect(await orphans("--stack", "dev", "--delete", theirs!)).toMatchObject({
    code: 2,
    stdout: expect.stringContaining(`${theirs}: not removed: its name carries the tag`),
  });
});

test("a list that can't be read completely, or a state that can't be read, is 3, and then nothing is removed", async () => {
  const { lost } = await scene();
  lying = true;
  expect(await orphans("--stack", "dev")).toMatchObject({
    code: 3,
    stdout: expect.stringContaining("not read: "),
  });
  lying = false;
  fake.set("broken", { config: config(), deployment: "{" });
  const before = service.requests.length;
  const partly = await orphans("--stack", "dev", "--stack", "broken", "--delete", lost);
  expect(partly.code).toBe(2);
  expect(partly.stdout).toContain("another state may hold it");
  expect(service.requests.slice(before).filter(({ method }) => method !== "GET")).toEqual([]);
  fake.set("broken", { error: "error: the passphrase is wrong" });
  expect(await orphans("--stack", "broken")).toMatchObject({
    code: 3,
    stdout: expect.stringContaining("PULUMI_CONFIG_PASSPHRASE"),
  });
});

test("a stack of which nothing could be read is reported once, and is not called free of orphans", async () => {
  fake.set("broken", { error: "error: the backend gave up" });
  const { stdout } = await orphans("--stack", "broken");
  expect(stdout).toMatch(/^not read: .*\nWhether there are orphans is not known\.\n$/);
});

test("names of others reach the terminal escaped", async () => {
  const urn = urnOf("\u001b[2J\u202e");
  // The sandbox refuses such names; a service may not.
  const name = nameOf(urn);
  const hostile = await speaking(({ path }) =>
    path.startsWith("/v1/api-keys?")
      ? { status: 200, body: { items: [{ id: "key_x", name, type: "secret", scopes: [] }], has_more: false } }
      : undefined,
  );
  fake.set("dev", {
    config: { ...config(), "payments:baseUrl": hostile.url, "payments:accountId": hostile.sandbox.accountId },
    deployment: { resources: [inState(urnOf("own"), "key_0")] },
  });
  try {
    const { code, stdout } = await orphans("--stack", "dev");
    expect([code, stdout]).toEqual([2, expect.stringContaining("\\u{1b}[2J\\u{202e}-")]);
    expect(stdout).not.toMatch(/[^\P{Cc}\n]|\p{Cf}/u);
  } finally {
    await hostile.close();
  }
});
