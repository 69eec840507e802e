const { cpSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync } = require("node:fs");
const { tmpdir } = require("node:os");
const { join } = require("node:path");
const { engineEnvironment, enginePath } = require("../engine-path.js");
const { projectIn } = require("../packed.js");
const { SetUpFailure } = require("../set-up/failure.js");
const { root } = require("../set-up/places.js");
const { startSandbox } = require("./sandbox-process.js");

/**
 * Everything the demo needs, in one temporary folder: the project with the packed package installed, a Pulumi home and
 * a state backend of its own, and the means to start a payment service. Nothing of the user's Pulumi is read or written.
 * @param {string} [source] where Pulumi.yaml and examples/ are
 */
async function setStage(source = root) {
  for (const name of ["Pulumi.yaml", "examples/quickstart"]) {
    if (existsSync(join(source, name))) continue;
    throw new SetUpFailure({
      what: "setting the stage for the demo",
      why: `${join(source, name)} is missing`,
      todo: "Run the demo in a whole checkout.",
    });
  }
  const path = await enginePath();
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "payments-demo-")));
  let stopSandbox = () => {};
  const remove = () => {
    stopSandbox();
    rmSync(folder, { recursive: true, force: true });
  };
  // However this process ends, nothing of it stays behind.
  process.once("exit", remove);
  const project = join(folder, "project");
  const [home, backend, temporary] = [join(folder, "pulumi-home"), join(folder, "state"), join(folder, "tmp")];
  for (const made of [project, home, backend, temporary]) mkdirSync(made);
  await projectIn(project);
  cpSync(join(source, "Pulumi.yaml"), join(project, "Pulumi.yaml"));
  cpSync(join(source, "examples", "quickstart"), join(project, "examples", "quickstart"), {
    recursive: true,
    filter: (file) => !file.includes("node_modules"),
  });
  const environment = engineEnvironment({ path, home, backend, passphrase: "demo", env: { TMPDIR: temporary } });
  const keep = () => void process.removeListener("exit", remove);
  /** @param {string} [stack] to be created for it */
  const start = async (stack) => {
    const sandbox = await startSandbox(
      folder,
      stack === undefined ? undefined : { stack, cwd: project, env: environment },
    );
    stopSandbox = sandbox.stop;
    return sandbox;
  };
  return { folder, project, environment, path, keep, start };
}

module.exports = { setStage };
