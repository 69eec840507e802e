import fc from "fast-check";
import { errorStatus } from "../../../sandbox/core/errors";
import { asOften } from "../../nightly";
import { type Harness, start, stopAll } from "../harness";
import { readAnswer, speak } from "../raw";

let sandbox: Harness;
beforeAll(async () => {
  sandbox = await start();
});
afterAll(stopAll);

const pieces = fc.constantFrom(
  ...[
    "GET ",
    "POST ",
    "OPTIONS ",
    "/v1/api-keys",
    "/_sandbox/clock",
    "/",
    "*",
    "http://localhost/",
    "?",
    " HTTP/1.1\r\n",
  ],
  ...[
    " HTTP/1.0\r\n",
    "host: localhost\r\n",
    "host: attacker.example\r\n",
    "content-length: 5\r\n",
    "content-length: -5\r\n",
  ],
  ...[
    "transfer-encoding: chunked\r\n",
    "transfer-encoding: gzip\r\n",
    "connection: close\r\n",
    "connection: upgrade\r\n",
  ],
  ...[
    "upgrade: h2c\r\n",
    "expect: 100-continue\r\n",
    "content-type: application/json\r\n",
    "\r\n",
    "\n",
    "\r",
    "\0",
    ": ",
  ],
  ...[
    "{",
    "}",
    '"a"',
    "5\r\nhello\r\n",
    "0\r\n\r\n",
    "ffffffffffffffff\r\n",
    "trailer: x\r\n",
    " folded\r\n",
    "\x16\x03\x01",
  ],
);

const bytes = fc.oneof(
  fc.uint8Array({ maxLength: 300 }).map((array) => Buffer.from(array)),
  fc
    .array(fc.oneof({ arbitrary: pieces, weight: 9 }, fc.string({ unit: "binary", maxLength: 10 })), { maxLength: 25 })
    .map((parts) => Buffer.from(parts.join(""), "latin1")),
  fc
    .tuple(fc.array(pieces, { maxLength: 6 }), fc.array(pieces, { maxLength: 6 }))
    .map(([first, second]) =>
      Buffer.from(`GET / HTTP/1.1\r\nhost: localhost\r\n${first.join("")}\r\n${second.join("")}`, "latin1"),
    ),
);

test("whatever bytes arrive, the answer is whole or none, refusals have their shape, and the next caller is served", async () => {
  await fc.assert(
    fc.asyncProperty(bytes, async (sent) => {
      const text = (await speak(sandbox.url, sent)).replace(/^HTTP\/1\.1 100 Continue\r\n\r\n/, "");
      if (text !== "") {
        const { status, headers, body } = readAnswer(text);
        expect(status).toBeLessThan(500);
        if (status >= 400 && headers["content-type"]) {
          const { error } = JSON.parse(body);
          expect(errorStatus[error.code as keyof typeof errorStatus]).toBe(status);
          expect(error).toMatchObject({
            message: expect.stringMatching(/\.$/),
            request_id: expect.stringMatching(/^(req|own)_\d+$/),
          });
        }
      }
      expect((await fetch(`${sandbox.adminUrl}/health`)).status).toBe(200);
    }),
    { numRuns: asOften(300, 5_000) },
  );
  expect(sandbox.lines.filter((line) => line.includes("internal error"))).toEqual([]);
}, 300_000);
