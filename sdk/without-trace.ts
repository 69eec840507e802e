/**
 * Makes an error of which a program shows the message alone. It carries no trace: the SDK inspects what an Output fails
 * with, and marking the frames of node_modules in it keeps Node busy for many seconds before the run ends.
 */
export function withoutTrace<Failure extends Error>(make: () => Failure): Failure {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 0;
  try {
    return make();
  } finally {
    Error.stackTraceLimit = limit;
  }
}
