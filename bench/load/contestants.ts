import { join } from "node:path";
import type { Bench } from "../figure";
import { NotMeasured } from "../not-measured";
import { peers } from "../peers/index";
import type { Peer } from "../peers/peer";
import { type SandboxProcess, startSandbox } from "../sandbox-process";
import { LISTED, type Operation, PAGE } from "./operation";
import type { LoadRequest } from "./request";
import { sendLoad } from "./send-load";

/** How the sandbox keeps its data. */
export const storages = ["memory", "data"] as const;
export type Storage = (typeof storages)[number];

/** A service that loads are sent to. */
export interface Contestant {
  readonly name: string;
  readonly port: number;
  readonly requests: Readonly<Record<Operation, LoadRequest>>;
}

/** The sandbox, with `--data` or without; started once for all figures. */
function sandboxContestant(bench: Bench, storage: Storage): Promise<Contestant> {
  return bench.once(`sandbox ${storage}`, async () => {
    const folder = join(bench.folder, `load-${storage}`);
    const options = storage === "data" ? ["--data", join(folder, "sandbox.db")] : [];
    const sandbox = await startSandbox({ project: bench.project, folder, options });
    bench.atEnd(() => sandbox.stop());
    const contestant = { name: storage, port: sandbox.port, requests: requestsOf(sandbox) };
    await fill(contestant);
    return contestant;
  });
}

/** A peer, or why there is none here; started once for all figures. */
export function peerContestant(bench: Bench, peer: Peer): Promise<Contestant | NotMeasured> {
  return bench.once(`peer ${peer.name}`, async () => {
    try {
      const { port, stop } = await peer.start(join(bench.folder, peer.name));
      bench.atEnd(stop);
      const { calls } = peer;
      const requests: Record<Operation, LoadRequest> = {
        "list-keys": calls["list-keys"].request,
        "create-key": calls["create-key"].request,
        "create-intent": calls["create-intent"].request,
      };
      const contestant = { name: peer.name, port, requests };
      if (peer.keepsState) await fill(contestant);
      return contestant;
    } catch (error) {
      if (error instanceof NotMeasured) return error;
      throw error;
    }
  });
}

/** Everybody there is: both sandboxes, and those peers that this machine can run. */
export async function contestants(bench: Bench): Promise<readonly Contestant[]> {
  const all: Contestant[] = [];
  for (const storage of storages) all.push(await sandboxContestant(bench, storage));
  for (const peer of peers) {
    const found = await peerContestant(bench, peer);
    if (!(found instanceof NotMeasured)) all.push(found);
  }
  return all;
}

function requestsOf(sandbox: SandboxProcess): Record<Operation, LoadRequest> {
  return {
    "list-keys": sandbox.request({ method: "GET", path: `/v1/api-keys?limit=${PAGE}` }),
    "create-key": sandbox.request({ method: "POST", path: "/v1/api-keys", body: '{"type":"secret","name":"bench"}' }),
    "create-intent": sandbox.request({
      method: "POST",
      path: "/v1/payment-intents",
      body: '{"amount":1000,"currency":"usd"}',
    }),
  };
}

/** Gives lists something to choose from. */
async function fill({ port, requests }: Contestant): Promise<void> {
  await sendLoad({ port, request: requests["create-key"], concurrency: 16, until: { requests: LISTED } });
}
