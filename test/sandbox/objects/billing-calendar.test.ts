import fc from "fast-check";
import {
  anchorSchema,
  type BillingSchedule,
  cycleStart,
  firstCycleFrom,
  intervalUnitSchema,
  longestInterval,
} from "../../../sandbox/objects/billing-calendar";

const at = (text: string) => Date.parse(text);
const day = 86_400_000;

function firstCycles(
  anchor: string,
  intervalUnit: BillingSchedule["intervalUnit"],
  intervalCount: number,
  many: number,
) {
  const schedule = { anchorMs: anchorSchema.parse(anchor), intervalUnit, intervalCount };
  return Array.from({ length: many }, (_, number) => new Date(cycleStart(schedule, number)).toISOString());
}

const anchorMs = fc.integer({ min: 0, max: Date.UTC(3000, 0, 1) - 1 });
const schedule: fc.Arbitrary<BillingSchedule> = fc.record({
  anchorMs,
  intervalUnit: fc.constantFrom(...intervalUnitSchema.options),
  intervalCount: fc.oneof(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: longestInterval })),
});

test("a date alone is midnight UTC, and an offset makes that exact instant", () => {
  expect(anchorSchema.parse("2026-01-31")).toBe(at("2026-01-31T00:00:00Z"));
  expect(anchorSchema.parse("2026-01-31T00:00:00-05:00")).toBe(at("2026-01-31T05:00:00Z"));
  expect(anchorSchema.parse("2026-01-31T00:00:00.250+13:45")).toBe(at("2026-01-30T10:15:00.250Z"));
});

test.each([
  ["2026-03-08T10:00Z", "2026-03-08T10:00:00Z"],
  ["2026-03-08T10:00:00+0530", "2026-03-08T04:30:00Z"],
  ["2026-03-08T10:00-08", "2026-03-08T18:00:00Z"],
  ["2026-03-08T10:00:00,25Z", "2026-03-08T10:00:00.250Z"],
  ["2026-03-08T10:00:00.123456789Z", "2026-03-08T10:00:00.123Z"],
  ["20260308T100000Z", "2026-03-08T10:00:00Z"],
  ["20260308T1000+05:30", "2026-03-08T04:30:00Z"],
  ["20260308", "2026-03-08T00:00:00Z"],
])("the ISO 8601 anchor %s is the instant %s", (anchor, instant) => {
  expect(anchorSchema.parse(anchor)).toBe(at(instant));
});

test("an instant is the same in every way that ISO 8601 has to write it", () => {
  const offset = fc.record({ sign: fc.constantFrom("+", "-"), hours: fc.nat(23), minutes: fc.nat(59) });
  const two = (number: number) => String(number).padStart(2, "0");
  fc.assert(
    fc.property(
      fc.date({ min: new Date(2 * day), max: new Date("2999-12-30"), noInvalidDate: true }),
      offset,
      fc.boolean(),
      fc.constantFrom(":", ""),
      fc.constantFrom(".", ","),
      (date, { sign, hours, minutes }, basic, colon, point) => {
        const shiftMs = (hours * 60 + minutes) * 60_000 * (sign === "+" ? 1 : -1);
        const local = new Date(date.getTime() + shiftMs).toISOString().slice(0, -1);
        const [head, fraction] = (basic ? local.replace(/[-:]/g, "") : local).split(".");
        const text = `${head}${point}${fraction}${sign}${two(hours)}${colon}${two(minutes)}`;
        expect([text, anchorSchema.parse(text)]).toEqual([text, date.getTime()]);
      },
    ),
  );
});

test.each([
  "2026-02-29",
  "2026-0308",
  "2026-03-08T1000Z",
  "20260308T10:00Z",
  "2026-03-08T10:00:60Z",
  "2026-03-08T10:00+24:00",
  "2026-03-08T10Z",
  "2026-03-08T10:00",
  "2026-W10-7",
  "2026-01-31T00:00:00",
  "2026-01-31T24:00:00Z",
  "2026-1-31",
  "31 January 2026",
  "1969-12-31",
  "1970-01-01T00:00:00+01:00",
  "3000-01-01",
  "",
  1_769_817_600_000,
  null,
])("%j is no anchor", (given) => {
  expect(anchorSchema.safeParse(given).success).toBe(false);
});

test("months are clipped at their end and come back", () => {
  expect(firstCycles("2026-01-31", "month", 1, 5).map((text) => text.slice(0, 10))).toEqual([
    "2026-01-31",
    "2026-02-28",
    "2026-03-31",
    "2026-04-30",
    "2026-05-31",
  ]);
  expect(firstCycles("2027-12-31T18:30:00-05:00", "month", 2, 3)).toEqual([
    "2027-12-31T23:30:00.000Z",
    "2028-02-29T23:30:00.000Z",
    "2028-04-30T23:30:00.000Z",
  ]);
  expect(firstCycles("2024-02-29", "year", 1, 5).map((text) => text.slice(0, 10))).toEqual([
    "2024-02-29",
    "2025-02-28",
    "2026-02-28",
    "2027-02-28",
    "2028-02-29",
  ]);
});

test("the change to summer time moves nothing", () => {
  // Both sides of 8 March 2026, when the clocks of New York went forward.
  expect(firstCycles("2026-03-01T02:30:00-05:00", "week", 1, 3)).toEqual([
    "2026-03-01T07:30:00.000Z",
    "2026-03-08T07:30:00.000Z",
    "2026-03-15T07:30:00.000Z",
  ]);
  expect(firstCycles("2026-02-15T02:30:00-05:00", "month", 1, 3).map((text) => text.slice(11))).toEqual(
    Array(3).fill("07:30:00.000Z"),
  );
});

test("a cycle of months begins on the anchor's day or the last of a shorter month, at the anchor's time of day", () => {
  fc.assert(
    fc.property(
      anchorMs,
      fc.constantFrom("month" as const, "year" as const),
      fc.integer({ min: 1, max: 40 }),
      fc.nat(200),
      (ms, intervalUnit, intervalCount, number) => {
        const [anchor, start] = [
          new Date(ms),
          new Date(cycleStart({ anchorMs: ms, intervalUnit, intervalCount }, number)),
        ];
        const months = number * intervalCount * (intervalUnit === "year" ? 12 : 1);
        const month = (date: Date) => date.getUTCFullYear() * 12 + date.getUTCMonth();
        expect(month(start) - month(anchor)).toBe(months);
        expect((start.getTime() - ms) % day).toBe(0);
        const isLastOfMonth = new Date(start.getTime() + day).getUTCDate() === 1;
        const [wanted, got] = [anchor.getUTCDate(), start.getUTCDate()];
        expect(got === wanted || (got < wanted && isLastOfMonth)).toBe(true);
      },
    ),
  );
});

test("days and weeks are whole numbers of 24 hours", () => {
  fc.assert(
    fc.property(
      anchorMs,
      fc.constantFrom("day" as const, "week" as const),
      fc.integer({ min: 1, max: 366 }),
      fc.nat(500),
      (ms, intervalUnit, intervalCount, number) => {
        const start = cycleStart({ anchorMs: ms, intervalUnit, intervalCount }, number);
        expect(start - ms).toBe(number * intervalCount * (intervalUnit === "week" ? 7 : 1) * day);
      },
    ),
  );
});

test("the first cycle from an instant on begins there or later, and the one before it earlier", () => {
  const near = fc.tuple(fc.nat(300), fc.constantFrom(-day, -1, 0, 1, day));
  fc.assert(
    fc.property(schedule, fc.oneof(near, anchorMs), (calendar, when) => {
      const fromMs = Array.isArray(when) ? cycleStart(calendar, when[0]) + when[1] : when;
      const number = firstCycleFrom(calendar, fromMs);
      expect(Number.isInteger(number)).toBe(true);
      expect(cycleStart(calendar, number)).toBeGreaterThanOrEqual(fromMs);
      if (number > 0) expect(cycleStart(calendar, number - 1)).toBeLessThan(fromMs);
    }),
    { numRuns: 500 },
  );
});

test("anchors that are one instant have one calendar, whatever offset they were written with", () => {
  const minutes = fc.integer({ min: -14 * 60, max: 14 * 60 });
  fc.assert(
    fc.property(fc.integer({ min: day, max: Date.UTC(2999, 11, 30) }), minutes, (ms, offset) => {
      const local = new Date(ms + offset * 60_000).toISOString().slice(0, -1);
      const two = (value: number) => String(Math.trunc(Math.abs(value))).padStart(2, "0");
      const written = `${local}${offset < 0 ? "-" : "+"}${two(offset / 60)}:${two(offset % 60)}`;
      expect(anchorSchema.parse(written)).toBe(ms);
    }),
  );
});
