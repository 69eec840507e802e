/** The head of an HTTP answer, and where the answer ends in the bytes that came. */
export interface WholeAnswer {
  readonly status: number;
  readonly end: number;
}

const HEAD_END = Buffer.from("\r\n\r\n");
const LINE_END = Buffer.from("\r\n");

/**
 * Finds the end of the first answer in what a connection has brought so far. Pure.
 * @returns nothing while the answer is not whole
 * @throws Error for what is no answer, or has neither a length nor chunks
 */
export function readAnswer(bytes: Buffer): WholeAnswer | undefined {
  const headEnd = bytes.indexOf(HEAD_END);
  if (headEnd < 0) return undefined;
  const head = bytes.toString("latin1", 0, headEnd);
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1]);
  if (Number.isNaN(status)) throw new Error(`what came is no HTTP answer: ${head.slice(0, 100)}`);
  const bodyAt = headEnd + HEAD_END.length;
  if (status === 204 || status === 304) return { status, end: bodyAt };
  const length = /\ncontent-length: *(\d+)/i.exec(head)?.[1];
  if (length !== undefined) {
    const end = bodyAt + Number(length);
    return end <= bytes.length ? { status, end } : undefined;
  }
  if (!/\ntransfer-encoding: *chunked/i.test(head)) throw new Error(`an answer has no length: ${head.slice(0, 200)}`);
  const end = endOfChunks(bytes, bodyAt);
  return end === undefined ? undefined : { status, end };
}

/** Chunks without trailers, as the servers here send them. */
function endOfChunks(bytes: Buffer, from: number): number | undefined {
  for (let at = from; ; ) {
    const lineEnd = bytes.indexOf(LINE_END, at);
    if (lineEnd < 0) return undefined;
    const size = Number.parseInt(bytes.toString("latin1", at, lineEnd), 16);
    at = lineEnd + LINE_END.length + size + LINE_END.length;
    if (at > bytes.length) return undefined;
    if (size === 0) return at;
  }
}
