import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { explainOutcome, runCommand } from "../../tools/set-up/command.js";
import { freePort } from "../free-port";
import { operations, PAGE } from "../load/operation";
import type { LoadRequest } from "../load/request";
import { startService } from "../service-process";
import { cachedPeer } from "./cached-peer";
import type { Peer } from "./peer";

const MODULE = "github.com/stripe/stripe-mock";
const pins = "stripe-mock";

/** Any value in the form of a test key will do. */
const authorization = "Bearer sk_test_123";

/** Stripe's own mock: a Go program that checks requests by Stripe's OpenAPI document and answers from fixtures. */
export const stripeMock: Peer = {
  name: "stripe-mock",
  about: "stripe-mock (Go; answers from fixtures, keeps nothing)",
  mayLead: operations,
  keepsState: false,
  calls: {
    "list-keys": {
      what: "list of webhook endpoints, always one",
      request: { method: "GET", path: `/v1/webhook_endpoints?limit=${PAGE}`, headers: { authorization } },
    },
    "create-key": {
      what: "create of a webhook endpoint",
      request: post("/v1/webhook_endpoints", { url: "https://example.com/bench", "enabled_events[]": "payout.paid" }),
    },
    "create-intent": {
      what: "create of a payment intent",
      request: post("/v1/payment_intents", { amount: "1000", currency: "usd", "payment_method_types[]": "card" }),
    },
  },
  async start(folder) {
    const built = await cachedPeer({ name: "stripe-mock", pins, estimateMs: 30_000, build: buildModule });
    const port = await freePort();
    mkdirSync(folder, { recursive: true });
    const { stop } = await startService({
      command: join(built, "stripe-mock"),
      args: ["-http-addr", `127.0.0.1:${port}`],
      log: join(folder, "stripe-mock.log"),
      readyWith: { port },
    });
    return { port, stop };
  },
};

async function buildModule(folder: string, log: string, abort: AbortSignal): Promise<string | undefined> {
  const outcome = await runCommand("go", ["build", "-trimpath", "-o", join(folder, "stripe-mock"), MODULE], {
    cwd: join(__dirname, pins),
    env: { ...process.env, CGO_ENABLED: "0", GOWORK: "off", GOFLAGS: "-mod=readonly" },
    log,
    abort,
  });
  return outcome.code === 0 ? undefined : explainOutcome("go build", outcome, 3);
}

/** Stripe takes forms, where others take JSON. */
function post(path: string, form: Readonly<Record<string, string>>): LoadRequest {
  const headers = { authorization, "content-type": "application/x-www-form-urlencoded" };
  return { method: "POST", path, headers, body: new URLSearchParams(form).toString() };
}
