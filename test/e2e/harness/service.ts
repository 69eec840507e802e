import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { installedProject } from "../../../tools/packed.js";
import { pinnedNode } from "../../../tools/set-up/pinned-node.js";
import { type Admin, adminOf } from "./admin";
import { end } from "./process";
import { startWitness, type Witness } from "./witness";

/** The line that the sandbox command prints once it is ready. */
export interface ReadyLine {
  url: string;
  adminUrl: string;
  adminToken: string;
  partnerAccountId: string;
  accountId: string;
  apiKey: string;
  webhookEndpointId: string;
}

/** The payment service of a test: the packed sandbox command in a process of its own, seen through a witness. */
export interface Service extends Omit<ReadyLine, "url"> {
  /** Where stacks are to find it: the witness. */
  url: string;
  /** The sandbox itself, past the witness. */
  directUrl: string;
  admin: Admin;
  witness: Witness;
  /** What the sandbox logged, without the ready line. */
  log(): string;
  /** The status that the service answers to a list call made with this key value. The request leaves no trace as a use of the key. */
  statusFor(value: string): Promise<number>;
  stop(): Promise<void>;
}

export async function startService(flags: readonly string[] = []): Promise<Service> {
  const project = await installedProject({ packages: ["pulumi-payments-sandbox"] });
  const main = join(project, "node_modules", "pulumi-payments-sandbox", "dist", "command", "main.js");
  const args = [main, "--json", "--port", "0", ...flags];
  const child = spawn(pinnedNode, args, { stdio: ["ignore", "pipe", "pipe"] });
  let log = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    log += text;
  });
  const ready = await readyLineOf(child, () => log);
  const witness = await startWitness(ready.url);
  const admin = adminOf(ready);
  return {
    ...ready,
    url: witness.url,
    directUrl: ready.url,
    admin,
    witness,
    log: () => log,
    async statusFor(value) {
      const headers = { "payments-api-key": value, "payments-account": ready.accountId };
      const before = new Map((await admin.keys()).map((key) => [key.id, key.last_used]));
      const answer = await fetch(`${ready.url}/v1/api-keys`, { headers });
      await answer.arrayBuffer();
      const used = (await admin.keys()).filter((key) => key.last_used !== before.get(key.id));
      for (const { id } of used) await admin.changeKey(id, { last_used: before.get(id) ?? null });
      return answer.status;
    },
    async stop() {
      await witness.close();
      await end(child);
    },
  };
}

async function readyLineOf(child: ChildProcess, log: () => string): Promise<ReadyLine> {
  const exited = once(child, "exit").then(([code]) => {
    throw new Error(`the sandbox ended with code ${code} before it was ready:\n${log()}`);
  });
  let text = "";
  const ready = new Promise<ReadyLine>((resolve) => {
    child.stdout?.setEncoding("utf8").on("data", (part: string) => {
      text += part;
      if (text.includes("\n")) resolve(JSON.parse(text) as ReadyLine);
    });
  });
  return Promise.race([ready, exited]);
}
