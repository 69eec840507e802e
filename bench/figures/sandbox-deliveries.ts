import { join } from "node:path";
import { performance } from "node:perf_hooks";
import type { Figure } from "../figure";
import { sendLoad } from "../load/send-load";
import { inSeconds, median } from "../pairs";
import { type SandboxProcess, startSandbox } from "../sandbox-process";

const USUAL_ROUNDS = 5;
const EVENTS = 1_000;
/** Of one event to one endpoint that never answers 2xx: the interface document, Limits. */
const ATTEMPTS = 8;
/** All retries span about 60 hours; nothing else falls due in the hour after. */
const VIRTUAL_SECONDS = 61 * 3_600;

/** Milliseconds of one move of the clock over the whole life of the events. Fails unless every attempt was made and received. */
async function deliver(sandbox: SandboxProcess): Promise<number> {
  await sandbox.admin("POST", "/reset");
  const receiver = await sandbox.admin<{ id: string; url: string }>("POST", "/receivers", {
    script: [{ status: 500 }],
  });
  await sandbox.admin("PATCH", `/webhook-endpoints/${sandbox.ready.webhookEndpointId}`, { url: receiver.url });
  const event = JSON.stringify({ type: "payout.paid", account_id: sandbox.ready.accountId, data: { amount: 1_000 } });
  const request = sandbox.adminRequest({ method: "POST", path: "/events", body: event });
  await sendLoad({ port: sandbox.port, request, concurrency: 4, until: { requests: EVENTS } });
  const startedAt = performance.now();
  const { attempts } = await sandbox.admin<{ attempts: number }>("POST", "/clock/advance", {
    seconds: VIRTUAL_SECONDS,
  });
  const tookMs = performance.now() - startedAt;
  const received = (await sandbox.admin<readonly unknown[]>("GET", `/receivers/${receiver.id}/requests`)).length;
  if (attempts !== EVENTS * ATTEMPTS || received !== attempts)
    throw new Error(`${attempts} attempts were made and ${received} received in place of ${EVENTS * ATTEMPTS}`);
  return tookMs;
}

/** How long a tester waits for days of webhooks. */
export const figures: readonly Figure[] = [
  {
    name: "deliveries-8000",
    about: `Move of the clock over the 60 hours in which ${EVENTS.toLocaleString("en")} events are tried ${ATTEMPTS} times each by real HTTP, at a receiver of the sandbox's own that answers 500`,
    unit: "s",
    limit: { atMost: 1 },
    fixed: true,
    estimateMs: 40_000,
    async measure(bench) {
      const folder = join(bench.folder, "deliveries");
      const sandbox = await startSandbox({ project: bench.project, folder, options: ["--clock", "manual"] });
      try {
        const rounds = bench.rounds(USUAL_ROUNDS);
        const times: number[] = [];
        for (let round = 0; round < rounds; round++) {
          bench.say(`round ${round + 1} of ${rounds}`, round / rounds);
          times.push(await deliver(sandbox));
        }
        const range = `${inSeconds(Math.min(...times))} to ${inSeconds(Math.max(...times))}`;
        const counted = `${(EVENTS * ATTEMPTS).toLocaleString("en")} attempts counted by the clock and by the receiver`;
        return { value: median(times) / 1_000, from: `${counted}, ${rounds} rounds, ${range}` };
      } finally {
        await sandbox.stop();
      }
    },
  },
];
