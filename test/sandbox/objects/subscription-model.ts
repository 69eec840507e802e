const dayMs = 86_400_000;

export interface ModelPlan {
  anchorMs: number;
  unit: "day" | "week" | "month" | "year";
  count: number;
}

/** What the card's issuer says, charge after charge; the last holds for ever. */
export type Verdicts = ("approve" | "decline")[];

/**
 * One subscription as the document and the assumptions of docs/explanation/assumptions.md tell it, and nothing of the sandbox: cycles are found by
 * walking the calendar day by day.
 */
export class SubscriptionModel {
  status = "pending";
  nextMs: number | null;
  /** The payment intents: whether each is paid. */
  intents: boolean[] = [];
  /** Types of the events so far. */
  events: string[] = [];
  private readonly starts: Generator<number>;
  /** When the cycle begins that is charged next, or is being charged. */
  private cycleMs: number;
  private declines = 0;
  private charges = 0;
  private pausedIn = "";

  constructor(
    public nowMs: number,
    plan: ModelPlan,
    private readonly verdicts: Verdicts,
  ) {
    this.starts = cycleStarts(plan);
    this.cycleMs = this.starts.next().value;
    this.skipTo(nowMs);
    this.nextMs = this.cycleMs;
  }

  advance(byMs: number): void {
    const toMs = this.nowMs + byMs;
    while (this.nextMs !== null && this.nextMs <= toMs) {
      this.nowMs = Math.max(this.nowMs, this.nextMs);
      if (this.status === "requires_confirmation") {
        this.become("incomplete", null);
        this.events.push("subscription.incomplete");
      } else this.charge();
    }
    this.nowMs = toMs;
  }

  /** Confirms the payment intent that is open with a card that is good; answers whether there was one. */
  payOpen(): boolean {
    const open = this.intents.indexOf(false);
    if (open < 0) return false;
    this.intents[open] = true;
    if (this.status !== "canceled") this.paid();
    return true;
  }

  /** Answers whether it may be. */
  confirm(): boolean {
    if (this.status !== "requires_confirmation") return false;
    this.status = "pending";
    return true;
  }

  /** A move by hand; answers whether it may be. */
  move(action: string): boolean {
    const { status } = this;
    const running = ["pending", "trialing", "active"].includes(status);
    if (action === "require-confirmation" && status === "pending") this.status = "requires_confirmation";
    else if (action === "start-trial" && status === "pending") this.status = "trialing";
    else if (action === "pause" && running) {
      this.pausedIn = status;
      this.become("paused", null);
    } else if (action === "resume" && status === "paused") {
      this.skipTo(this.nowMs);
      this.become(this.pausedIn, this.cycleMs);
    } else if (action === "cancel" && !["canceled", "incomplete"].includes(status)) this.become("canceled", null);
    else return false;
    return true;
  }

  private charge(): void {
    if (!this.intents.includes(false)) this.intents.push(false);
    const verdict = this.verdicts[Math.min(this.charges++, this.verdicts.length - 1)];
    this.events.push(`subscription.payment_${verdict === "approve" ? "succeeded" : "failed"}`);
    if (verdict === "approve") {
      this.intents[this.intents.indexOf(false)] = true;
      this.paid();
      return;
    }
    const inDays = [1, 2, 4][this.declines++];
    if (inDays === undefined) this.become("unpaid", null);
    else this.become("past_due", this.nowMs + inDays * dayMs);
  }

  private paid(): void {
    const wasUnpaid = this.status === "unpaid";
    this.declines = 0;
    this.cycleMs = this.starts.next().value;
    if (wasUnpaid) this.skipTo(this.nowMs);
    this.become("active", Math.max(this.cycleMs, this.nowMs));
  }

  private skipTo(ms: number): void {
    while (this.cycleMs < ms) this.cycleMs = this.starts.next().value;
  }

  private become(status: string, nextMs: number | null): void {
    this.status = status;
    this.nextMs = nextMs;
  }
}

/** Every `count` units from the anchor on: of months those days that are the anchor's, or the last before a month without it ends. */
function* cycleStarts({ anchorMs, unit, count }: ModelPlan): Generator<number, never> {
  const wantedDay = new Date(anchorMs).getUTCDate();
  const fixedDays = { day: 1, week: 7, month: 0, year: 0 }[unit] * count;
  const everyMonths = unit === "year" ? 12 * count : count;
  for (let ms = anchorMs, months = 0, days = 0; ; ms += dayMs, days++) {
    if (fixedDays > 0) {
      if (days % fixedDays === 0) yield ms;
      continue;
    }
    const day = new Date(ms).getUTCDate();
    if (day === 1 && ms > anchorMs) months++;
    const endsMonth = new Date(ms + dayMs).getUTCDate() === 1;
    if (months % everyMonths === 0 && (day === wantedDay || (day < wantedDay && endsMonth))) yield ms;
  }
}
