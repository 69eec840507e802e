import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { removeOld } from "../../tools/packed.js";

test("what is cleared away is older than an hour, and of the package that is packed, not of one whose name is longer", () => {
  const folder = mkdtempSync(join(tmpdir(), "packed-"));
  const names = ["pulumi-payments-0a1b.tgz", "pulumi-payments-sandbox-0a1b.tgz"];
  for (const name of names) writeFileSync(join(folder, name), "");
  removeOld(folder, "pulumi-payments");
  expect(readdirSync(folder).sort()).toEqual(names);
  const clock = jest.spyOn(Date, "now").mockReturnValue(Date.now() + 2 * 3_600_000);
  removeOld(folder, "pulumi-payments");
  clock.mockRestore();
  expect(readdirSync(folder)).toEqual(["pulumi-payments-sandbox-0a1b.tgz"]);
  rmSync(folder, { recursive: true });
});
