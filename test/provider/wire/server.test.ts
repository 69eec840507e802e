import { credentials, makeGenericClientConstructor, type ServiceDefinition, type ServiceError } from "@grpc/grpc-js";
import { type Serving, serveCalls } from "../../../provider/wire/server";

const text = {
  requestStream: false,
  responseStream: false,
  requestSerialize: Buffer.from,
  requestDeserialize: (bytes: Buffer) => ({ words: String(bytes) }),
  responseSerialize: Buffer.from,
  responseDeserialize: String,
} as const;
const service = Object.fromEntries(
  ["echo", "fail", "failInHalf", "lost"].map((name) => [name, { path: `/test.Words/${name}`, ...text }]),
) as ServiceDefinition;
const handlers = {
  echo: ({ words }: { words: string }) => words,
  fail: ({ words }: { words: string }) => {
    throw new Error(words);
  },
  // A request can't hold a lone surrogate.
  failInHalf: () => {
    throw new Error("half \ud83d");
  },
};

let serving: Serving;
beforeAll(async () => {
  serving = await serveCalls(service, handlers);
});
afterAll(() => serving.server.forceShutdown());

async function ask(name: string, words: string): Promise<string> {
  const Client = makeGenericClientConstructor({ ask: { path: `/test.Words/${name}`, ...text } } as never, "Words");
  const client = new Client(`127.0.0.1:${serving.port}`, credentials.createInsecure(), {
    "grpc.max_receive_message_length": -1,
  });
  try {
    return await new Promise((resolve, reject) => {
      client.ask?.(words, (error: ServiceError | null, response: string) =>
        error ? reject(error) : resolve(response),
      );
    });
  } finally {
    client.close();
  }
}

test("a handler gets and returns messages of any size, beyond gRPC's default limit", async () => {
  for (const words of ["", "hello €", "x".repeat(40 * 1024 * 1024)])
    expect((await ask("echo", words)) === words).toBe(true);
});

test("an error arrives whole: several lines, any letters, a text longer than a usual header", async () => {
  for (const words of ["one\ntwo €uro 100 % \u{1f511}", `${"long ".repeat(10_000)}end`]) {
    await expect(ask("fail", words)).rejects.toMatchObject({ code: 2, details: words });
  }
  await expect(ask("failInHalf", "")).rejects.toMatchObject({ details: "half \ufffd" });
});

test("a call that has no handler is refused as unimplemented", async () => {
  await expect(ask("lost", "")).rejects.toMatchObject({ code: 12 });
  await expect(ask("unheard-of", "")).rejects.toMatchObject({ code: 12 });
});
