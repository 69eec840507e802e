import { CommandLine, runCommandLine } from "../../../cli/command-line";
import {
  type DriftFlags,
  type DriftOptions,
  readOptions,
  withReportOptions,
  withStackOptions,
} from "../../../cli/drift/options";

/** What the drift command makes of its arguments. */
export async function optionsOf(argv: readonly string[]): Promise<{ options: DriftOptions; problems: string }> {
  let options: DriftOptions | undefined;
  const command = withReportOptions(withStackOptions(new CommandLine("drift"))).does<DriftFlags>({
    problems: (flags) => {
      const read = readOptions(flags);
      options = read.options;
      return read.problems;
    },
    run: () => 0,
  });
  const printed = jest.spyOn(process.stderr, "write").mockReturnValue(true);
  try {
    await runCommandLine(command, argv);
    return { options: options!, problems: printed.mock.calls.map(([text]) => String(text)).join("") };
  } finally {
    printed.mockRestore();
  }
}
