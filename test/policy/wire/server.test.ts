import { type ClientHttp2Session, connect, type Http2Server } from "node:http2";
import type { AddressInfo } from "node:net";
import { credentials, makeGenericClientConstructor, type ServiceError } from "@grpc/grpc-js";
import { unaryServer } from "../../../policy/wire/server.js";

const calls = Object.fromEntries(
  ["echo", "fail", "lost"].map((name) => [
    name,
    { path: `/test.Words/${name}`, read: (bytes: Uint8Array) => Buffer.from(bytes).toString(), write: Buffer.from },
  ]),
) as never;
const handlers = {
  echo: (words: string) => words,
  fail: (words: string) => {
    throw new Error(words);
  },
};

let server: Http2Server;
let port: number;
beforeAll(async () => {
  server = unaryServer(calls, handlers as never);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  ({ port } = server.address() as AddressInfo);
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

/** Asked by another implementation of the protocol. */
async function ask(name: string, words: string): Promise<string> {
  const text = { requestSerialize: Buffer.from, responseDeserialize: String, requestDeserialize: String };
  const definition = { path: `/test.Words/${name}`, requestStream: false, responseStream: false, ...text };
  const Client = makeGenericClientConstructor({ ask: { ...definition, responseSerialize: Buffer.from } }, "Words");
  const client = new Client(`127.0.0.1:${port}`, credentials.createInsecure(), {
    "grpc.max_receive_message_length": -1,
  });
  try {
    return await new Promise((resolve, reject) => {
      client.ask?.(words, (error: ServiceError | null, answer: string) => (error ? reject(error) : resolve(answer)));
    });
  } finally {
    client.close();
  }
}

test("a message is answered by its handler: an empty one, a short one, and one larger than any window", async () => {
  for (const words of ["", "hello €", "x".repeat(40 * 1024 * 1024)])
    expect((await ask("echo", words)) === words).toBe(true);
});

test("many messages at a time are each answered by their own", async () => {
  const all = Array.from({ length: 100 }, (_, index) => `message ${index}`);
  expect(await Promise.all(all.map((words) => ask("echo", words)))).toEqual(all);
});

test("what a handler throws arrives whole: several lines, any letters, a text longer than a usual header", async () => {
  for (const words of ["one\ntwo €uro 100 % \u{1f511}", `${"long ".repeat(10_000)}end`]) {
    await expect(ask("fail", words)).rejects.toMatchObject({ code: 2, details: words });
  }
  await expect(ask("fail", "half \ud83d")).rejects.toMatchObject({ details: "half \ufffd" });
});

test("a call that nobody answers is refused as such", async () => {
  await expect(ask("lost", "")).rejects.toMatchObject({ code: 12 });
  await expect(ask("unheard-of", "")).rejects.toMatchObject({ code: 12 });
});

describe("a message that", () => {
  let session: ClientHttp2Session;
  beforeAll(() => {
    session = connect(`http://127.0.0.1:${port}`);
  });
  afterAll(() => session.close());
  const send = () =>
    session.request({ ":method": "POST", ":path": "/test.Words/echo", "content-type": "application/grpc" });

  test.each([
    ["is compressed", [1, 0, 0, 0, 1, 65], "compressed message"],
    ["is shorter than it says", [0, 0, 0, 0, 9, 65], "not as long as it says"],
    ["has no length", [0, 0], "not as long as it says"],
    ["never came", [], "not as long as it says"],
  ])("%s is refused", async (_, bytes, why) => {
    const stream = send();
    const headers = new Promise<Record<string, unknown>>((resolve) => stream.on("response", resolve));
    stream.end(Buffer.from(bytes));
    const answer = await headers;
    expect(answer["grpc-status"]).toBe("2");
    expect(decodeURIComponent(String(answer["grpc-message"]))).toContain(why);
  });

  test("breaks off because its sender went away ends nothing", async () => {
    const gone = send();
    gone.on("error", () => undefined);
    gone.write(Buffer.from([0, 0, 0, 0, 9, 65]));
    gone.close(8);
    expect(await ask("echo", "still here")).toBe("still here");
  });
});
