import fc from "fast-check";
import { takeAnswers } from "../../../sandbox/webhooks/answers";

const answer = fc.record({ status: fc.integer({ min: 200, max: 599 }), body: fc.string({ unit: "binary-ascii" }) });

/** An answer as the sandbox writes it. */
function written({ status, body }: { status: number; body: string }): string {
  if (status === 204 || status === 304) return `HTTP/1.1 ${status} Any\r\nDate: now\r\n\r\n`;
  return `HTTP/1.1 ${status} Any\r\nDate: now\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
}

test("however a connection cuts them up, answers are taken whole and in their order", () => {
  fc.assert(
    fc.property(fc.array(answer), fc.array(fc.integer({ min: 1, max: 200 }), { minLength: 1 }), (answers, cuts) => {
      const text = answers.map(written).join("");
      const taken: number[] = [];
      let unread = "";
      for (let at = 0, cut = 0; at < text.length; cut++) {
        const size = cuts[cut % cuts.length]!;
        const { statuses, rest } = takeAnswers(unread + text.slice(at, at + size));
        taken.push(...statuses);
        unread = rest;
        at += size;
      }
      expect([taken, unread]).toEqual([answers.map(({ status }) => status), ""]);
    }),
  );
});
