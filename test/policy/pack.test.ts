import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { definePack } from "../../policy/pack.js";
import { policies } from "../../policy/policies.js";

test("two policies with one name are refused, and named", () => {
  expect(() => definePack({ name: "ours", policies: [...policies, ...policies] })).toThrow(
    "the policy pack ours has two policies named no-wildcard-scope; rename one of them",
  );
});

test("a folder without a version is refused before a server starts", () => {
  const before = process.cwd();
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "payments-pack-")));
  try {
    writeFileSync(join(folder, "package.json"), "{}");
    expect(() => definePack({ name: "ours", policies, folder })).toThrow(/[Vv]ersion must be defined/);
  } finally {
    process.chdir(before);
    rmSync(folder, { recursive: true });
  }
});
