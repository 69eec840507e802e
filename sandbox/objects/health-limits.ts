const dayMs = 86_400_000;

/** Without a successful delivery for so long an active endpoint becomes inactive: Limits. */
export const inactiveAfterMs = 3 * dayMs;

/** Without a successful delivery for so long an inactive endpoint becomes disabled: Limits. */
export const disabledAfterMs = 7 * dayMs;

/** Jobs of this kind check whether an endpoint has been failing for too long; their payload is the endpoint's id. */
export const healthJob = "endpoint-health";

/** Such as "4 days", "1 day" or "4.5 days". */
export function inDays(ms: number): string {
  const days = Math.round((ms / dayMs) * 10) / 10;
  return `${days} ${days === 1 ? "day" : "days"}`;
}
