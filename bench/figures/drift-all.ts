import { FULL_SIZE } from "../arguments";
import { type DriftProject, KEYS_EACH, makeDriftProject } from "../drift-project";
import type { Bench, Figure } from "../figure";
import { describePairs, inSeconds, measurePairs, ratioOf } from "../pairs";

const USUAL_ROUNDS = 3;
const FULL_STACKS = FULL_SIZE / KEYS_EACH;

const projectOf = (bench: Bench): Promise<DriftProject> =>
  bench.once("stacks for the drift command", () =>
    makeDriftProject(bench, Math.max(2, Math.round(bench.keys / KEYS_EACH))),
  );

/** The nightly look at many stacks, against what a job without the command does. */
export const figures: readonly Figure[] = [
  {
    name: "drift-all-ratio",
    about: `\`pulumi-payments drift --all\` over ${FULL_STACKS} stacks of ${KEYS_EACH} keys, against \`pulumi preview\` of one stack after the other`,
    unit: "ratio",
    limit: { atMost: 0.6 },
    estimateMs: 900_000,
    async measure(bench) {
      const project = await projectOf(bench);
      bench.say("warming up", 0.5);
      await project.driftAll();
      await project.previewEach();
      const rounds = bench.rounds(USUAL_ROUNDS);
      const pairs = await measurePairs(rounds, project.driftAll, project.previewEach, (round) =>
        bench.say(`${project.stacks.length} stacks, pair ${round + 1} of ${rounds}`, 0.6 + (0.4 * round) / rounds),
      );
      return { value: ratioOf(pairs), from: describePairs(pairs, inSeconds) };
    },
  },
  {
    name: "drift-from-state-ratio",
    about: `\`pulumi-payments drift --from-state --all\` over ${FULL_STACKS} stacks of ${KEYS_EACH} keys, against \`drift --all\``,
    unit: "ratio",
    limit: { atMost: 0.2 },
    estimateMs: 300_000,
    async measure(bench) {
      const project = await projectOf(bench);
      await project.driftFromState();
      const rounds = bench.rounds(USUAL_ROUNDS);
      const pairs = await measurePairs(rounds, project.driftFromState, project.driftAll, (round) =>
        bench.say(`${project.stacks.length} stacks, pair ${round + 1} of ${rounds}`, round / rounds),
      );
      return { value: ratioOf(pairs), from: describePairs(pairs, inSeconds) };
    },
  },
  {
    name: "drift-all-requests",
    about: `List requests of \`drift --all\` over ${FULL_STACKS} stacks that share one account of ${FULL_SIZE.toLocaleString("en")} keys, for each that one preview sends`,
    unit: "ratio",
    limit: { atMost: 2 },
    keys: FULL_SIZE,
    estimateMs: 60_000,
    async measure(bench) {
      const project = await projectOf(bench);
      const [ours, plain] = [
        await project.listRequestsOf(project.driftAll),
        await project.listRequestsOf(project.previewEach),
      ];
      const onePreview = plain / project.stacks.length;
      return {
        value: ours / onePreview,
        from: `the service's request log: ${ours}, against ${onePreview} by one preview`,
      };
    },
  },
];
