import { existsSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import ts from "typescript";

const root = join(__dirname, "..", "..");

/** Every file of this repository that a program's compiler reads for `import "pulumi-payments"`, and the packages that they name. */
function reached(entry: string): { files: string[]; packages: string[] } {
  const files = new Set<string>();
  const packages = new Set<string>();
  const visit = (file: string): void => {
    if (files.has(file)) return;
    files.add(file);
    for (const { fileName } of ts.preProcessFile(readFileSync(file, "utf8")).importedFiles) {
      const path = join(dirname(file), fileName.replace(/\.js$/, ".ts"));
      if (fileName.startsWith(".") && existsSync(path)) visit(path);
      else packages.add(fileName);
    }
  };
  visit(entry);
  return { files: [...files].map((file) => relative(root, file)), packages: [...packages] };
}

test("a program's compiler reads no schema library by way of this package, only what is declared for programs", () => {
  // node:crypto and the like serve the bodies and leave no trace in declarations.
  const { packages } = reached(join(root, "sdk", "index.ts"));
  expect(packages.filter((name) => !name.startsWith("node:"))).toEqual(["@pulumi/pulumi"]);
});
