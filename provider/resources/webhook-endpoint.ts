import { z } from "zod";
import type { Observation } from "../api/service";
import { plainIdSchema } from "../configuration/plain-id";
import { accountFields } from "../lifecycle/accounts";
import { defineResource, type InputsOf } from "../lifecycle/field-table";
import { field } from "../lifecycle/inputs";
import { Refusal } from "../lifecycle/refusal";
import type {
  Comparison,
  CreateResult,
  PlannedCreate,
  RecordedState,
  ResourceContext,
  TableField,
} from "../lifecycle/resource";
import { askUnread, enableAndWait, missingEndpoint } from "./webhook-endpoint/enable";
import {
  type EndpointStatus,
  judgeEndpoint,
  type LiveEndpoint,
  mayAsk,
  mayReenable,
  reenablePolicies,
} from "./webhook-endpoint/health";

const endpointIdSchema = plainIdSchema.refine(
  (id) => !/\/|^www\./i.test(id),
  "is a URL or a path. Give the id that the dashboard shows for the endpoint, such as we_123",
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
    input: field(z.literal("active", 'must be "active": the service offers re-enabling and nothing else'), {
      description: "The delivery status to keep: `active`. `pending`, on the way there, counts as kept.",
      typeName: '"active"',
    }),
    output: field(z.string(), {
      description:
        "Delivery status as last read: `active`, `pending`, `inactive`, `disabled`, or `unknown` where the service offers no read.",
      typeName: 'WebhookEndpointStatus | "unknown"',
      follows: ["status"],
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
} satisfies Record<string, TableField<LiveEndpoint, WebhookEndpointPrivateState>>;

export type WebhookEndpointArgs = InputsOf<typeof webhookEndpointFields>;

const webhookEndpointPrivateState = z
  .object({
    /** A read of it succeeded once: a 404 now means that it is gone, not that reads are not offered. */
    wasReadable: z.literal(true),
    /** The service accepted a request for it once, though it could not be read: the id is right. */
    wasAccepted: z.literal(true),
  })
  .partial();
export type WebhookEndpointPrivateState = z.output<typeof webhookEndpointPrivateState>;

/** An endpoint that can't be read, by what earlier runs learned of it. */
function unreadLive({
  outputs: { status = "unknown" },
  privateState,
}: RecordedState<WebhookEndpointPrivateState>): LiveEndpoint {
  const isConfirmed = privateState.wasReadable || privateState.wasAccepted || status !== "unknown";
  return { status: "unknown", isUnconfirmed: isConfirmed ? undefined : true };
}

async function observe(
  context: ResourceContext,
  id: string,
  recorded: RecordedState<WebhookEndpointPrivateState>,
): Promise<Observation<LiveEndpoint>> {
  const observation = await context.endpointAccount.webhookEndpoints.observe(id, {
    wasReadable: recorded.privateState.wasReadable === true,
  });
  if (observation.state === "unreadable") {
    const live = { ...unreadLive(recorded), mayBeMissing: observation.mayBeMissing };
    return { state: "found", live };
  }
  return observation.state === "found" ? { state: "found", live: { status: observation.live.status } } : observation;
}

function resultOf(
  id: string,
  status: EndpointStatus,
  { outputs, privateState }: RecordedState<WebhookEndpointPrivateState>,
) {
  return {
    id,
    outputs: { ...outputs, endpointId: id, status },
    privateState: status === "unknown" ? privateState : { ...privateState, wasReadable: true as const },
  };
}

/** Brings the endpoint to `active` where that is ours to do, and tells what it is now. */
async function settle(
  context: ResourceContext,
  args: WebhookEndpointArgs,
  recorded: RecordedState<WebhookEndpointPrivateState>,
): Promise<CreateResult<WebhookEndpointPrivateState>> {
  const id = args.endpointId;
  const observation = await observe(context, id, recorded);
  if (observation.state === "unknown") throw observation.error;
  if (observation.state === "absent") throw new Refusal(missingEndpoint(context, id, observation.why));
  const { status } = observation.live;
  if (status === "unknown" && mayAsk(args.reenable)) {
    await askUnread(context, id);
    return resultOf(id, status, { ...recorded, privateState: { ...recorded.privateState, wasAccepted: true } });
  }
  if (!mayReenable(args.reenable, status)) return resultOf(id, status, recorded);
  const { status: now, unfinished } = await enableAndWait(context, id, status);
  return { ...resultOf(id, now, recorded), ...(unfinished === undefined ? {} : { unfinished }) };
}

function compare(
  args: Partial<WebhookEndpointArgs>,
  live: LiveEndpoint,
  recorded: RecordedState<WebhookEndpointPrivateState>,
  rules: ResourceContext["configuration"],
): Comparison {
  return judgeEndpoint(String(recorded.outputs.endpointId ?? args.endpointId ?? ""), args.reenable, live, rules);
}

export const webhookEndpoint = defineResource<WebhookEndpointArgs, LiveEndpoint, WebhookEndpointPrivateState>({
  className: "WebhookEndpoint",
  noun: "webhook endpoint",
  description:
    "The delivery status of an existing webhook endpoint: keeps it `active`, and says what re-enabling will do. Destroying the resource leaves the endpoint alone.",
  fields: webhookEndpointFields,
  privateState: webhookEndpointPrivateState,
  namedBy: "endpointId",
  gone: {
    advice: "It can't be created here: make it in the dashboard and declare its id, or remove the resource.",
    restore: "make it in the dashboard and declare its id",
  },

  planCreate,
  observe,
  async importObject(context, id) {
    const observation = await observe(context, id, { outputs: {}, privateState: {} });
    if (observation.state !== "found") return observation;
    const imported = resultOf(id, observation.live.status, { outputs: {}, privateState: {} });
    return { state: "found", live: { ...imported, args: { endpointId: id, status: "active" } } };
  },
  compare,
  liveOf: (recorded) => {
    const { status = "unknown" } = recorded.outputs;
    return status === "unknown" ? unreadLive(recorded) : { status: status as EndpointStatus };
  },
  create: (context, args) => settle(context, args, { outputs: {}, privateState: {} }),
  change: async (context, { id, args, recorded, fields }) =>
    fields.has("status")
      ? settle(context, args, recorded)
      : { id, outputs: { ...recorded.outputs }, privateState: recorded.privateState },

  async remove(_scene, id) {
    return `webhook endpoint ${id} is left as it is; it is no longer managed`;
  },
});

async function planCreate(context: ResourceContext, args: Partial<WebhookEndpointArgs>): Promise<PlannedCreate> {
  if (args.endpointId === undefined) return { writes: [] };
  const observation = await observe(context, args.endpointId, { outputs: {}, privateState: {} });
  if (observation.state === "unknown") throw observation.error;
  if (observation.state === "absent") {
    return {
      problems: [{ path: "endpointId", message: missingEndpoint(context, args.endpointId, observation.why) }],
      writes: [],
    };
  }
  const {
    differences,
    notes = [],
    refusals = [],
    runWarnings = [],
  } = judgeEndpoint(args.endpointId, args.reenable, observation.live, context.configuration);
  const unhealthy: string[] = [];
  for (const { field: name, live, advice, repairable } of differences) {
    if (live === "unknown") {
      await context.log.info(advice ?? "");
      continue;
    }
    const line = `${name} is ${JSON.stringify(live)}. ${advice ?? ""}`;
    if (repairable || !context.configuration.failOnUnhealthy) await context.log.warn(line);
    else unhealthy.push(line);
  }
  for (const note of notes) await context.log.info(note);
  for (const line of runWarnings) await context.log.warnOnceARun(line);
  const problems = [...refusals, ...unhealthy].map((message) => ({ path: "endpointId", message }));
  return { problems, writes: [] };
}
