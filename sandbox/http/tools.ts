import { FaultPlan } from "./faults";
import { RequestLog } from "./request-log";

/** What a tester holds beside the service itself: faults, the request log, and the numbering of requests. */
export class Tools {
  readonly faults = new FaultPlan();
  readonly requests = new RequestLog();
  /** Aborted when the server closes, so that nothing waits any longer. */
  readonly closing = new AbortController();
  private requestCount = 0;
  private ownCount = 0;

  constructor(readonly log: (line: string) => void) {}

  /**
   * Names a request by its url. Those to the sandbox itself have a row of numbers of their own: a page that is open in a browser asks
   * every few seconds, and the service's requests are called the same without it.
   */
  nameRequest(url = ""): string {
    return isOwn(url) ? named("own", ++this.ownCount) : this.nextRequestId();
  }

  nextRequestId(): string {
    return named("req", ++this.requestCount);
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

/** Whether it is one to the sandbox itself: its pages, its description, its admin interface and receivers. */
function isOwn(url: string): boolean {
  const [path = ""] = url.split("?", 1);
  return path === "/" || path === "/openapi.json" || path.startsWith("/_sandbox/");
}

function named(row: string, number: number): string {
  return `${row}_${String(number).padStart(8, "0")}`;
}
