const withoutBody = new Set([204, 304]);

/**
 * Takes the statuses of whole HTTP/1.1 answers off the front of what was read of a connection, one character a byte; `rest` is the
 * beginning of an answer that has not arrived whole. Answers carry their length: they come from the sandbox itself.
 */
export function takeAnswers(read: string): { statuses: number[]; rest: string } {
  const statuses: number[] = [];
  let from = 0;
  for (;;) {
    const headEnd = read.indexOf("\r\n\r\n", from);
    if (headEnd < 0) break;
    const head = read.slice(from, headEnd);
    const status = Number(head.slice(9, 12));
    const length = withoutBody.has(status) ? 0 : Number(/\r\ncontent-length: *(\d+)/i.exec(head)?.[1] ?? 0);
    const end = headEnd + 4 + length;
    if (end > read.length) break;
    statuses.push(status);
    from = end;
  }
  return { statuses, rest: read.slice(from) };
}
