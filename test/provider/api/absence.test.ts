import { firstMissOf, judgeMissing } from "../../../provider/api/absence";
import type { Walk } from "../../../provider/api/snapshot";

const walk = (number: number, beganMs: number, dateMs?: number): Walk => ({
  number,
  beganMs,
  endedMs: beganMs + 10,
  keys: [],
  ids: new Set(),
  servesUntilMs: beganMs + 30_010,
  ...(dateMs === undefined ? {} : { service: { dateMs, localMs: beganMs } }),
});
const settings = { absenceConfirmMs: 5_000, newKeyGraceMs: 15_000 };
const old = { atMs: 0, ageMs: Number.POSITIVE_INFINITY };

describe("judging a key that is missing", () => {
  test("one walk proves nothing: the second is due after the time to confirm, from the end of the first", () => {
    const first = walk(1, 1_000);
    expect(judgeMissing({ first, latest: first, firstMiss: old, ...settings })).toEqual({
      absent: false,
      lookAgainAtMs: 6_010,
    });
  });

  test("two walks far enough apart make it absent, nearer ones do not", () => {
    const first = walk(1, 1_000);
    expect(judgeMissing({ first, latest: walk(2, 6_010), firstMiss: old, ...settings })).toEqual({ absent: true });
    expect(judgeMissing({ first, latest: walk(2, 6_009), firstMiss: old, ...settings }).absent).toBe(false);
  });

  test("two walks are needed even where no time is to lie between them", () => {
    const first = { number: 1, endedMs: 0 };
    const now = { absenceConfirmMs: 0, newKeyGraceMs: 0 };
    expect(judgeMissing({ first, latest: walk(1, 0), firstMiss: old, ...now }).absent).toBe(false);
    expect(judgeMissing({ first, latest: walk(2, 0), firstMiss: old, ...now }).absent).toBe(true);
  });

  test("a young key is looked for until it is old enough", () => {
    const first = walk(1, 1_000);
    const firstMiss = { atMs: 1_000, ageMs: 2_000 };
    const judged = judgeMissing({ first, latest: walk(2, 7_000), firstMiss, ...settings });
    expect(judged).toEqual({ absent: false, lookAgainAtMs: 14_000 });
    expect(judgeMissing({ first, latest: walk(3, 14_000), firstMiss, ...settings }).absent).toBe(true);
  });
});

test("a key that was old enough when its miss was measured needs no walk begun after that", () => {
  const first = walk(1, 1_000);
  const latest = walk(2, 7_000);
  const firstMiss = { atMs: latest.beganMs + 5, ageMs: 16_000 };
  expect(judgeMissing({ first, latest, firstMiss, ...settings })).toEqual({ absent: true });
  expect(judgeMissing({ first, latest, firstMiss: { ...firstMiss, ageMs: 15_004 }, ...settings }).absent).toBe(false);
});

describe("the age of a key when it is first missed", () => {
  const created = "2026-01-01T00:00:00Z";
  const createdMs = Date.parse(created);

  test("is measured by the service's clock", () => {
    expect(firstMissOf(walk(1, 500, createdMs + 4_000), created)).toEqual({ atMs: 500, ageMs: 4_000 });
  });

  test("is nothing where the service's clock is behind, unknown, or the creation time unreadable", () => {
    expect(firstMissOf(walk(1, 500, createdMs - 9_000), created).ageMs).toBe(0);
    expect(firstMissOf(walk(1, 500), created).ageMs).toBe(0);
    expect(firstMissOf(walk(1, 500, createdMs), "some day").ageMs).toBe(0);
  });

  test("is old where nobody knows when it was created", () => {
    expect(firstMissOf(walk(1, 500, createdMs), undefined).ageMs).toBe(Number.POSITIVE_INFINITY);
  });
});
