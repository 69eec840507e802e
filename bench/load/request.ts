/** One call, as a load sends it over and over. */
export interface LoadRequest {
  readonly method: "GET" | "POST";
  /** With its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON unless the headers say otherwise. */
  readonly body?: string;
}

/** The bytes of a request, made once for all the times that it is sent. Pure. */
export function requestBytes({ method, path, headers, body }: LoadRequest, port: number): Buffer {
  const all = {
    host: `127.0.0.1:${port}`,
    accept: "application/json",
    ...(body === undefined
      ? {}
      : { "content-type": "application/json", "content-length": String(Buffer.byteLength(body)) }),
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join("")}\r\n${body ?? ""}`);
}
