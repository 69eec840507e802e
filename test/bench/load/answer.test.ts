import fc from "fast-check";
import { readAnswer } from "../../../bench/load/answer";

const chunked = (parts: readonly string[]): string =>
  `${parts.map((part) => `${Buffer.byteLength(part).toString(16)}\r\n${part}\r\n`).join("")}0\r\n\r\n`;

const body = fc.string({ unit: "binary", maxLength: 200 });
const answers = fc.oneof(
  body.map((text) => `HTTP/1.1 201 Created\r\nContent-Length: ${Buffer.byteLength(text)}\r\nx: y\r\n\r\n${text}`),
  fc
    .array(body.filter((text) => text !== ""))
    .map((parts) => `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n${chunked(parts)}`),
  fc.constant("HTTP/1.1 204 No Content\r\ndate: now\r\n\r\n"),
);

test("an answer is whole with its last byte and not before, however its body is framed", () => {
  fc.assert(
    fc.property(answers, fc.string({ maxLength: 20 }), fc.nat(), (text, more, cut) => {
      const whole = Buffer.from(text);
      expect(readAnswer(whole)?.end).toBe(whole.length);
      expect(readAnswer(Buffer.from(text + more))?.end).toBe(whole.length);
      expect(readAnswer(whole.subarray(0, cut % whole.length))).toBeUndefined();
    }),
  );
});

test("the status is read, so that a refusal is never counted as served", () => {
  expect(readAnswer(Buffer.from("HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n"))?.status).toBe(404);
});

test("what is no answer, or has no length, is told and not waited for", () => {
  expect(() => readAnswer(Buffer.from("SSH-2.0-x\r\n\r\n"))).toThrow("no HTTP answer: SSH-2.0-x");
  expect(() => readAnswer(Buffer.from("HTTP/1.1 200 OK\r\nconnection: close\r\n\r\nabc"))).toThrow("has no length");
});
