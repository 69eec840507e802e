import { generatedName, randomPart } from "../../provider/lifecycle/generated-name.js";
import { typeToken } from "../../sdk/reference.js";
import { tagOf } from "../../sdk/tag.js";
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

test("finds the key that no state holds, removes nothing unless told, and then only that one", async () => {
  const { held, lost, foreign, lostName } = await scene();
  const found = await orphans("--stack", "dev");
  expect(found.code).toBe(2);
  expect(found.stdout).toContain(`orphan ${lost}  ${lostName}`);
  expect(found.stdout).not.toContain(held);
  expect(found.stdout).not.toContain(foreign);
  expect(service.requests.filter(({ method }) => method !== "GET")).toEqual([]);

  const refused = await orphans("--stack", "dev", "--delete", `${held},${foreign}`);
  expect(refused.code).toBe(2);
  expect(refused.stdout.match(/not removed: it is no orphan/g)).toHaveLength(2);
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

test("a list that can't be read wholly, or a state that can't be read, is 3, and then nothing is removed", async () => {
  const { lost } = await scene();
  lying = true;
  expect(await orphans("--stack", "dev")).toMatchObject({
    code: 3,
    stdout: expect.stringContaining("not looked at: "),
  });
  lying = false;
  fake.set("broken", { config: config(), deployment: "{" });
  const before = service.requests.length;
  const partly = await orphans("--stack", "dev", "--stack", "broken", "--delete", lost);
  expect(partly.code).toBe(2);
  expect(partly.stdout).toContain("whether another state holds it is not known");
  expect(service.requests.slice(before).filter(({ method }) => method !== "GET")).toEqual([]);
  expect(await orphans("--stack", "nope")).toMatchObject({
    code: 3,
    stdout: expect.stringContaining("pulumi stack ls"),
  });
});

test("a stack of which nothing could be read is told once, and is not called free of orphans", async () => {
  const { stdout } = await orphans("--stack", "nope");
  expect(stdout).toMatch(/^not looked at: .*\nWhether there are orphans is not known\.\n$/);
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
