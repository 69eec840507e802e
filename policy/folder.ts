import { realpathSync } from "node:fs";
import { join } from "node:path";

/**
 * What a path to the folder of this package loads, by `main` of package.json. Pulumi runs a policy pack that is a folder by that
 * path, with a program of its SDK that works in the folder. Whoever imports the package by its name gets `exports` instead; what
 * does not know `exports` gets the same as ever.
 */
function isRunAsPack(): boolean {
  if (require.main?.filename.includes("run-policy-pack") !== true) return false;
  return realpathSync(process.cwd()) === realpathSync(join(__dirname, "..", ".."));
}

if (isRunAsPack()) (require("./serve.js") as typeof import("./serve.js")).servePack();
else module.exports = require("../sdk/index.js");
