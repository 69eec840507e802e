import { z } from "zod";
import type { Observation } from "../api/service.js";
import { plainIdSchema } from "../configuration/plain-id.js";
import { accountFields } from "../lifecycle/accounts.js";
import { defineResource, type InputsOf } from "../lifecycle/field-table.js";
import { field } from "../lifecycle/inputs.js";
import { Refusal } from "../lifecycle/refusal.js";
import type { Comparison, Made, PlannedCreate, Scene, Stored, TableField } from "../lifecycle/resource.js";
import { askUnread, enableAndWait, missingEndpoint } from "./webhook-endpoint/enable.js";
import {
  type EndpointStatus,
  judgeEndpoint,
  type LiveEndpoint,
  mayAsk,
  mayReenable,
  reenablePolicies,
} from "./webhook-endpoint/health.js";

const endpointIdSchema = plainIdSchema.refine(
  (id) => !/\/|^www\./i.test(id),
  "is a URL or a path; give the id that the dashboard shows for the endpoint, such as we_123",
);

const webhookEndpointFields = {
  endpointId: {
    input: field(endpointIdSchema, {
      description: "Id of an existing endpoint. Create-only: another id replaces the resource, never the endpoint.",
      createOnly: true,
    }),
    output: field(z.string(), { description: "Id of the endpoint." }),
  },
  status: {
    input: field(
      z.literal("active", 'only "active" can be declared: the service offers re-enabling and nothing else'),
      {
        description: "The delivery status to keep: `active`. `pending`, on the way there, counts as kept.",
        typeName: '"active"',
      },
    ),
    output: field(z.string(), {
      description:
        "Delivery status as last read: `active`, `pending`, `inactive`, `disabled`, or `unknown` where the service offers no read.",
      typeName: 'WebhookEndpointStatus | "unknown"',
    }),
    observe: ({ status }) => status,
  },
  reenable: {
    input: field(z.enum(reenablePolicies).optional(), {
      description:
        "When `up` may re-enable the endpoint: `always`, `whenInactive`, `whenDisabled` or `never` (then an unhealthy endpoint is reported and never planned as a change). Only with `always` does `up` also ask for `active` where the status can't be read, which fails if the service does not know the endpoint.",
      default: "always",
    }),
  },
  ...accountFields("The merchant account that calls for the endpoint act on behalf of."),
} satisfies Record<string, TableField<LiveEndpoint, WebhookEndpointKept>>;

export type WebhookEndpointArgs = InputsOf<typeof webhookEndpointFields>;

const webhookEndpointKept = z
  .object({
    /** A read of it succeeded once: a 404 now means that it is gone, not that reads are not offered. */
    wasReadable: z.literal(true),
    /** The service accepted a request for it once, though it could not be read: the id is right. */
    wasAccepted: z.literal(true),
  })
  .partial();
export type WebhookEndpointKept = z.output<typeof webhookEndpointKept>;

/** An endpoint that can't be read, by what earlier runs learned of it. */
function unreadLive({ outputs: { status = "unknown" }, kept }: Stored<WebhookEndpointKept>): LiveEndpoint {
  const isConfirmed = kept.wasReadable || kept.wasAccepted || status !== "unknown";
  return { status: "unknown", isUnconfirmed: isConfirmed ? undefined : true };
}

async function observe(
  scene: Scene,
  id: string,
  stored: Stored<WebhookEndpointKept>,
): Promise<Observation<LiveEndpoint>> {
  const sight = await scene.endpointAccount.webhookEndpoints.observe(id, {
    wasReadable: stored.kept.wasReadable === true,
  });
  if (sight.state === "unreadable") {
    const live = { ...unreadLive(stored), mayBeMissing: sight.mayBeMissing };
    return { state: "found", live };
  }
  return sight.state === "found" ? { state: "found", live: { status: sight.live.status } } : sight;
}

function made(id: string, status: EndpointStatus, { outputs, kept }: Stored<WebhookEndpointKept>) {
  return {
    id,
    outputs: { ...outputs, endpointId: id, status },
    kept: status === "unknown" ? kept : { ...kept, wasReadable: true as const },
  };
}

/** Brings the endpoint to `active` where that is ours to do, and tells what it is now. */
async function settle(
  scene: Scene,
  args: WebhookEndpointArgs,
  stored: Stored<WebhookEndpointKept>,
): Promise<Made<WebhookEndpointKept>> {
  const id = args.endpointId;
  const sight = await observe(scene, id, stored);
  if (sight.state === "unknown") throw sight.error;
  if (sight.state === "absent") throw new Refusal(missingEndpoint(scene, id, sight.why));
  const { status } = sight.live;
  if (status === "unknown" && mayAsk(args.reenable)) {
    await askUnread(scene, id);
    return made(id, status, { ...stored, kept: { ...stored.kept, wasAccepted: true } });
  }
  if (!mayReenable(args.reenable, status)) return made(id, status, stored);
  const { status: now, unfinished } = await enableAndWait(scene, id, status);
  return { ...made(id, now, stored), ...(unfinished === undefined ? {} : { unfinished }) };
}

function compare(
  args: Partial<WebhookEndpointArgs>,
  live: LiveEndpoint,
  stored: Stored<WebhookEndpointKept>,
  rules: Scene["configuration"],
): Comparison {
  return judgeEndpoint(String(stored.outputs.endpointId ?? args.endpointId ?? ""), args.reenable, live, rules);
}

export const webhookEndpoint = defineResource<WebhookEndpointArgs, LiveEndpoint, WebhookEndpointKept>({
  className: "WebhookEndpoint",
  noun: "webhook endpoint",
  description:
    "The delivery status of an existing webhook endpoint: keeps it `active`, and says what re-enabling will do. Destroying the resource leaves the endpoint alone.",
  fields: webhookEndpointFields,
  kept: webhookEndpointKept,
  namedBy: "endpointId",
  goneAdvice: "It can't be created here: make it in the dashboard and declare its id, or remove the resource.",
  restore: "make it in the dashboard and declare its id",

  planCreate,
  observe,
  compare,
  liveOf: (stored) => {
    const { status = "unknown" } = stored.outputs;
    return status === "unknown" ? unreadLive(stored) : { status: status as EndpointStatus };
  },
  create: (scene, args) => settle(scene, args, { outputs: {}, kept: {} }),
  change: async (scene, { id, args, stored, fields }) =>
    fields.has("status") ? settle(scene, args, stored) : { id, outputs: { ...stored.outputs }, kept: stored.kept },

  async remove(_scene, id) {
    return `webhook endpoint ${id} is left as it is; it is no longer managed`;
  },
});

async function planCreate(scene: Scene, args: Partial<WebhookEndpointArgs>): Promise<PlannedCreate> {
  if (args.endpointId === undefined) return { writes: [] };
  const sight = await observe(scene, args.endpointId, { outputs: {}, kept: {} });
  if (sight.state === "unknown") throw sight.error;
  if (sight.state === "absent") {
    return {
      problems: [{ path: "endpointId", message: missingEndpoint(scene, args.endpointId, sight.why) }],
      writes: [],
    };
  }
  const {
    differences,
    notes = [],
    refusals = [],
    runWarnings = [],
  } = judgeEndpoint(args.endpointId, args.reenable, sight.live, scene.configuration);
  const unhealthy: string[] = [];
  for (const { field: name, live, advice, repairable } of differences) {
    if (live === "unknown") {
      await scene.voice.info(advice ?? "");
      continue;
    }
    const line = `${name} is ${JSON.stringify(live)}. ${advice ?? ""}`;
    if (repairable || !scene.configuration.failOnUnhealthy) await scene.voice.warn(line);
    else unhealthy.push(line);
  }
  for (const note of notes) await scene.voice.info(note);
  for (const line of runWarnings) await scene.voice.warnOnceARun(line);
  const problems = [...refusals, ...unhealthy].map((message) => ({ path: "endpointId", message }));
  return { problems, writes: [] };
}
