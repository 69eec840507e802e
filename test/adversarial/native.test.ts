import { readdirSync } from "node:fs";
import { join } from "node:path";
import { useHost } from "../provider/lifecycle/world";

/** The tests of the dynamic form, each on the provider plugin. */
useHost("native");
for (const file of readdirSync(__dirname).filter((name) => /(?<!^native)\.test\.ts$/.test(name))) {
  describe(`${file} on the provider plugin`, () => {
    require(join(__dirname, file));
  });
}
