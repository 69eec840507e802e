const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** A length of time for people, in the largest unit that it fills twice: `3 days`, `20 h`, `5 min`. Pure. */
export function inWords(ms: number): string {
  if (ms >= 2 * dayMs) return `${Math.floor(ms / dayMs)} days`;
  if (ms >= 2 * hourMs) return `${Math.floor(ms / hourMs)} h`;
  return `${Math.max(1, Math.ceil(ms / minuteMs))} min`;
}
