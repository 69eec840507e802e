import fc from "fast-check";
import {
  answerNext,
  type ReceiverStep,
  receiverScriptSchema,
  type ScriptPlace,
} from "../../../sandbox/objects/receiver-script";

const begin: ScriptPlace = { step: 0, fromMs: 0, requests: 0 };

/** What a script answers to requests at these times. */
function play(script: ReceiverStep[], timesMs: number[]): ReceiverStep["status"][] {
  let place = begin;
  return timesMs.map((nowMs) => {
    const next = answerNext(script, place, nowMs);
    place = next.place;
    return next.answer;
  });
}

test("a step lasts as many requests as it says, the last one forever", () => {
  const script: ReceiverStep[] = [
    { status: 500, count: 2 },
    { status: "timeout", count: 1 },
    { status: 200, count: 1 },
  ];
  expect(play(script, [0, 0, 0, 0, 0])).toEqual([500, 500, "timeout", 200, 200]);
});

test("a step for a time begins where the one before ended, and ends whether or not requests came", () => {
  const script: ReceiverStep[] = [{ status: 500, for_seconds: 10 }, { status: 503, for_seconds: 10 }, { status: 200 }];
  expect(play(script, [0, 9_999, 10_000, 19_999, 20_000])).toEqual([500, 500, 503, 503, 200]);
  expect(play(script, [25_000])).toEqual([200]);
  expect(
    play([{ status: 500, count: 1 }, { status: 503, for_seconds: 10 }, { status: 200 }], [7_000, 16_999, 17_000]),
  ).toEqual([500, 503, 200]);
});

test("a script of counts answers as if it were written out request by request", () => {
  const step = fc.record({ status: fc.integer({ min: 200, max: 599 }), count: fc.integer({ min: 1, max: 5 }) });
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 6 }), fc.nat(40), (script, requests) => {
      const written = script.flatMap(({ status, count }) => Array<number>(count).fill(status));
      const expected = Array.from({ length: requests }, (_, index) => written[index] ?? script.at(-1)!.status);
      expect(play(script, Array<number>(requests).fill(0))).toEqual(expected);
    }),
  );
});

test("a script of times answers by the time alone", () => {
  const step = fc.record({ status: fc.integer({ min: 200, max: 599 }), for_seconds: fc.integer({ min: 1, max: 20 }) });
  fc.assert(
    fc.property(
      fc.array(step, { minLength: 1, maxLength: 6 }),
      fc.array(fc.nat(120_000), { maxLength: 20 }),
      (script, times) => {
        const sorted = [...times].sort((one, other) => one - other);
        const expected = sorted.map((timeMs) => {
          let endMs = 0;
          const current = script.find(({ for_seconds }) => {
            endMs += for_seconds * 1_000;
            return timeMs < endMs;
          });
          return (current ?? script.at(-1)!).status;
        });
        expect(play(script, sorted)).toEqual(expected);
      },
    ),
  );
});

test.each([
  [[]],
  [[{ status: 500 }, { status: 200 }]],
  [[{ status: 100 }]],
  [[{ status: 600 }]],
  [[{ status: "slow" }]],
  [[{ status: 500, count: 0 }]],
  [[{ status: 500, count: 1, for_seconds: 1 }]],
  [[{ status: 500, for_seconds: -1 }]],
])("%j is no script", (script) => {
  expect(receiverScriptSchema.safeParse(script).success).toBe(false);
});
