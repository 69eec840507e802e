import { realpathSync } from "node:fs";
import { join } from "node:path";

/**
 * What the path of this package's folder loads, by `main` of package.json. Pulumi runs a policy pack in a folder by that path, in a
 * program of its SDK whose working directory is the folder. An import by name loads `exports` instead. Tools that do not know
 * `exports` get the SDK classes from here.
 */
function isRunAsPack(): boolean {
  if (require.main?.filename.includes("run-policy-pack") !== true) return false;
  return realpathSync(process.cwd()) === realpathSync(join(__dirname, "..", ".."));
}

if (isRunAsPack()) (require("./serve") as typeof import("./serve")).servePack();
else module.exports = require("../sdk/index");
