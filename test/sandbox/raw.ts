import { connect } from "node:net";

/**
 * What a sandbox answers to these very bytes, after which the sender says no more; empty if it only closes the connection. One that
 * `listens` leaves it to the sandbox to close: who says no more before the answer has begun may as well have gone away.
 */
export async function speak(url: string, bytes: string | Uint8Array, { listens = false } = {}): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  // It may refuse before it has read all, and close.
  socket.on("error", () => undefined);
  const sent = typeof bytes === "string" ? Buffer.from(bytes, "latin1") : bytes;
  if (listens) socket.write(sent);
  else socket.end(sent);
  let text = "";
  socket.setEncoding("utf8").on("data", (part: string) => {
    text += part;
  });
  await new Promise((resolve) => socket.on("close", resolve));
  return text;
}

/** The first answer in what was received: its status, headers in lower case, and body as it is. */
export function readAnswer(text: string): { status: number; headers: Record<string, string>; body: string } {
  const [head = "", ...rest] = text.split("\r\n\r\n");
  const [statusLine = "", ...lines] = head.split("\r\n");
  const headers = Object.fromEntries(
    lines.map((line) => [line.split(":", 1)[0]!.toLowerCase(), line.replace(/^[^:]*:\s*/, "")]),
  );
  const length = headers["content-length"];
  const body = rest.join("\r\n\r\n");
  return {
    status: Number(statusLine.split(" ")[1]),
    headers,
    body: length === undefined ? body : Buffer.from(body).subarray(0, Number(length)).toString(),
  };
}
