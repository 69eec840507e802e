import type { Figure } from "../figure";
import { compare } from "../load/compare";
import { peerContestant, type Storage, storages } from "../load/contestants";
import { concurrencies, type Operation, operations, PAGE } from "../load/operation";
import { describeLeads, leadOf, smallestLead } from "../load/rates";
import { NotMeasured } from "../not-measured";
import { peers } from "../peers/index";
import type { Peer } from "../peers/peer";

const ours: Readonly<Record<Operation, string>> = {
  "list-keys": `List of keys, ${PAGE} a page`,
  "create-key": "Create of a key",
  "create-intent": "Create of a payment intent",
};
const kept: Readonly<Record<Storage, string>> = { memory: "in memory", data: "with --data" };

/** One line: the sandbox against one peer. */
function figureOf(operation: Operation, storage: Storage, peer: Peer): Figure {
  return {
    name: `${operation}-${storage}-vs-${peer.name}`,
    about: `${ours[operation]}, ${kept[storage]}, against ${peer.about}: ${peer.calls[operation].what}; requests a second, the smallest lead of ${concurrencies.join(", ")} at a time`,
    unit: "ratio",
    ...(peer.mayLead.includes(operation) ? {} : { limit: { atLeast: 1 } }),
    fixed: true,
    estimateMs: 45_000,
    async measure(bench) {
      const found = await peerContestant(bench, peer);
      if (found instanceof NotMeasured) throw found;
      const comparison = await compare(bench, operation);
      const leads = [...comparison].map(([concurrency, rounds]) => leadOf(concurrency, rounds, storage, peer.name));
      return { value: smallestLead(leads), from: describeLeads(leads) };
    },
  };
}

/** Figures of the sandbox under load, beside others. All lines of an operation come from the same rounds. */
export const figures: readonly Figure[] = operations.flatMap((operation) =>
  storages
    .flatMap((storage) => peers.map((peer) => ({ storage, peer })))
    .map(({ storage, peer }) => figureOf(operation, storage, peer)),
);
