import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root, trackedFiles } from "../structure/repository";

/**
 * Words of a command line are seen by every user of the machine, as long as the command runs. A value that a shell's own `printf`,
 * `echo` or `export` takes is not, and neither is what goes through a pipe.
 */
const inProcessList: Readonly<Record<string, RegExp>> = {
  "a header with a credential":
    /-H ["'`$]*\{?quoted\(?["'`]?.*(bearer|token)|-H ["']?(payments-api-key|authorization):/i,
  "a credential as a setting": /config set --secret (--path )?('[^']+'|"[^"]+"|payments:apiKey) +(?!#)["'$<{a-z]/,
};

/** What people read and copy: pages, and the texts that the product prints. */
const files = trackedFiles().filter(
  (file) =>
    /\.md$/.test(file) || /^(cli|provider|policy|sandbox|sdk|tools|ci|examples)\/.*\.([cm]?[jt]s|ya?ml|sh)$/.test(file),
);

test.each(Object.entries(inProcessList))("no suggested line puts %s into the list of processes", (_, pattern) => {
  const found = files.flatMap((file) =>
    readFileSync(join(root, file), "utf8")
      .split("\n")
      .flatMap((line, index) => (pattern.test(line) ? [`${file}:${index + 1}: ${line.trim()}`] : [])),
  );
  expect(found).toEqual([]);
});
