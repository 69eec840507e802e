const { reportFailure } = require("../set-up/failure.js");
const { duration } = require("../set-up/progress.js");
const { setStage } = require("./stage.js");
const { begin, howToGoOn, tell } = require("./story.js");

const HELP = `npm run demo              the main job of the package in about a minute, on the real engine and a local service
npm run demo -- --keep    the same without the end: service and stack stay up, and how to go on is printed`;

/** @param {string[]} args */
async function main(args) {
  const unknown = args.filter((word) => word !== "--keep");
  if (unknown.length > 0) {
    console.log(HELP);
    return unknown.every((word) => word === "--help") ? 0 : 2;
  }
  const keep = args.includes("--keep");
  // Pulumi was sent the same Ctrl-C by the terminal; what was made is removed on the way out.
  process.once("SIGINT", () => process.exit(130));
  process.once("SIGTERM", () => process.exit(143));
  const set = await setStage();
  const startedAt = Date.now();
  const { stage, story } = await begin(set);
  try {
    await tell(story, stage, { keep });
  } finally {
    if (keep) {
      stage.keep();
      console.log(`\n${howToGoOn(stage)}`);
    }
  }
  if (!keep) {
    const took = duration(Date.now() - startedAt);
    console.log(`\nThat was the whole path, in ${took}. npm run demo -- --keep lets you go on by hand.`);
  }
  return 0;
}

main(process.argv.slice(2)).then(
  (code) => process.exit(code),
  (error) => process.exit(reportFailure(error)),
);
