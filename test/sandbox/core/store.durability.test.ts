import { randomInt } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import fc from "fast-check";
import { asOften } from "../../nightly";
import { type Compiled, compile } from "../compiled";
import { endProcesses, type SandboxProcess, startProcess } from "../process";
import { halfDone, lookInto, missing } from "../stored";
import { type Ledger, writeUntilKilled } from "../writers";

/** Times that the sandbox is killed. */
const kills = asOften(40, 200);
const writers = 6;
/** It is killed after so many of them were answered, at most, and then at any moment of so many milliseconds. */
const mostWrites = 60;
const anyMomentOfMs = 10;

let compiled: Compiled;
let folder: string;
beforeAll(() => {
  compiled = compile();
  folder = mkdtempSync(join(tmpdir(), "sandbox-"));
});
afterAll(() => {
  endProcesses();
  compiled.remove();
  rmSync(folder, { recursive: true, force: true });
});

/** Numbers from 0 to 1 that follow from a seed. */
function numbersFrom(seed: number): () => number {
  const [generator] = fc.sample(fc.infiniteStream(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })), {
    seed,
    numRuns: 1,
  });
  return () => generator!.next().value as number;
}

/** What somebody who asks the restarted sandbox finds wrong. */
async function amiss(sandbox: SandboxProcess, ledger: Ledger): Promise<string[]> {
  const keys = (await sandbox.admin("GET", `/api-keys?account_id=${sandbox.accountId}`)).body as {
    id: string;
    name: string;
  }[];
  const names = new Map(keys.map(({ id, name }) => [id, name]));
  const { total } = (await sandbox.call("GET", "/v1/api-keys?limit=1")).body;
  const wrong = total === keys.length ? [] : [`${total} keys are told of ${keys.length}`];
  for (const [what, allowed] of ledger) {
    const [kind, id] = what.split(" ") as [string, string];
    if (kind === "key" && !allowed.includes(names.get(id) ?? "gone")) wrong.push(`${what} is ${names.get(id)}`);
    if (kind === "event") {
      const deliveries = (await sandbox.admin("GET", `/deliveries?event_id=${id}`)).body as { state: string }[];
      if (deliveries.length !== 2) wrong.push(`${what} goes to ${deliveries.length} endpoints`);
    }
  }
  return wrong;
}

test(
  `killed ${kills} times at any moment while it is written to, it keeps all that it acknowledged and nothing by half`,
  async () => {
    const seed = randomInt(2 ** 31);
    const next = numbersFrom(seed);
    const data = join(folder, "p.db");
    const problems: string[] = [];
    let before: Ledger = new Map();
    for (let round = 1; round <= kills && problems.length === 0; round++) {
      const sandbox = await startProcess(compiled.main, ["--data", data]);
      problems.push(...(await amiss(sandbox, before)));
      if (round === 1) {
        const { url } = (await sandbox.admin("POST", "/receivers", { script: [{ status: 500 }] })).body;
        await sandbox.admin("POST", "/webhook-endpoints", { url });
      }
      const ledger: Ledger = new Map();
      const writing = Array.from({ length: writers }, () => writeUntilKilled(sandbox, ledger, next));
      for (const enough = next() * mostWrites; ledger.size < enough; ) await wait(1);
      await wait(next() * anyMomentOfMs);
      await sandbox.end("SIGKILL");
      await Promise.all(writing);
      problems.push(...lookInto(data, (db) => [...missing(db, ledger), ...halfDone(db)]));
      before = ledger;
    }
    expect({ seed, problems }).toEqual({ seed, problems: [] });
  },
  asOften(180_000, 900_000),
);
