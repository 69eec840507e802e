import { readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { asOften } from "../nightly";
import { leavesNoSecret } from "./harness/leaves-no-secret";
import { endLeftRunning } from "./harness/left-running";
import { javascript } from "./harness/programs";
import { rowOf } from "./harness/rows";
import type { Stack } from "./harness/stack";
import { bench, service, stackOf } from "./harness/started";

/** What was created can't be saved, or the service can't be reached any more. */

let stack: Stack;
beforeAll(async () => {
  const files = javascript('new ApiKey("ci", { type: "secret", scopes: ["accounts:read"] });');
  stack = await stackOf("unsaved", files);
});

const liveIds = async (): Promise<string[]> => (await service.admin.keys(service.accountId)).map(({ id }) => id);
const held = async (): Promise<string | undefined> => (await stack.state()).get("ci")?.id;

test("a state that can't be written while the answer arrives: the next up names the key that was made and makes another", async () => {
  const states = join(bench.folder, "backend", ".pulumi", "stacks");
  const aside = join(bench.folder, "aside");
  const { reached, release } = service.witness.hold("POST /v1/api-keys", "after");
  let lost = "";
  const breakOnceMade = async (): Promise<void> => {
    await reached;
    lost = (await liveIds())[0]!;
    // Stronger than a missing permission, which root has, and as final as a full disk: a file is where the folder was.
    renameSync(states, aside);
    writeFileSync(states, "");
    release();
  };
  // The engine tries to save for over a minute: by day it is killed while it does.
  const struck = await asOften(
    () => stack.upCutOffBy(breakOnceMade().then(() => wait(5_000))),
    () => stack.during(breakOnceMade, "up", "--yes", "--skip-preview"),
  )();
  expect(struck.exitCode).not.toBe(0);
  expect(readdirSync(join(bench.folder, "backend", ".pulumi"))).toContain("stacks");
  rmSync(states);
  renameSync(aside, states);
  endLeftRunning(bench.folder);
  // Whether the engine could still remove its lock is its own affair.
  await stack.pulumi("cancel", "--yes");
  const up = await stack.mustUp();
  expect(rowOf(up.output, "ci")).toContain(`orphan: API key ${lost}`);
  expect(await liveIds()).toEqual([lost, await held()]);
});

test("the same key is named by every run until it is settled, and by the command orphans", async () => {
  const [lost] = await liveIds();
  const preview = await stack.preview();
  expect(preview).toMatchObject({ exitCode: 0 });
  expect(rowOf(preview.output, "ci")).toContain(`orphan: API key ${lost}`);
  expect((await stack.payments("orphans", "--stack", "dev")).stdout).toContain(`orphan ${lost}`);
  await service.admin.deleteKey(lost!);
  expect((await stack.preview()).output).not.toContain("left over");
});

test("a network that breaks for good after a creation: the run says which key may be left, the next up names it and goes on", async () => {
  const before = await liveIds();
  stack.write(
    javascript(`
new ApiKey("ci", { type: "secret", scopes: ["accounts:read"] });
new ApiKey("second", { type: "secret", scopes: ["accounts:read"] });
`),
  );
  await stack.configure({ "payments:timeouts": '{"totalMs":3000}' });
  await service.admin.fault({ operation: "POST /v1/api-keys", at: "after", effect: "reset" });
  await service.admin.fault({ operation: "GET /v1/api-keys", from: 2, count: 10_000, effect: "reset" });
  const struck = await stack.up();
  expect(struck.exitCode).toBe(1);
  const lost = (await liveIds()).find((id) => !before.includes(id))!;
  const { name } = await service.admin.key(lost);
  expect(struck.output).toContain(`A key named ${name} may exist`);
  await service.admin.clearFaults();
  const up = await stack.mustUp();
  expect(rowOf(up.output, "second")).toContain(`orphan: API key ${lost}`);
  const second = (await stack.state()).get("second")?.id;
  expect((await liveIds()).filter((id) => !before.includes(id))).toEqual([lost, second]);
});

leavesNoSecret(() => ({ bench, service }));
