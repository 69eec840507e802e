const units = /** @type {const} */ ([
  ["day", 86_400_000],
  ["h", 3_600_000],
  ["min", 60_000],
  ["s", 1_000],
]);

/**
 * A length of time in its two largest units: "2 days 4 h", "5 min".
 * @param {number} ms
 */
export function span(ms) {
  const parts = [];
  let rest = Math.round(Math.abs(ms) / 1_000) * 1_000;
  for (const [name, size] of units) {
    const count = Math.floor(rest / size);
    rest -= count * size;
    if (count > 0) parts.push(`${count} ${name === "day" && count > 1 ? "days" : name}`);
    else if (parts.length > 0) break;
    if (parts.length === 2) break;
  }
  return parts.join(" ") || "0 s";
}

/**
 * How an instant lies to the sandbox's present: "in 5 min", "2 h ago", "now".
 * @param {string} instant ISO 8601
 * @param {string} now ISO 8601
 */
export function relative(instant, now) {
  const ms = Date.parse(instant) - Date.parse(now);
  if (Math.abs(ms) < 1_000) return "now";
  return ms > 0 ? `in ${span(ms)}` : `${span(ms)} ago`;
}

/**
 * "2026-01-01 00:00:00", always UTC.
 * @param {string} instant ISO 8601
 */
export function plainInstant(instant) {
  return instant.replace("T", " ").replace(/(\.000)?Z$/, "");
}

/**
 * "Thursday, 1 January 2026", always UTC.
 * @param {string} instant ISO 8601
 */
export function longDate(instant) {
  const form = new Intl.DateTimeFormat("en-GB", { dateStyle: "full", timeZone: "UTC" });
  return form.format(new Date(instant));
}

/**
 * @param {number} count
 * @param {string} one
 * @param {string} [many]
 */
export function counted(count, one, many = `${one}s`) {
  return `${count.toLocaleString("en")} ${count === 1 ? one : many}`;
}
