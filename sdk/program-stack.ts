import { dirname, sep } from "node:path";
import { fileURLToPath } from "node:url";

const foldersOfPackages = [dirname(require.resolve("@pulumi/pulumi")), __dirname].map((folder) => folder + sep);

/**
 * Until the returned function is called, an error has no stack, except the one from which the SDK records where the program made
 * a resource: that one has the frames of the program alone, with their source maps.
 *
 * The SDK takes a stack for every promise of every property, and for the record it maps and keeps every frame of its own, of
 * Node and of this package. That is a third of what a resource weighs in state, and hides the program's line.
 */
export function programStackOnly(): () => void {
  const { stackTraceLimit, prepareStackTrace } = Error;
  Error.stackTraceLimit = 0;
  // Where Node maps positions by itself, it does so only for stacks that nobody else prepares.
  if (!process.sourceMapsEnabled)
    Error.prepareStackTrace = (error, frames) => programStack(error, frames, prepareStackTrace);
  return () => Object.assign(Error, { stackTraceLimit, prepareStackTrace });
}

/** The SDK leaves out its own frames and one of the class that extends it, by their number: those stand first, unmapped. */
function programStack(
  error: Error,
  frames: NodeJS.CallSite[],
  prepare: typeof Error.prepareStackTrace = plainStack,
): string {
  const program = frames.filter(isOfProgram);
  const first = frames.findIndex(isOfProgram);
  const skipped = frames.slice(0, first).findIndex((frame) => isIn(__dirname + sep, frame)) + 1;
  if (skipped === 0) return prepare(error, frames);
  const [header, ...lines] = prepare(error, program).split("\n    at ");
  return [header, ...frames.slice(0, skipped).map(String), ...lines].join("\n    at ");
}

/** For a runtime that has no such function. */
const plainStack = (error: Error, frames: NodeJS.CallSite[]): string => [String(error), ...frames].join("\n    at ");

const isOfProgram = (frame: NodeJS.CallSite): boolean =>
  !/^(?:node:|$)/.test(fileOf(frame)) && !foldersOfPackages.some((folder) => isIn(folder, frame));

const isIn = (folder: string, frame: NodeJS.CallSite): boolean => fileOf(frame).startsWith(folder);

function fileOf(frame: NodeJS.CallSite): string {
  const name = frame.getFileName() ?? "";
  return name.startsWith("file:") ? fileURLToPath(name) : name;
}
