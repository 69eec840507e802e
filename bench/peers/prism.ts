import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "../free-port";
import { PAGE } from "../load/operation";
import { startService } from "../service-process";
import { nodePeers } from "./node-peers";
import type { Peer } from "./peer";
import { prismDocument } from "./prism-document";

const headers = { "payments-api-key": "sk_sandbox_bench", "payments-account": "acct_bench" };

/** The usual mock of an OpenAPI document: it checks requests by it and answers its examples. Here it serves our own paths. */
export const prism: Peer = {
  name: "prism",
  about: "Prism (npm; checks by an OpenAPI document of the same paths, answers its examples, keeps nothing)",
  mayLead: [],
  keepsState: false,
  calls: {
    "list-keys": {
      what: `list of keys, ${PAGE} a page`,
      request: { method: "GET", path: `/v1/api-keys?limit=${PAGE}`, headers },
    },
    "create-key": {
      what: "create of a key",
      request: { method: "POST", path: "/v1/api-keys", headers, body: '{"type":"secret","name":"bench"}' },
    },
    "create-intent": {
      what: "create of a payment intent",
      request: { method: "POST", path: "/v1/payment-intents", headers, body: '{"amount":1000,"currency":"usd"}' },
    },
  },
  async start(folder) {
    const modules = await nodePeers();
    const port = await freePort();
    mkdirSync(folder, { recursive: true });
    const document = join(folder, "prism.json");
    writeFileSync(document, JSON.stringify(prismDocument(PAGE)));
    const { stop } = await startService({
      command: process.execPath,
      args: [
        join(modules, "node_modules", "@stoplight", "prism-cli", "dist", "index.js"),
        ...["mock", document, "--host", "127.0.0.1", "--port", String(port), "--verboseLevel", "error"],
      ],
      log: join(folder, "prism.log"),
      readyWith: { port },
    });
    return { port, stop };
  },
};
