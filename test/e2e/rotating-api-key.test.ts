import { setTimeout as sleep } from "node:timers/promises";
import { asOften } from "../nightly";
import { leavesNoSecret } from "./harness/leaves-no-secret";
import { endLeftRunning, providersIn } from "./harness/left-running";
import type { Run } from "./harness/process";
import { plainJavascript, rotatingBilling } from "./harness/programs";
import { type Service, startService } from "./harness/service";
import type { Stack } from "./harness/stack";
import { connect, type Workbench, workbench } from "./harness/workbench";

const hourS = 3_600;
const dayS = 24 * hourS;
/** The long form is ten; each takes a run of the engine or two. */
const rounds = asOften(5, 10);

let service: Service;
let bench: Workbench;
let stack: Stack;
beforeAll(async () => {
  [service, bench] = await Promise.all([startService(["--clock", "manual"]), workbench()]);
  const files = rotatingBilling({ everyDays: 2, overlapHours: 24 }, "exports.current = billing.current;");
  stack = await bench.stack({ name: "rotating", files, yaml: plainJavascript });
  await connect(stack, service);
  await stack.mustUp();
  consumer.value = await handedOut();
});
afterAll(async () => {
  consumer.isStopped = true;
  await consumer.polling;
  if (bench) endLeftRunning(bench.folder);
  await service?.stop();
  bench?.remove();
});

const consumer = { value: "", isStopped: false, requests: 0, refused: [] as string[], polling: Promise.resolve() };

/** Asks the service again and again with whatever value the stack handed out last. */
async function poll(): Promise<void> {
  while (!consumer.isStopped) {
    const { value } = consumer;
    const headers = { "payments-api-key": value, "payments-account": service.accountId };
    const answer = await fetch(`${service.directUrl}/v1/accounts`, { headers });
    await answer.arrayBuffer();
    consumer.requests++;
    if (answer.status !== 200) consumer.refused.push(`${answer.status} at request ${consumer.requests}`);
    await sleep(25);
  }
}

async function handedOut(): Promise<string> {
  return (await stack.outputs("--show-secrets")).billing as string;
}

const ours = async (): Promise<string[]> =>
  (await service.admin.keys(service.accountId)).filter(({ name }) => name.startsWith("billing-")).map(({ id }) => id);

async function upAndHandOut(): Promise<Run> {
  const up = await stack.up();
  consumer.value = await handedOut();
  return up;
}

test("a preview says when the key rotates, and is clean for a CI", async () => {
  const preview = await stack.preview();
  expect(preview.output).toMatch(/rotates in 47 h|rotates in 2 days/);
  expect(preview.exitCode).toBe(0);
});

test("a due key shows in the preview as due and not as drift; with PAYMENTS_DUE_ROTATIONS=report it is no change", async () => {
  await service.admin.advance(2 * dayS + hourS);
  const due = await stack.preview();
  expect(due.output).toMatch(/due: a new key is created and handed on; the current key stays for its overlap/);
  expect(due.output).not.toMatch(/drift/);
  expect(due.exitCode).not.toBe(0);
  stack.env.PAYMENTS_DUE_ROTATIONS = "report";
  const reported = await stack.preview();
  delete stack.env.PAYMENTS_DUE_ROTATIONS;
  expect(reported.output).toMatch(/due: a new key is created/);
  expect(reported.exitCode).toBe(0);
});

test("a consumer sees not one refused request through rotations with faults and kills between; state holds two keys at most, and any other is reported", async () => {
  consumer.polling = poll();
  const seen = new Set([consumer.value]);
  for (let round = 0; round < rounds; round++) {
    if (round > 0) await service.admin.advance(2 * dayS + 2 * hourS);
    await disturb(round);
    const first = await upAndHandOut();
    await service.admin.clearFaults();
    // What a disturbed run left is put right by the next, without anybody's help.
    if (first.exitCode !== 0) expect((await upAndHandOut()).exitCode).toBe(0);
    seen.add(consumer.value);
    await expectTwoHeldAndTheRestReported();
  }
  expect(seen.size).toBe(rounds + 1);
  expect(consumer.requests).toBeGreaterThan(100);
  expect(consumer.refused).toEqual([]);
  const current = (await stack.outputs()).current as { id: string };
  const refusedByLog = (await service.admin.requests()).filter(
    ({ operation, status, key_id }) => operation === "GET /v1/accounts" && (status !== 200 || key_id === null),
  );
  expect(refusedByLog).toEqual([]);
  expect(await ours()).toContain(current.id);
});

/** A run that was killed may leave a key: it is reported with its command and never deleted by itself. */
async function expectTwoHeldAndTheRestReported(): Promise<void> {
  const { current, retiring } = (await stack.state()).get("billing")!.outputs as Record<
    string,
    { id: string } | undefined
  >;
  const held = [current?.id, retiring?.id];
  const keys = await ours();
  expect(keys).toContain(current?.id);
  const left = keys.filter((id) => !held.includes(id));
  if (left.length === 0) return;
  const { output } = await stack.preview();
  for (const id of left) expect(output).toContain(`npx pulumi-payments orphans --stack ${stack.name} --delete ${id}`);
}

/** What goes wrong in a round: nothing, a lost answer, a service in trouble, or a run that is killed in the middle. */
async function disturb(round: number): Promise<void> {
  const create = "POST /v1/api-keys";
  const remove = "DELETE /v1/api-keys/{id}";
  switch (round % 5) {
    case 1:
      return service.admin.fault({ operation: create, at: "after", effect: "reset" });
    case 2:
      return service.admin.fault({ operation: remove, at: "after", effect: "status", status: 500 });
    case 3: {
      // Killed after the service made the new key, and before anybody could save it.
      await service.admin.fault({ operation: create, at: "after", effect: "timeout" });
      await service.admin.forget();
      const isAsked = async (): Promise<void> => {
        while (!(await service.admin.requests()).some(({ operation }) => operation === create)) await sleep(50);
      };
      const killed = await stack.upCutOffBy(isAsked());
      expect(killed.exitCode).toBe(137);
      // A provider whose engine is gone ends by itself: it must not go on beside the next run.
      while (providersIn(bench.folder).length > 0) await sleep(100);
      await service.admin.clearFaults();
      // The engine's own lock stays behind on a backend of files.
      await stack.must("cancel", "--yes");
      return;
    }
    case 4:
      return service.admin.fault({ operation: "GET /v1/api-keys", from: 2, count: 2, effect: "status", status: 503 });
    default:
  }
}

leavesNoSecret(() => ({ bench, service }));
