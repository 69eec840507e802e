import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "../free-port";
import { PAGE } from "../load/operation";
import { startService } from "../service-process";
import { nodePeers } from "./node-peers";
import type { Peer } from "./peer";

/** The usual stateful mock: any collection, kept in memory, without rules of its own. */
export const jsonServer: Peer = {
  name: "json-server",
  about: "json-server (npm; keeps whatever it gets in memory, knows no account, key or rule)",
  mayLead: ["list-keys"],
  keepsState: true,
  calls: {
    "list-keys": {
      what: `list of keys, ${PAGE} a page`,
      request: { method: "GET", path: `/v1/api-keys?_start=0&_limit=${PAGE}`, headers: {} },
    },
    "create-key": {
      what: "create of a key",
      request: { method: "POST", path: "/v1/api-keys", headers: {}, body: '{"type":"secret","name":"bench"}' },
    },
    "create-intent": {
      what: "create of a payment intent",
      request: { method: "POST", path: "/v1/payment-intents", headers: {}, body: '{"amount":1000,"currency":"usd"}' },
    },
  },
  async start(folder) {
    const modules = await nodePeers();
    const port = await freePort();
    mkdirSync(folder, { recursive: true });
    const { stop } = await startService({
      command: process.execPath,
      args: [join(modules, "serve-json-server.js"), String(port)],
      log: join(folder, "json-server.log"),
      readyWith: { port },
    });
    return { port, stop };
  },
};
