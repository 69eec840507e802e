import fc from "fast-check";
import { asOften } from "../../nightly";
import { type Harness, start, stopAll } from "../harness";
import { Checker, type Document } from "../openapi/checker";
import { plansFor } from "./plan";
import { allTargets } from "./targets";
import { faultIn } from "./verdict";
import { populate, Sender } from "./world";

/** More of them take longer and find more; FUZZ_REQUESTS sets any number. */
const wanted = Number(process.env.FUZZ_REQUESTS ?? asOften(3_000, 50_000));
const mostInARow = 40;
const targets = allTargets();

let sandbox: Harness;
beforeAll(async () => {
  sandbox = await start({ webhookTimeoutMs: 50 }, { resolve: async () => ["127.0.0.1"] });
});
afterAll(stopAll);

test(
  `${wanted} requests, nearly right and plainly wrong, to every operation: each is answered as described or refused with a reason, and the sandbox never fails`,
  async () => {
    const checker = new Checker((await sandbox.call("GET", "/openapi.json")).body as Document);
    const seen = new Map(targets.map(({ name }) => [name, { sent: 0, accepted: 0, refused: 0 }]));
    let sent = 0;
    const property = fc.asyncProperty(
      fc.array(plansFor(targets), { minLength: 1, maxLength: mostInARow, size: "max" }),
      async (plans) => {
        const ids = await populate(sandbox);
        const sender = new Sender(sandbox);
        try {
          for (const plan of plans) {
            const answer = await sender.send(plan, ids).catch((reason: Error) => {
              throw new Error(`${plan.method} ${plan.path}: no answer: ${reason.message}`);
            });
            const fault = faultIn(plan, answer, sandbox, checker);
            if (fault) throw new Error(`${plan.method} ${plan.path} was answered ${answer.status}, and ${fault}`);
            sent++;
            const counts = seen.get(plan.target)!;
            counts.sent++;
            counts[answer.status < 400 ? "accepted" : "refused"]++;
            // A fault would strike the requests after it.
            if (plan.target === "POST /_sandbox/faults") await sandbox.admin("DELETE", "/faults");
          }
        } finally {
          await sender.close();
        }
      },
    );
    const { seed = Date.now() } = fc.readConfigureGlobal();
    for (let round = 0; sent < wanted; round++) await fc.assert(property, { numRuns: 50, seed: seed + round });
    expect(sandbox.lines.filter((line) => line.includes("internal error"))).toEqual([]);
    const counted = [...seen].map(([name, counts]) => ({ name, ...counts }));
    if (process.env.FUZZ_SHOW) console.table(counted);
    expect(counted.filter((each) => each.sent === 0)).toEqual([]);
    // Requests that are all refused at the door would test nothing behind it.
    const accepted = counted.reduce((sum, each) => sum + each.accepted, 0);
    expect(accepted / sent).toBeGreaterThan(0.2);
  },
  60_000 + wanted * 20,
);
