import { z } from "zod";
import { fieldMeta } from "../../../provider/lifecycle/inputs";
import { apiKeyFilter } from "../../../provider/reading/api-keys";
import { type ReadingName, readings } from "../../../provider/reading/registry";
import { closeWorlds, openWorld } from "../lifecycle/world";
import { opened } from "./opened";

afterEach(closeWorlds);

const definitions = Object.entries(readings);
const fieldsOf = (schema: z.ZodObject) => Object.entries(schema.shape) as [string, z.ZodType][];
const everyField = [
  ...definitions.flatMap(([name, { args, result }]) =>
    [...fieldsOf(args), ...fieldsOf(result)].map(([field, schema]) => [`${name} ${field}`, schema] as const),
  ),
  ...fieldsOf(apiKeyFilter).map(([field, schema]) => [`filter ${field}`, schema] as const),
];

test.each(definitions)("%s is called so where it speaks of itself", (name, { functionName }) => {
  expect(functionName).toBe(name);
});

test.each(everyField)("%s says what it is, in whole sentences", (_, schema) => {
  expect(fieldMeta(schema).description).toMatch(/^[A-Z`].*\.$/);
});

test.each(definitions)(
  "the result of %s says of its address that it was read there, since nothing was made",
  (_, { result }) => {
    expect(fieldMeta(result.shape.serviceUrl).description).toBe("Address of the service that it was read from.");
  },
);

test("what is of a type of ours is said to be of that", () => {
  const named = everyField.filter(([, schema]) => fieldMeta(schema).typeName !== undefined);
  expect(Object.fromEntries(named.map(([field, schema]) => [field, fieldMeta(schema).typeName]))).toEqual({
    "getApiKey type": "ApiKeyType",
    "getApiKey scopes": "Scope[]",
    "getApiKeys filter": "ApiKeyFilter",
    "getApiKeys apiKeys": "GetApiKeyResult[]",
    "getWebhookEndpoint status": "WebhookEndpointStatus",
    "filter type": "ApiKeyType",
    "filter scope": "Scope",
  });
});

test("what is read has every field that is declared, and no other", async () => {
  const world = await openWorld();
  world.config["payments:environment"] = "sandbox";
  const { id, value } = await world.colleagueMakes({ type: "secret", name: "reader", scopes: ["api_keys:read"] });
  world.config["payments:apiKey"] = value;
  const { read } = opened(world);
  // Its own use shows then.
  await read("getApiKeys", {}, "now");
  const key = (await read("getApiKey", { id }, "now")).result;
  const list = (await read("getApiKeys", {})).result;
  world.config["payments:apiKey"] = world.sandbox.apiKey;
  const endpoint = (await opened(world).read("getWebhookEndpoint", { id: world.sandbox.webhookEndpointId })).result;
  const results: Record<ReadingName, object> = { getApiKey: key, getApiKeys: list, getWebhookEndpoint: endpoint };
  for (const [name, { result }] of definitions) {
    const declared = z.strictObject(result.shape).required();
    expect(declared.parse(results[name as ReadingName])).toEqual(results[name as ReadingName]);
  }
  expect(z.strictObject(readings.getApiKey.result.shape).required().parse(list.apiKeys[0])).toMatchObject({ id });
});
