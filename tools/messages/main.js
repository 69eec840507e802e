const { execFileSync } = require("node:child_process");
const { messagesIn } = require("./collect.js");
const { errorsIn } = require("./errors.js");
const { breaches, lacks } = require("./guide.js");
const { root } = require("../set-up/places.js");

const HELP = `npm run messages              every line that the product can print, by file, as Markdown for a review
npm run messages -- --worst   only those that break the guide to words, with what they break
npm run messages -- --errors  every error as a person reads it, with what it lacks of the four parts`;

/** Folders whose texts users read. */
const folders = ["cli", "drift", "policy", "provider", "sandbox", "sdk"];

/** @param {string[]} args */
function main(args) {
  if (args.some((word) => !["--worst", "--errors"].includes(word))) {
    console.log(HELP);
    return args.includes("--help") ? 0 : 2;
  }
  const listed = execFileSync("git", ["ls-files", "-z", ...folders], { cwd: root, encoding: "utf8" }).split("\0");
  const files = listed.filter((file) => /(?<!\.d)\.[jt]s$/.test(file));
  const areErrors = args.includes("--errors");
  const messages = (areErrors ? errorsIn : messagesIn)(root, files);
  const shown = messages
    .map((message) => ({ ...message, broken: (areErrors ? lacks : breaches)(message.text) }))
    .filter(({ broken }) => !args.includes("--worst") || broken.length > 0);
  let last = "";
  for (const { file, line, text, broken } of shown) {
    if (file !== last) console.log(`${last === "" ? "" : "\n"}## ${file}\n`);
    last = file;
    console.log(`- ${line}: ${text}${broken.length === 0 ? "" : `\n  - ${broken.join("; ")}`}`);
  }
  console.log(
    `\n${messages.length} messages, ${shown.filter(({ broken }) => broken.length > 0).length} of them to look at.`,
  );
  return 0;
}

process.exitCode = main(process.argv.slice(2));
