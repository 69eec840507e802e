import { z } from "zod";
import { wholeNumberSchema } from "../core/whole-number";

const httpStatus = 'must be a number from 200 to 599, "timeout" or "reset"';

const stepSchema = z
  .strictObject({
    status: z
      .union([z.int().min(200).max(599), z.enum(["timeout", "reset"])], httpStatus)
      .meta({ description: "HTTP status to answer; timeout: no answer ever. reset: the connection is reset" }),
    count: wholeNumberSchema(1, 1_000_000).optional().meta({ description: "How many requests the step lasts" }),
    for_seconds: z
      .number()
      .positive()
      .max(100 * 366 * 86_400)
      .optional()
      .meta({ description: "How many seconds of the sandbox's clock the step lasts" }),
  })
  .refine((step) => step.count === undefined || step.for_seconds === undefined, {
    path: ["for_seconds"],
    message: "cannot go with count: a step lasts for a number of requests or for a time",
  });
export type ReceiverStep = z.output<typeof stepSchema>;

/** What a receiver answers, step after step; the last one lasts forever. */
export const receiverScriptSchema = z
  .array(stepSchema)
  .min(1, "must hold at least one step")
  .max(1_000)
  .superRefine((steps, context) => {
    steps.slice(0, -1).forEach((step, index) => {
      if (step.count === undefined && step.for_seconds === undefined)
        context.addIssue({
          code: "custom",
          path: [index],
          message: "must have count or for_seconds, since another step follows",
        });
    });
  });

/** Where a receiver stands in its script. */
export interface ScriptPlace {
  /** Zero-based number of the step. */
  step: number;
  /** When the step began, in milliseconds since 1970 UTC. */
  fromMs: number;
  /** Requests that it has answered, if it lasts for a number of them. */
  requests: number;
}

/**
 * The step that answers a request at `nowMs`, and the place after it. A time that is over ends its step at exactly its end; a number of
 * requests ends it with the last of them.
 */
export function answerNext(
  script: readonly ReceiverStep[],
  before: ScriptPlace,
  nowMs: number,
): { answer: ReceiverStep["status"]; place: ScriptPlace } {
  let place = before;
  let step = script[place.step]!;
  while (place.step < script.length - 1 && step.for_seconds !== undefined) {
    const endMs = place.fromMs + step.for_seconds * 1_000;
    if (nowMs < endMs) break;
    place = { step: place.step + 1, fromMs: endMs, requests: 0 };
    step = script[place.step]!;
  }
  // The last step lasts forever, and one that lasts for a time does not count.
  if (place.step === script.length - 1 || step.count === undefined) return { answer: step.status, place };
  const requests = place.requests + 1;
  return {
    answer: step.status,
    place: requests < step.count ? { ...place, requests } : { step: place.step + 1, fromMs: nowMs, requests: 0 },
  };
}
