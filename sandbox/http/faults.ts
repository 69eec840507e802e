import { z } from "zod";

const headerName = z.string().regex(/^[A-Za-z0-9-]{1,100}$/, "must be a header name");
const headerValue = z
  .string()
  .max(1_000)
  .regex(/^[\t\x20-\x7e]*$/, "must be printable ASCII");

export const faultSchema = z
  .strictObject({
    operation: z.string().meta({ description: 'Operation it strikes, such as "POST /v1/api-keys"' }),
    from: z
      .int()
      .min(1)
      .default(1)
      .meta({ description: "First matching call that it strikes, counted from its creation" }),
    count: z.int().min(1).default(1).meta({ description: "How many calls it strikes" }),
    at: z
      .enum(["before", "after"])
      .default("before")
      .meta({ description: "before: nothing was done. after: the change was committed and only the answer suffers" }),
    effect: z.enum(["reset", "status", "timeout", "truncate", "slow"]).meta({
      description:
        "reset: the connection is reset. status: another answer. timeout: no answer ever. truncate: the answer breaks off half-way. slow: the answer comes late",
    }),
    status: z
      .int()
      .min(200)
      .max(599)
      .optional()
      .meta({ description: "status: HTTP status to answer, 500 unless given" }),
    headers: z
      .record(headerName, headerValue)
      .optional()
      .meta({ description: "status: headers to add, such as Retry-After" }),
    body: z
      .union([z.string().max(100_000), z.record(z.string(), z.unknown())])
      .optional()
      .meta({
        description:
          "status: body to answer; text as it is, an object as JSON. An error of the usual shape unless given",
      }),
    ms: z
      .int()
      .min(0)
      .max(600_000)
      .optional()
      .meta({ description: "slow: wall milliseconds to wait, 1,000 unless given" }),
  })
  .superRefine((fault, context) => {
    const own = { status: "status", headers: "status", body: "status", ms: "slow" } as const;
    for (const [field, effect] of Object.entries(own)) {
      if (fault[field as keyof typeof own] !== undefined && fault.effect !== effect) {
        context.addIssue({ code: "custom", path: [field], message: `belongs to the effect "${effect}" only` });
      }
    }
  });
export type Fault = z.output<typeof faultSchema>;

/** A fault as the admin interface shows it: `seen` matching calls so far, `struck` of them hit. */
export type ArmedFault = Fault & { id: string; seen: number; struck: number };

/** The faults of a sandbox, in memory. Every fault counts every matching call; of several that would strike one, the oldest does. */
export class FaultPlan {
  private faults: ArmedFault[] = [];
  private made = 0;

  add(fault: Fault): ArmedFault {
    this.made++;
    const armed = { id: `fault_${this.made}`, ...fault, seen: 0, struck: 0 };
    this.faults.push(armed);
    return armed;
  }

  list(): ArmedFault[] {
    return this.faults;
  }

  clear(): void {
    this.faults = [];
    this.made = 0;
  }

  restore(faults: ArmedFault[]): void {
    this.faults = faults;
    this.made = faults.length;
  }

  /** Counts one call of an operation and answers the fault that strikes it. */
  strike(operation: string): Fault | undefined {
    let striking: ArmedFault | undefined;
    for (const fault of this.faults) {
      if (fault.operation !== operation) continue;
      fault.seen++;
      if (!striking && fault.seen >= fault.from && fault.seen < fault.from + fault.count) striking = fault;
    }
    if (striking) striking.struck++;
    return striking;
  }
}
