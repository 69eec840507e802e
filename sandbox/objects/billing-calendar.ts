import { z } from "zod";
import { dateOrInstantSchema } from "../core/calendar";

export const intervalUnitSchema = z.enum(["day", "week", "month", "year"]);
export type IntervalUnit = z.output<typeof intervalUnitSchema>;

/** Longest interval, in units of any kind: assumption `interval-values`. */
export const longestInterval = 366;

/** When the cycles of a subscription begin: at the anchor, and each `intervalCount` units after it. */
export interface BillingSchedule {
  anchorMs: number;
  intervalUnit: IntervalUnit;
  intervalCount: number;
}

const dayMs = 86_400_000;
const fixedMs: Partial<Record<IntervalUnit, number>> = { day: dayMs, week: 7 * dayMs };

/**
 * `billing_cycle_anchor` as callers give it, read as milliseconds since 1970 UTC: a date alone is midnight UTC, a timestamp with an offset
 * that exact instant (Resources and their fields, Subscription). What else is refused is assumption `anchor-forms`.
 */
export const anchorSchema = dateOrInstantSchema;

/**
 * When cycle `number` begins, counted from 0 at the anchor. Months and years are counted from the anchor itself, in UTC: where a month
 * has no such day its last one is taken, and the anchor's own day again as soon as there is one (assumption `anchor-calendar`).
 */
export function cycleStart({ anchorMs, intervalUnit, intervalCount }: BillingSchedule, number: number): number {
  const fixed = fixedMs[intervalUnit];
  if (fixed !== undefined) return anchorMs + number * intervalCount * fixed;
  const anchor = new Date(anchorMs);
  const month = anchor.getUTCMonth() + number * monthsOf(intervalUnit, intervalCount);
  const lastDay = new Date(Date.UTC(anchor.getUTCFullYear(), month + 1, 0)).getUTCDate();
  const day = Math.min(anchor.getUTCDate(), lastDay);
  return Date.UTC(anchor.getUTCFullYear(), month, day) + (anchorMs - startOfDay(anchorMs));
}

/** Number of the first cycle that begins at `fromMs` or after: 0 while the anchor is still to come. */
export function firstCycleFrom(schedule: BillingSchedule, fromMs: number): number {
  const { anchorMs, intervalUnit, intervalCount } = schedule;
  if (fromMs <= anchorMs) return 0;
  const fixed = fixedMs[intervalUnit];
  if (fixed !== undefined) return Math.ceil((fromMs - anchorMs) / (intervalCount * fixed));
  // The cycle of this number begins in the month of `fromMs` or an earlier one, the cycle after it in a later month.
  const number = Math.floor((monthNumber(fromMs) - monthNumber(anchorMs)) / monthsOf(intervalUnit, intervalCount));
  return cycleStart(schedule, number) >= fromMs ? number : number + 1;
}

function monthsOf(unit: IntervalUnit, count: number): number {
  return unit === "year" ? 12 * count : count;
}

function monthNumber(ms: number): number {
  const date = new Date(ms);
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
}

function startOfDay(ms: number): number {
  return Math.floor(ms / dayMs) * dayMs;
}
