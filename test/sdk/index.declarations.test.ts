import { join } from "node:path";
import { importsOf } from "../structure/imports";

/** The packages that a program's compiler reads for `import "pulumi-payments"`, by way of every file of this repository. */
function packagesReached(entry: string): string[] {
  const files = new Set<string>();
  const packages = new Set<string>();
  const visit = (path: string): void => {
    if (files.has(path)) return;
    files.add(path);
    // What a body loads later leaves no trace in declarations.
    for (const { file, specifier } of importsOf(path).filter(({ lazy }) => !lazy)) {
      if (file === undefined) packages.add(specifier);
      else visit(file);
    }
  };
  visit(entry);
  return [...packages];
}

test("a program's compiler reads no schema library by way of this package, only what is declared for programs", () => {
  // node:crypto and the like serve the bodies and leave no trace in declarations.
  const packages = packagesReached(join("sdk", "index.ts"));
  expect(packages.filter((name) => !name.startsWith("node:"))).toEqual(["@pulumi/pulumi"]);
});
