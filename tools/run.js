// The one entry behind every npm script. It runs on whatever Node the machine has, before anything is installed.
const major = Number.parseInt(process.versions.node, 10);
if (major < 20) {
  console.error(`Failed: starting on Node ${process.versions.node}`);
  console.error("Why:    the set-up scripts need Node 20 or later; what they set up then runs on a Node of its own.");
  console.error("To do:  install Node.js 20 or later and run the same command again.");
  process.exit(1);
}
if (process.platform === "win32") {
  console.error("Failed: starting on Windows");
  console.error("Why:    the development scripts are written for Linux and macOS; the package itself runs on Windows.");
  console.error("To do:  run them in the Windows Subsystem for Linux.");
  process.exit(1);
}

const { reportFailure } = require("./set-up/failure.js");
const { tasks } = require("./tasks.js");

const [name = "", ...args] = process.argv.slice(2);
const task = tasks[name];
if (task === undefined) {
  console.error(`There is no task "${name}". The tasks are ${Object.keys(tasks).join(", ")}; each is an npm script.`);
  process.exit(2);
}
task(args).then(
  (code) => {
    process.exitCode = code;
  },
  (error) => {
    process.exitCode = reportFailure(error);
  },
);
