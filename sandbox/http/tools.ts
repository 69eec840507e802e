import { FaultPlan } from "./faults";
import { RequestLog } from "./request-log";

/** What a tester holds beside the service itself: faults, the request log, and the numbering of requests. */
export class Tools {
  readonly faults = new FaultPlan();
  readonly requests = new RequestLog();
  /** Aborted when the server closes, so that nothing waits any longer. */
  readonly closing = new AbortController();
  private requestCount = 0;

  constructor(readonly log: (line: string) => void) {}

  nextRequestId(): string {
    this.requestCount++;
    return `req_${String(this.requestCount).padStart(8, "0")}`;
  }

  reset(): void {
    this.faults.clear();
    this.requests.clear();
    this.requestCount = 0;
  }

  save(): string {
    return JSON.stringify({
      faults: this.faults.list(),
      requests: this.requests.list(),
      requestCount: this.requestCount,
    });
  }

  restore(saved: string): void {
    const { faults, requests, requestCount } = JSON.parse(saved);
    this.faults.restore(faults);
    this.requests.restore(requests);
    this.requestCount = requestCount;
  }
}
