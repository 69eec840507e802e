import { iso } from "../core/clock";
import { loggableUrl } from "./redact";

/** One `/v1` request. `status` is null while none was sent, which for a fault may be forever. */
export interface LoggedRequest {
  at: string;
  request_id: string;
  operation: string;
  path: string;
  query: string;
  status: number | null;
  key_id: string | null;
  account_id: string | null;
  /** Effect and place of the fault that met it, such as "reset after". */
  fault: string | null;
}

/** The latest requests to `/v1`, in order of arrival, in memory. Older ones than `capacity` are dropped. */
export class RequestLog {
  /** Values besides those of keys and cards that no entry may show. */
  readonly secrets: string[] = [];
  private entries: LoggedRequest[] = [];

  constructor(private readonly capacity = 100_000) {}

  begin(nowMs: number, requestId: string, operation: string, url: string): LoggedRequest {
    const [path = "", query = ""] = loggableUrl(url, this.secrets).split("?", 2);
    const entry: LoggedRequest = {
      at: iso(nowMs),
      request_id: requestId,
      operation,
      path,
      query,
      status: null,
      key_id: null,
      account_id: null,
      fault: null,
    };
    this.entries.push(entry);
    if (this.entries.length >= this.capacity * 2) this.entries = this.entries.slice(-this.capacity);
    return entry;
  }

  list(): LoggedRequest[] {
    return this.entries.slice(-this.capacity);
  }

  clear(): void {
    this.entries = [];
  }

  restore(entries: LoggedRequest[]): void {
    this.entries = entries;
  }
}
