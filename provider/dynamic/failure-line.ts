/**
 * For what check, diff, read and delete throw, the SDK's dynamic-provider process prints `${error}: ${error.stack}` besides sending
 * it. The engine shows that line with the stack, though it shows the reason with the resource; and no form of an error leaves the
 * line empty. So it is made one that can be told from all others, and left out. Where an SDK prints otherwise, it is one short line.
 */
const [begin, end] = ["pulumi-payments: ", "failed; the reason is shown with the resource"];

/** What an error prints as, so that its line can be left out. */
export function unprinted(subject: string): { stack: string; toString(): string } {
  return { stack: end, toString: () => `${begin}${subject}` };
}

/** From here on the lines of such errors are not printed. Everything else is, as before. */
export function leaveOutFailureLines(output: Pick<Console, "error"> = console): void {
  const { error } = output;
  output.error = (...args: unknown[]): void => {
    const [line] = args;
    const isOurs = args.length === 1 && typeof line === "string" && line.startsWith(begin) && line.endsWith(`: ${end}`);
    if (!isOurs) error.apply(output, args);
  };
}
