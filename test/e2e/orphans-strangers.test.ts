import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { leavesNoSecret } from "./harness/leaves-no-secret";
import { javascript, plainJavascript } from "./harness/programs";
import { rowOf } from "./harness/rows";
import { type Service, startService } from "./harness/service";
import type { Stack } from "./harness/stack";
import { connect, type Workbench, workbench } from "./harness/workbench";

/** What 'orphans' removes, and what it never removes by itself, though its name looks like a key of the stack. */

const key = (name: string, more = ""): string =>
  `new ApiKey("${name}", { type: "secret", scopes: ["accounts:read"]${more} });`;
const deletion = "DELETE /v1/api-keys/{id}";

let service: Service;
let bench: Workbench;
let stack: Stack;
/** So that a key in the list is no key that a run under way is about to save. */
const anHourLater = () => service.admin.advance(3_600);
const connected = (each: Stack) => connect(each, service, { "payments:apiKeyId": "key_of_the_partner" });
beforeAll(async () => {
  [service, bench] = await Promise.all([startService(["--clock", "manual"]), workbench()]);
  const files = javascript(key("own") + key("dropped") + key("billing", ', name: "billing"'));
  stack = await bench.stack({ name: "shop", files, yaml: plainJavascript });
  await connected(stack);
  await stack.mustUp();
});
afterAll(async () => {
  await service?.stop();
  bench?.remove();
});

const holds = (id: string) => service.admin.holds(service.accountId, id);
const orphans = (...args: string[]) => stack.payments("orphans", "--stack", "dev", ...args);

test("--delete-all removes the orphan of a stack, and leaves another stack's key that only has its name at the end", async () => {
  const { own, dropped } = await stack.ids();
  const name = (await service.admin.key(own!)).name;
  const other = await bench.sibling(stack, "other");
  await connected(other);
  other.write(javascript(key("svc", `, name: "svc-${name}"`)));
  await other.mustUp();
  const svc = (await other.ids()).svc!;
  await stack.must("state", "delete", (await stack.state()).get("dropped")!.urn, "--yes");
  await anHourLater();
  await service.admin.forget();

  const found = await orphans("--json");
  expect(JSON.parse(found.stdout)).toMatchObject({ exitCode: 2, orphans: [{ id: dropped }], unclear: [] });
  expect(await orphans("--delete-all", "--yes")).toMatchObject({
    exitCode: 0,
    stdout: expect.stringContaining(`${dropped}: removed`),
  });
  expect(await service.admin.writes()).toEqual([deletion]);
  expect([await holds(dropped!), await holds(svc), await holds(own!)]).toEqual([false, true, true]);
  expect(await other.preview()).toMatchObject({ exitCode: 0 });
});

test("a twin of a declared name is reported as a possible duplicate, survives --delete-all, and goes by its id", async () => {
  const twin = await service.admin.createKey({
    account_id: service.accountId,
    name: "billing",
    type: "secret",
    scopes: ["accounts:read"],
  });
  await anHourLater();
  await service.admin.forget();
  const found = await orphans();
  expect(found.exitCode).toBe(3);
  expect(found.stdout).toContain(`unclear: possible duplicate: API key ${twin.id} `);
  expect(found.stdout).toContain(`npx pulumi-payments orphans --stack dev --delete ${twin.id}`);
  expect(await orphans("--delete-all", "--yes")).toMatchObject({ exitCode: 3 });
  const { billing } = await stack.ids();
  expect(await orphans("--delete", billing!)).toMatchObject({
    exitCode: 2,
    stdout: expect.stringMatching(new RegExp(`${billing}: not removed: urn:pulumi:dev::shop::.*::billing holds it`)),
  });
  expect(await service.admin.writes()).toEqual([]);
  expect(await orphans("--delete", twin.id)).toMatchObject({ exitCode: 0 });
  expect([await holds(twin.id), await holds(billing!)]).toEqual([false, true]);
});

test("after a first up that failed, and saved nothing, the command of its message removes the key", async () => {
  const files = javascript(key("first", ', name: "checkout"'));
  const fresh = await bench.stack({ name: "fresh", files, yaml: plainJavascript });
  await connected(fresh);
  await service.admin.fault({ operation: "POST /v1/api-keys", at: "after", effect: "reset" });
  const failed = await fresh.up();
  expect(failed.exitCode).toBe(1);
  const [, id = "none"] =
    /pulumi-payments orphans --stack dev --delete (\S+)/.exec(rowOf(failed.output, "first")) ?? [];
  expect([await holds(id), (await fresh.state()).size]).toEqual([true, 0]);
  const command = ["orphans", "--stack", "dev", "--delete", id];
  expect(await fresh.payments(...command)).toMatchObject({
    exitCode: 2,
    stdout: expect.stringContaining(`add --force ${id}`),
  });
  await anHourLater();
  expect(await fresh.payments(...command)).toMatchObject({
    exitCode: 0,
    stdout: expect.stringContaining(`${id}: removed`),
  });
  expect(await holds(id)).toBe(false);
  await fresh.mustUp();
});

test("two stacks of equal names on two backends are told apart by payments:backendName", async () => {
  const team = async (name: string): Promise<Stack> => {
    const each = await bench.stack({ name, files: javascript(key("ci")), yaml: plainJavascript });
    // A project of the same name, on a backend of its own.
    const backend = join(bench.folder, `backend-${name}`);
    mkdirSync(backend);
    each.env.PULUMI_BACKEND_URL = `file://${backend}`;
    each.write({ "Pulumi.yaml": `name: twin\n${plainJavascript}\n` });
    await each.must("stack", "init", "--no-select");
    await connected(each);
    await each.configure({ "payments:backendName": name });
    return each;
  };
  const teams = [await team("team-a"), await team("team-b")];
  for (const each of teams) await each.mustUp();
  const [a, b] = await Promise.all(teams.map((each) => each.state()));
  expect(a!.get("ci")!.urn).toBe(b!.get("ci")!.urn);
  await anHourLater();
  for (const each of teams) {
    const run = await each.payments("orphans", "--stack", "dev", "--delete-all", "--yes");
    expect(run).toMatchObject({ exitCode: 0, stdout: expect.stringContaining("no orphan") });
  }
  expect([await holds(a!.get("ci")!.id!), await holds(b!.get("ci")!.id!)]).toEqual([true, true]);
});

leavesNoSecret(() => ({ bench, service }));
