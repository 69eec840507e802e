/** A run that no name has: the value of a key, pasted where a label or a scope belongs. */
const pastedValue = /\b(?:sk|rk|pk|whsec|secret|sec|live|test)[-_][A-Za-z0-9_-]*[A-Za-z0-9]{16,}/g;

/** The same value with everything taken out of its texts that looks like the value of a key. Pure. */
export function withoutValues<Value>(value: Value): Value {
  if (typeof value === "string") return value.replace(pastedValue, "[redacted]") as Value;
  if (Array.isArray(value)) return value.map(withoutValues) as Value;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withoutValues(inner)])) as Value;
}
