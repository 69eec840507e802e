import { z } from "zod";
import { metaOf, settingNames, settingSchemas } from "../configuration/settings";
import { fieldMeta } from "../lifecycle/inputs";
import { readings } from "../reading/registry";
import { resources } from "../resources/registry";
import type { Repository } from "../text/repository";
import { dynamicTypeToken, nativeTypeToken, type ResourceClassName } from "../text/type-token";
import { exampleUsage } from "./examples";
import { secretSettings } from "./settings-of-provider";

/** A type of the platform's schema. */
interface TypeSpec {
  type?: string;
  $ref?: string;
  items?: TypeSpec;
  additionalProperties?: TypeSpec;
  oneOf?: TypeSpec[];
}

interface PropertySpec extends TypeSpec {
  description?: string;
  secret?: true;
  willReplaceOnChanges?: true;
}

interface ObjectSpec {
  description?: string;
  type: "object";
  properties: Record<string, PropertySpec>;
  required?: string[];
}

/** The part of JSON schema that our schemas come to. */
interface JsonSchema {
  type?: string;
  const?: unknown;
  description?: string;
  /** From our own metadata. */
  secret?: true;
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  anyOf?: JsonSchema[];
  additionalProperties?: JsonSchema | boolean;
}

type Types = Record<string, ObjectSpec>;

/** The page of the Python package. */
const pythonReadme = `Infrastructure as code for a payment service: API keys with their once-only secret, webhook endpoints and Apple Pay scopes.

    import pulumi
    import pulumi_payments as payments

    ci = payments.ApiKey("ci", type="secret", scopes=["accounts:read"])
    pulumi.export("ciKey", ci.value)  # a secret

The resources are managed by the provider plugin \`pulumi-resource-payments\`, which the npm package \`pulumi-payments\` has.
`;

/**
 * The schema of the plugin: what other languages, `pulumi import` and the registry know of it. Made from the tables of fields,
 * the settings and the functions, so that none of it is told twice. Pure.
 *
 * @param repository whose releases have the plugin: an SDK that is made of the schema tells the engine to look there
 */
export function pluginSchema(version: string, repository?: Repository) {
  const types: Types = {};
  const variables = settingProperties(types);
  return {
    name: "payments",
    displayName: "Payments",
    version,
    description:
      "Infrastructure as code for a payment service: API keys with their once-only secret, webhook endpoints and Apple Pay scopes.",
    keywords: ["pulumi", "payments", "kind/native", "category/cloud"],
    license: "Apache-2.0",
    ...(repository && {
      repository: repository.url,
      pluginDownloadURL: `github://api.github.com/${repository.owner}/${repository.name}`,
    }),
    // `supportPack`: SDKs have the version of the schema, and the Go one is a module.
    meta: { moduleFormat: "(.*)", supportPack: true },
    language: {
      nodejs: { packageName: "pulumi-payments", respectSchemaVersion: true },
      python: {
        packageName: "pulumi_payments",
        readme: pythonReadme,
        pyproject: { enabled: true },
        inputTypes: "classes-and-dicts",
      },
      go: { importBasePath: `${goRoot(repository)}/sdks/go/payments` },
    },
    config: { variables },
    provider: {
      description:
        "One account of one payment service. What an explicit instance is not given has its default: the environment never sets its address, account or credential.",
      inputProperties: variables,
    },
    resources: Object.fromEntries(
      Object.entries(resources).map(([name, { description, args, outputs }]) => {
        const className = name as ResourceClassName;
        const inputs = objectOf(args, className, types, "input");
        const { properties, required } = objectOf(outputs, className, types, "output");
        return [
          nativeTypeToken(className),
          {
            description: `${description}\n\n${exampleUsage(className)}`,
            properties,
            ...(required && { required }),
            inputProperties: inputs.properties,
            ...(inputs.required && { requiredInputs: inputs.required }),
            aliases: [{ type: dynamicTypeToken(className) }],
          },
        ];
      }),
    ),
    functions: Object.fromEntries(
      Object.values(readings).map(({ functionName, description, args, result }) => [
        `payments:index:${functionName}`,
        {
          description: `${description}\n\n${exampleUsage(functionName)}`,
          inputs: objectOf(args, capital(functionName), types, "input"),
          outputs: objectOf(result, capital(functionName), types, "output"),
        },
      ]),
    ),
    types: Object.fromEntries(Object.entries(types).sort(([a], [b]) => (a < b ? -1 : 1))),
  };
}

/** What Go's import paths begin with: the address of the repository, where there is one. */
const goRoot = (repository?: Repository): string =>
  repository === undefined ? "pulumi-payments" : `github.com/${repository.owner}/${repository.name}`;

function settingProperties(types: Types): Record<string, PropertySpec> {
  return Object.fromEntries(
    settingNames.map((name) => {
      const type = typeOf(jsonSchemaOf(settingSchemas[name], "input"), capital(name), types);
      const secret = secretSettings.has(name) ? { secret: true as const } : {};
      return [name, { ...type, description: metaOf(name).description, ...secret }];
    }),
  );
}

/** Required of the outputs is what is always there; of the arguments what a program has to give. */
function objectOf(object: z.ZodObject, owner: string, types: Types, io: "input" | "output"): ObjectSpec {
  const properties = Object.entries(object.shape).map(([name, schema]): [string, PropertySpec] => {
    const { description, secret, createOnly } = fieldMeta(schema);
    const type = typeOf(jsonSchemaOf(schema, io), `${owner}${capital(name)}`, types);
    const property: PropertySpec = { ...type, description };
    if (secret) property.secret = true;
    if (createOnly && io === "input") property.willReplaceOnChanges = true;
    return [name, property];
  });
  const required = Object.entries(object.shape).flatMap(([name, schema]) =>
    schema.safeParse(undefined).success ? [] : [name],
  );
  return {
    type: "object",
    properties: Object.fromEntries(properties),
    ...(required.length > 0 && { required }),
  };
}

const jsonSchemaOf = (schema: z.ZodType, io: "input" | "output"): JsonSchema =>
  z.toJSONSchema(schema, { io, unrepresentable: "any" }) as JsonSchema;

/** An object becomes a type of its own, by the name of whoever holds it. */
function typeOf(schema: JsonSchema, name: string, types: Types): TypeSpec {
  if (schema.anyOf !== undefined) return unionOf(schema.anyOf, name, types);
  if (schema.type === "array") return { type: "array", items: typeOf(schema.items ?? {}, name, types) };
  if (schema.type !== "object") return { type: schema.type ?? typeof schema.const };
  const { properties, additionalProperties } = schema;
  if (properties === undefined && typeof additionalProperties === "object")
    return { type: "object", additionalProperties: typeOf(additionalProperties, name, types) };
  return named(name, [schema], types);
}

/** Objects of a union are one type, in which each property that not all of them have is optional. */
function unionOf(parts: readonly JsonSchema[], name: string, types: Types): TypeSpec {
  const objects = parts.filter(({ properties }) => properties !== undefined);
  const others = parts.filter(({ properties }) => properties === undefined).map((each) => typeOf(each, name, types));
  const all = objects.length === 0 ? others : [...others, named(name, objects, types)];
  return all.length === 1 ? all[0]! : { oneOf: all };
}

function named(name: string, objects: readonly JsonSchema[], types: Types): TypeSpec {
  const token = `payments:index:${name}`;
  const properties: Record<string, PropertySpec> = {};
  for (const object of objects)
    for (const [property, schema] of Object.entries(object.properties ?? {})) {
      const { description, secret } = schema;
      const type = typeOf(schema, `${name}${capital(property)}`, types);
      properties[property] = { ...type, ...(description && { description }), ...(secret && { secret }) };
    }
  const required = (objects[0]?.required ?? []).filter((each) =>
    objects.every((object) => object.required?.includes(each)),
  );
  types[token] = { type: "object", properties, ...(required.length > 0 && { required }) };
  return { $ref: `#/types/${token}` };
}

const capital = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);
