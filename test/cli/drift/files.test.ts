import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { baselineIn } from "../../../cli/drift/files";
import { accept, emptyBaseline, writeBaseline } from "../../../drift/report/baseline";
import { changed } from "../../drift/reports";

test("a baseline that is not in order says what is wrong with it", () => {
  const folder = mkdtempSync(join(tmpdir(), "payments-baseline-"));
  const read = (text: string) => {
    writeFileSync(join(folder, "baseline.json"), text);
    return baselineIn(join(folder, "baseline.json"));
  };
  expect(() => read("{")).toThrow("not JSON");
  expect(() => read('{"baseline":"pulumi-payments drift","version":2,"entries":[]}')).toThrow("version");
  const grounds = { reason: "incident 7", owner: "payments-team", expires: "2030-06-30" };
  const lacking = JSON.parse(writeBaseline(accept(emptyBaseline, [changed], grounds)));
  delete lacking.entries[0].owner;
  expect(() => read(JSON.stringify(lacking))).toThrow("entries.0.owner");
  rmSync(folder, { recursive: true });
});
