/**
 * Writes lines to a stream: those of one turn of the event loop together, since each write is a system call that the turn waits for.
 * What is left when the process ends is written then.
 */
export function lineWriter(stream: { write(text: string): unknown }): (line: string) => void {
  let gathered = "";
  const flush = (): void => {
    if (gathered === "") return;
    const text = gathered;
    gathered = "";
    stream.write(text);
  };
  process.once("exit", flush);
  return (line) => {
    if (gathered === "") setImmediate(flush);
    gathered += `${line}\n`;
  };
}
