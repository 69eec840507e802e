import { leavesNoSecret } from "./harness/leaves-no-secret";
import { endLeftRunning } from "./harness/left-running";
import { javascript } from "./harness/programs";
import type { Stack } from "./harness/stack";
import { bench, service, stackOf } from "./harness/started";
import { connect } from "./harness/workbench";

const key = (name: string, more = ""): string =>
  `new ApiKey("${name}", { type: "secret", scopes: ["accounts:read"]${more} });`;

let stack: Stack;
let lost: string;
beforeAll(async () => {
  stack = await stackOf("shop", key("kept"), { "payments:apiKeyId": "key_of_the_partner" });
  await stack.mustUp();
  stack.write(javascript(key("kept") + key("lost")));
  lost = await killedBetweenCreateAndSave(stack);
});

const ids = async (): Promise<string[]> => (await service.admin.keys(service.accountId)).map(({ id }) => id);

/** Makes a key that the run which made it never saves: its answer is held back, and everything is killed meanwhile. */
async function killedBetweenCreateAndSave(of: Stack): Promise<string> {
  const before = new Set(await ids());
  await service.admin.fault({ operation: "POST /v1/api-keys", at: "after", effect: "slow", ms: 120_000 });
  const made = (async () => {
    for (;;) {
      const found = (await ids()).find((id) => !before.has(id));
      if (found !== undefined) return found;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  })();
  const killed = await of.upCutOffBy(made);
  endLeftRunning(bench.folder);
  expect(killed.exitCode).not.toBe(0);
  await service.admin.clearFaults();
  return made;
}

test("a key whose run was killed between its creation and the saving of state is found, with what it was made for", async () => {
  await service.admin.forget();
  const found = await stack.payments("orphans", "--stack", "dev");
  expect(found.exitCode).toBe(2);
  expect(found.stdout).toMatch(new RegExp(`^orphan ${lost} {2}lost-[0-9a-f]{8}-`));
  expect(found.stdout).toContain("::lost of stack dev, whose creation never ended: its value is lost");
  expect(found.stdout).toContain(`--delete ${lost}`);
  expect(found.stdout).not.toContain((await stack.state()).get("kept")!.id!);
  expect(await service.admin.writes()).toEqual([]);
});

test("it is as young as one that a run under way has yet to save, so it goes by force alone; the key in state stays", async () => {
  const young = await stack.payments("orphans", "--stack", "dev", "--delete", lost);
  expect(young).toMatchObject({ exitCode: 2, stdout: expect.stringContaining(`--force ${lost}`) });
  expect(await ids()).toContain(lost);
  const removed = await stack.payments("orphans", "--stack", "dev", "--delete", lost, "--force", lost);
  expect(removed).toMatchObject({ exitCode: 0, stdout: expect.stringContaining(`${lost}: removed`) });
  expect(await ids()).toEqual([(await stack.state()).get("kept")!.id]);
});

test("afterwards the stack goes on: the next up makes the key anew, and no orphan is left", async () => {
  await stack.must("cancel", "--yes");
  await stack.mustUp();
  expect((await stack.state()).has("lost")).toBe(true);
  expect(await stack.payments("orphans", "--stack", "dev")).toMatchObject({ exitCode: 0 });
});

test("keys of another stack of the project are not touched, and a key that was retained on purpose is told", async () => {
  const other = await bench.sibling(stack, "other");
  await connect(other, service);
  other.write(javascript(key("retained").replace(" });", " }, { retainOnDelete: true });")));
  await other.mustUp();
  const retained = (await other.state()).get("retained")!.id!;
  expect(await stack.payments("orphans", "--stack", "dev")).toMatchObject({
    exitCode: 0,
    stdout: expect.stringContaining("1 carry tags that are not of this stack"),
  });
  other.write(javascript(""));
  await other.mustUp();
  const both = await stack.payments("orphans", "--stack", "dev", "--stack", "other", "--json");
  expect(both.exitCode).toBe(2);
  expect(JSON.parse(both.stdout).orphans).toMatchObject([{ id: retained, stack: "stack other" }]);
});

leavesNoSecret(() => ({ bench, service }));
