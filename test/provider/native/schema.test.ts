import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pluginSchema } from "../../../provider/native/schema";
import { packageManifest } from "../../../provider/text/package-version";
import { repositoryOf } from "../../../provider/text/repository";
import { breakingChanges, type Schema } from "./breaking-changes";

const read = (path: string): Schema => JSON.parse(readFileSync(join(__dirname, "../../..", path), "utf8"));
const served = pluginSchema(packageManifest().version, repositoryOf(packageManifest()));
const schema = JSON.parse(JSON.stringify(served)) as Schema & Record<string, unknown>;
const key = schema.resources["payments:index:ApiKey"]!;

/** The schema of each released version; the release refuses to go on without its own. */
const released = readdirSync(join(__dirname, "../../fixtures/schema"));

test.each(released)("nothing that programs or states of %s depend on is gone or changed", (file) => {
  expect(breakingChanges(read(`test/fixtures/schema/${file}`), schema)).toEqual([]);
});

test("an SDK that is made of the schema of a published package asks its releases for the plugin", () => {
  const place = { url: "https://github.com/ada/shop", owner: "ada", name: "shop" };
  expect(pluginSchema("1.2.3", place)).toMatchObject({
    version: "1.2.3",
    repository: place.url,
    pluginDownloadURL: "github://api.github.com/ada/shop",
    language: { go: { importBasePath: "github.com/ada/shop/sdks/go/payments" } },
  });
  expect(pluginSchema("1.2.3")).not.toHaveProperty("pluginDownloadURL");
});

test("the committed schema is the one that the plugin serves", () => {
  expect(read("docs/schemas/provider.v1.json")).toEqual(schema);
});

test("the fields say what the tables say: secret, create-only, required", () => {
  expect(key.inputProperties).toMatchObject({
    type: { type: "string", willReplaceOnChanges: true },
    adoptValue: { type: "string", secret: true },
    scopes: { type: "array", items: { type: "string" } },
    deletionGuard: { oneOf: [{ type: "string" }, { $ref: "#/types/payments:index:ApiKeyDeletionGuard" }] },
  });
  expect(key.requiredInputs).toEqual(["type"]);
  expect(key.properties?.value).toMatchObject({ type: "string", secret: true });
  expect(key.required).toEqual(expect.arrayContaining(["name", "type", "accountId"]));
});

test("a rotation is one named type, in which the way to rotate is a choice", () => {
  expect(schema.types["payments:index:RotatingApiKeyRotation"]).toMatchObject({
    properties: { everyDays: { type: "number" }, trigger: { type: "string" }, overlapHours: { type: "number" } },
    required: ["overlapHours"],
  });
});

test("credentials of the provider are secret, and every resource takes over the dynamic form", () => {
  const { variables } = schema.config;
  expect(Object.keys(variables).filter((name) => variables[name]?.secret)).toEqual(["apiKey", "profiles"]);
  for (const [token, { aliases }] of Object.entries(schema.resources))
    expect(aliases).toEqual([{ type: token.replace("payments:index:", "pulumi-nodejs:dynamic/payments:") }]);
});

test("the three readings are functions", () => {
  expect(Object.keys(schema.functions)).toEqual([
    "payments:index:getApiKey",
    "payments:index:getApiKeys",
    "payments:index:getWebhookEndpoint",
  ]);
});

describe("a change that would break users is found:", () => {
  const changed = (change: (copy: Schema) => void): string[] => {
    const copy = structuredClone(schema) as Schema;
    change(copy);
    return breakingChanges(schema, copy);
  };
  const keyOf = (copy: Schema) => copy.resources["payments:index:ApiKey"]!;
  const getKey = (copy: Schema) => copy.functions["payments:index:getApiKey"]!;

  test.each<[string, (copy: Schema) => void]>([
    ["is gone", (copy) => delete copy.resources["payments:index:ApiKey"]],
    ["is gone", (copy) => delete keyOf(copy).inputProperties!.name],
    ["another type", (copy) => Object.assign(keyOf(copy).inputProperties!.name!, { type: "number" })],
    ["required now", (copy) => keyOf(copy).requiredInputs!.push("name")],
    ["optional now", (copy) => keyOf(copy).required!.splice(0, 1)],
    ["no longer secret", (copy) => delete keyOf(copy).properties!.value!.secret],
    ["replaces now", (copy) => Object.assign(keyOf(copy).inputProperties!.name!, { willReplaceOnChanges: true })],
    ["lost the alias", (copy) => keyOf(copy).aliases!.splice(0, 1)],
    ["is gone", (copy) => delete getKey(copy).outputs!.properties!.scopes],
    ["is gone", (copy) => delete copy.config.variables.apiKey],
    ["is gone", (copy) => delete copy.types["payments:index:RotatingApiKeyRotation"]!.properties!.trigger],
  ])("%s", (words, change) => {
    expect(changed(change)).toEqual([expect.stringContaining(words)]);
  });

  test("and a new optional argument, output or resource is none", () => {
    const found = changed((copy) => {
      keyOf(copy).inputProperties!.note = { type: "string" };
      keyOf(copy).properties!.note = { type: "string" };
      copy.resources["payments:index:Other"] = { properties: {} };
    });
    expect(found).toEqual([]);
  });
});
