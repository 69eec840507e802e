import { z } from "zod";
import { instantMs, isInCalendar, outsideCalendar, timestampSchema } from "./core/calendar";
import { wholeNumberSchema } from "./core/whole-number";

/** Every start option, once: `createSandbox` takes them in camelCase, the command in kebab-case (`pageMax`, `--page-max`). */
export const optionsSchema = z
  .strictObject({
    port: wholeNumberSchema(0, 65_535).default(0).meta({ description: "TCP port; 0 takes any free one" }),
    host: z.string().min(1).default("127.0.0.1").meta({ description: "address or name to listen on" }),
    data: z
      .string()
      .min(1)
      .optional()
      .meta({ description: "SQLite file that keeps everything; without it all is in memory" }),
    clock: z
      .string()
      .regex(/^(real|manual|x(?![0.]+$)[0-9]{1,6}(\.[0-9]{1,3})?)$/, "must be real, manual or xN, such as x60")
      .default("real")
      .meta({ description: "real: wall time. manual: moved only by advance. xN: N times wall time" }),
    now: timestampSchema
      .refine((text) => isInCalendar(instantMs(text)), outsideCalendar)
      .optional()
      .meta({ description: "where a manual clock starts; 2026-01-01T00:00:00Z unless given" }),
    pageMax: wholeNumberSchema(1, 10_000).default(100).meta({ description: "the service's maximum of limit" }),
    updateMethod: z
      .enum(["PATCH", "PUT", "POST"])
      .default("PATCH")
      .meta({ description: "the one method that updates a key; the others get 405" }),
    redaction: z
      .enum(["mask", "omit", "null", "last4"])
      .default("mask")
      .meta({ description: "what value of a secret key looks like after its creation" }),
    without: z
      .array(z.enum(["webhook-endpoint-read"]))
      .default([])
      .meta({ description: "undocumented operations to leave out" }),
    endpointAccount: z
      .enum(["merchant", "partner"])
      .default("merchant")
      .meta({ description: "whose id webhook endpoint and event calls must carry in payments-account" }),
    replaySet: z.enum(["all", "waiting"]).default("all").meta({
      description:
        "what re-enabling an inactive endpoint replays. all: every event that arrived during the outage. waiting: only events that have attempts left",
    }),
    undelivered: z.enum(["any", "every"]).default("any").meta({
      description:
        "which events are undelivered. any: those that at least one inactive or disabled endpoint missed. every: those that no endpoint was sent",
    }),
    adminToken: z
      .string()
      .regex(
        /^[\x21-\x7e]{8,200}$/,
        "must be 8 to 200 printable ASCII characters without spaces: it is sent in a header",
      )
      .optional()
      .meta({ description: "token of the admin interface; random unless given" }),
    egress: z
      .enum(["local", "public"])
      .default("local")
      .meta({ description: "local: webhooks go to loopback and private addresses only. public: to public ones only" }),
    webhookTimeoutMs: wholeNumberSchema(1, 60_000)
      .default(5_000)
      .meta({ description: "wall milliseconds that an attempt to deliver a webhook may take" }),
    owner: z.email().max(320).optional().meta({
      description: "owner of the partner from the start, who gets the notices of the service; nobody unless given",
    }),
    seed: z
      .string()
      .min(1)
      .max(200)
      .optional()
      .meta({ description: "makes ids and key values repeat from run to run, for tests; values can then be guessed" }),
  })
  .refine((options) => options.now === undefined || (options.clock ?? "real") !== "real", {
    path: ["now"],
    message: "needs a clock that can start there: manual or xN",
    // Run beside the other checks, not after them: all problems are reported at once.
    when: () => true,
  });

/** Options of `createSandbox`; all of them may be left out. */
export type SandboxOptions = z.input<typeof optionsSchema>;
export type Settings = z.output<typeof optionsSchema>;

/** Where a manual clock starts by default. */
export const defaultStart = "2026-01-01T00:00:00Z";

export interface OptionProblem {
  option: string;
  message: string;
}

/** Options that cannot be used; `problems` has every one of them. */
export class OptionsError extends Error {
  override readonly name = "OptionsError";

  constructor(readonly problems: OptionProblem[]) {
    super(problems.map(({ option, message }) => `${option}: ${message}`).join("\n"));
  }
}

/** @throws OptionsError naming every option that cannot be used. */
export function readOptions(options: unknown): Settings {
  const parsed = optionsSchema.safeParse(options);
  if (parsed.success) return parsed.data;
  throw new OptionsError(
    parsed.error.issues.flatMap((issue) =>
      issue.code === "unrecognized_keys"
        ? issue.keys.map((option) => ({ option, message: "is not an option of the sandbox" }))
        : [{ option: String(issue.path[0] ?? "options"), message: issue.message }],
    ),
  );
}
