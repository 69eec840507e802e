import { createHash, createHmac, randomBytes } from "node:crypto";
import type { Store } from "./store";

/**
 * Makes identifiers and key values. Identifiers follow from the seed and the calls made so far, so the same calls on the same seed
 * give the same log. Key values are random unless the seed was chosen by the caller, and are in no log either way.
 */
export class Ids {
  constructor(
    private readonly store: Store,
    private readonly seed: string,
    private readonly predictableValues: boolean,
  ) {}

  /** Such as `key_4f0c…`: the prefix and 16 hexadecimal digits. */
  next(prefix: string): string {
    return `${prefix}_${createHash("sha256")
      .update(`${this.seed}|${prefix}|${this.count(prefix)}`)
      .digest("hex")
      .slice(0, 16)}`;
  }

  /** A fresh key value: 192 bits behind a readable prefix. */
  keyValue(type: "secret" | "publishable"): string {
    return this.valueOf(type, String(this.count("value")));
  }

  /** The value of the key on the ready line. It takes no number, so that a restart gives later keys no other ids or values. */
  readyValue(): string {
    return this.valueOf("secret", "ready");
  }

  private valueOf(type: "secret" | "publishable", what: string): string {
    const digits = this.predictableValues
      ? createHmac("sha256", this.seed).update(`value|${what}`).digest("hex").slice(0, 48)
      : randomBytes(24).toString("hex");
    return `${type === "secret" ? "sk" : "pk"}_sandbox_${digits}`;
  }

  private count(kind: string): number {
    const row = this.store.get<{ value: number }>(
      "INSERT INTO counters (kind, value) VALUES (?, 1) ON CONFLICT (kind) DO UPDATE SET value = value + 1 RETURNING value",
      kind,
    );
    return row?.value ?? 0;
  }
}

/** Replaces anything that looks like a key value, for texts that are logged or echoed. */
export function withoutKeyValues(text: string): string {
  return text.replace(/([sp]k)_sandbox_\w+/g, "$1_sandbox_[redacted]");
}
