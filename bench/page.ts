import type { Figure } from "./figure";
import { judge, type Measurement, notMeasured } from "./run-figures";
import { cellsOf, HEAD, writeRows } from "./table";

/** What the page keeps of a figure: the rest follows from the figure as it is now. */
interface Kept {
  readonly value: number | null;
  readonly from: string;
  readonly run: string;
}

/** A run of the bench, as the page names it. */
export interface Run {
  /** Day and machine, in one line. */
  readonly label: string;
  readonly measurements: readonly Measurement[];
}

/**
 * docs/reference/benchmarks.md after a run: how the figures are made, and a table of all of them. A figure that the run left out keeps its line of
 * the page before, and each line says in which run it was measured. Pure.
 * @param before the page as it is; empty if there is none
 */
export function writePage(figures: readonly Figure[], { label, measurements }: Run, before: string): string {
  const kept = readPage(before);
  const rows = figures.map((figure) => {
    const measured = measurements.find(({ name }) => name === figure.name);
    if (measured) return { measurement: measured, run: label };
    const old = kept.get(figure.name);
    if (!old) return { measurement: notMeasured(figure, "new since the last run"), run: "" };
    const measurement = old.value === null ? notMeasured(figure, old.from) : judge(figure, old.value, old.from);
    return { measurement, run: old.run };
  });
  const runs = [...new Set([...[...kept.values()].map(({ run }) => run), label])].filter(
    (run) => run !== "" && rows.some((row) => row.run === run),
  );
  const numberOf = (run: string): string => (run === "" ? "" : String(runs.indexOf(run) + 1));
  const table = writeRows(
    [...HEAD, "Run"],
    rows.map(({ measurement, run }) => [...cellsOf(measurement), numberOf(run)]),
  );
  return `${prose}\nThe last column says in which run a line was measured:\n\n${runs.map((run, index) => `${index + 1}. ${run}.\n`).join("")}\n${table}`;
}

/** The lines of a page that `writePage` made, by figure. */
function readPage(page: string): Map<string, Kept> {
  const runs = new Map([...page.matchAll(/^(\d+)\. (.*)\.$/gm)].map(([, number, run]) => [number, run!]));
  const kept = new Map<string, Kept>();
  for (const [, name, cells = ""] of page.matchAll(/^\| `([^`]+)` \| ?(.*) \|$/gm)) {
    const [value = "", , , , from = "", number = ""] = cells.split(/ ?\| /);
    const measured = Number.parseFloat(value);
    kept.set(name!, {
      value: Number.isNaN(measured) ? null : measured,
      from: from.replace(/^not measured: /, ""),
      run: runs.get(number.trim()) ?? "",
    });
  }
  return kept;
}

const prose = `# Benchmarks

\`npm run bench\` measures everything below on the real Pulumi engine, against the local sandbox, with the package packed and
installed as a user has it. \`npm run bench -- --write\` writes this page; with \`--only\` it writes those lines and keeps the
others. Nothing in it is written by hand.

Times are wall time of the whole command. What is compared is run in turn within one run, the order changing from pair to
pair; a ratio is the median of the pairs' ratios. So ratios can be compared between machines, and seconds can't.
The two baselines are in \`bench/programs\`: a provider of the same form whose methods do nothing and whose state is as
large, and the usual form, an object that the SDK serializes into every resource's state, here with methods that hand on
to this package. A preview is quicker than one by the provider that does nothing, since our resources make no stack traces of
their promises ([why](../decisions/no-stacks-in-constructors.md)). The
policy pack is compared with a pack made with \`@pulumi/policy\` whose rules do nothing, in \`bench/packs\`
([why](../decisions/own-analyzer.md)).

The sandbox is measured as the packed command, a process of its own, beside others that answer the like: \`stripe-mock\`, built
from its Go module, and json-server and Prism from npm, all pinned in \`bench/peers\`. One plain load generator sends all of
them the same load over kept connections; each round has a slice of every one of them. Their lines are about requests a
second, ours over theirs: above 1 the sandbox is ahead, and below 1 the peer is. The value is the smallest of the leads at 1,
16 and 64 requests at a time, with each of them beside it. Where Go or a registry is missing, the lines of what is built from
it say so and have no value.
What is compared is not the same work. For every request the sandbox looks the key up by its hash, checks account and scope,
notes when the key was last used, and commits what it creates to SQLite, in memory or in a file. \`stripe-mock\` and Prism check
the request's form, answer what they were given and keep nothing. json-server keeps what it gets in an array and checks
nothing. Stripe's interface has no keys, so \`stripe-mock\` is asked for webhook endpoints: of all that it has they are the
nearest, with as many fields, a list of names among them, a secret that Stripe shows at their creation only, and a list. That
list always has one endpoint in it, where ours has 10 keys of 1,000. The interface document has no list of payment intents, so
none is compared.

Where \`stripe-mock\` is ahead, it wins because it keeps nothing and is Go: it fills a fixture and forgets it, on as many threads
as there are cores, while the sandbox runs on one and writes down what it answers. So its lines have no limit, and are here to be
seen. json-server is ahead in lists at 64 at a time: it cuts a piece out of an array, for anybody who asks, where the sandbox
finds the key, its account and its scopes first and notes the use. So that line has no limit either. The limits are on what must
hold: the sandbox is ahead of the peers from npm in everything else.
`;
