import { createHmac, hash, randomFillSync } from "node:crypto";
import type { Store } from "./store";

/** Random bytes of a key value: 192 bits. */
const valueBytes = 24;

/**
 * Makes identifiers and key values. Identifiers follow from the seed and the calls made so far, so the same calls on the same seed
 * give the same log. Key values are random unless the seed was chosen by the caller, and are in no log either way.
 */
export class Ids {
  /** Asking for random bytes costs much the same however many they are: here they are for 256 values, each used once. */
  private readonly pool = Buffer.alloc(valueBytes * 256);
  private taken = this.pool.length;

  constructor(
    private readonly store: Store,
    private readonly seed: string,
    private readonly predictableValues: boolean,
  ) {}

  /** Such as `key_4f0c…`: the prefix and 16 hexadecimal digits. */
  next(prefix: string): string {
    return `${prefix}_${hash("sha256", `${this.seed}|${prefix}|${this.count(prefix)}`, "hex").slice(0, 16)}`;
  }

  /** A fresh key value: 192 bits behind a readable prefix. */
  keyValue(type: "secret" | "publishable"): string {
    const digits = this.predictableValues ? this.digitsOf(String(this.count("value"))) : this.randomDigits();
    return `${type === "secret" ? "sk" : "pk"}_sandbox_${digits}`;
  }

  /** The value of the key on the ready line. It takes no number, so that a restart gives later keys no other ids or values. */
  readyValue(): string {
    return `sk_sandbox_${this.predictableValues ? this.digitsOf("ready") : this.randomDigits()}`;
  }

  private digitsOf(what: string): string {
    return createHmac("sha256", this.seed)
      .update(`value|${what}`)
      .digest("hex")
      .slice(0, valueBytes * 2);
  }

  private randomDigits(): string {
    if (this.taken === this.pool.length) {
      randomFillSync(this.pool);
      this.taken = 0;
    }
    const from = this.taken;
    this.taken += valueBytes;
    return this.pool.toString("hex", from, this.taken);
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
