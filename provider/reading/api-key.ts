import { z } from "zod";
import type { ApiKeyRecord } from "../api/contract/api-key";
import { apiKeyTypes } from "../api/contract/api-key-type";
import { canonicalScopes } from "../api/contract/scope";
import type { Freshness } from "../api/service";
import { field } from "../lifecycle/inputs";
import { idSchema, placeArgs, placeResult } from "./fields";
import { quoted } from "./outcome";
import { homeOf, type Place, type ReadingDefinition, type Sight } from "./reading";

const args = z.object({
  id: field(idSchema.optional(), { description: "Id of the key. Either `id` or `name` is given." }),
  name: field(z.string().min(1).optional(), {
    description:
      "Label of the key: the whole of it. Spaces and the composition of characters count as the service may write them. Several keys with one name are an error.",
  }),
  ...placeArgs,
});
type Args = z.output<typeof args>;

/** The metadata of a key: all that the service shows but its value. */
export const apiKeyMetadata = z.object({
  id: field(z.string(), { description: "Id of the key." }),
  name: field(z.string(), { description: "Label of the key." }),
  type: field(z.enum(apiKeyTypes), { description: "`secret` or `publishable`.", typeName: "ApiKeyType" }),
  scopes: field(z.array(z.string()), {
    description: "What the key may do, sorted. The service ignores those of a publishable key.",
    typeName: "Scope[]",
  }),
  createdAt: field(z.string().optional(), { description: "Creation time by the service, ISO 8601." }),
  updatedAt: field(z.string().optional(), { description: "Time of the last update by the service, ISO 8601." }),
  lastUsed: field(z.string().optional(), {
    description:
      "When the key last authenticated, ISO 8601. It moves with every use: an argument made of it changes with it.",
  }),
  ...placeResult,
});

/** The metadata of a record. What is listed is named: a value, whole or in part, is never among it. Pure. */
export function metadataOf(key: ApiKeyRecord, place: Place): Record<string, unknown> {
  const { id, name, type, scopes, createdAt, updatedAt, lastUsed } = key;
  const known = { createdAt, updatedAt, lastUsed };
  const times = Object.fromEntries(Object.entries(known).filter(([, time]) => time !== undefined));
  return { id, name, type, scopes: canonicalScopes(scopes), ...times, ...homeOf(place) };
}

export const getApiKey: ReadingDefinition<Args> = {
  functionName: "getApiKey",
  description: "Looks one API key up by its id or its name, without managing it.",
  args,
  oneOf: ["id", "name"],
  result: apiKeyMetadata,
  // One of the two is given: see oneOf.
  subject: ({ id, name }) => (id === undefined ? `API key named ${quoted(name!)}` : `API key ${id}`),
  read: (place, { id, name }, freshness) =>
    id === undefined ? byName(place, name!, freshness) : byId(place, id, freshness),
};

async function byId(place: Place, id: string, freshness: Freshness): Promise<Sight> {
  const { apiKeys } = place.account;
  const observation = await (freshness === "now" ? apiKeys.observeNow(id) : apiKeys.observe(id));
  if (observation.state === "found") return { result: metadataOf(observation.live, place) };
  if (observation.state === "unknown") return { error: observation.error };
  return { failure: { code: "not-found", message: `there is no such key (${observation.why}). Check the id.` } };
}

async function byName(place: Place, name: string, freshness: Freshness): Promise<Sight> {
  const observation = await place.account.apiKeys.observeNamed(name, freshness);
  if (observation.state === "unknown") return { error: observation.error };
  if (observation.state === "absent") {
    const advice = "Check the name: the whole of it counts, with the part that a generated name ends with.";
    return { failure: { code: "not-found", message: `there is no such key (${observation.why}). ${advice}` } };
  }
  if (observation.live.length === 1) return { result: metadataOf(observation.live[0]!, place) };
  const ids = observation.live.map(({ id, createdAt }) =>
    createdAt === undefined ? id : `${id} (created ${createdAt})`,
  );
  const message = `${ids.length} keys have this name, so the name is ambiguous: ${ids.join(", ")}. Use the id instead of the name, or rename all but one of them.`;
  return { failure: { code: "ambiguous", message } };
}
