import { z } from "zod";
import { plainIdSchema } from "./plain-id";

/**
 * Who wins where the stack's configuration and the environment both give a setting.
 * - `environment`: the environment wins, and that is said once where they differ. For what must work on refresh and
 *   destroy, which run with the configuration of the last `up`.
 * - `must-agree`: the environment only fills what configuration leaves out; a difference is refused.
 */
export type Precedence = "environment" | "must-agree";

/** What every setting says of itself besides its shape. Lives in zod's `.meta()`. */
export interface SettingMeta {
  description: string;
  /** Name of the environment variable that gives the same setting. */
  environment?: string;
  precedence?: Precedence;
  /** A value for the `pulumi config set` line of an error. */
  example: string;
  secret?: boolean;
  unit?: string;
  /**
   * May stand in a profile too. One that leaves it out takes the stack's: always (`inherited`), on the stack's own service
   * (`same-service`), or never (`own`).
   */
  inProfile?: "inherited" | "same-service" | "own";
}

const setting = <Schema extends z.ZodType>(schema: Schema, meta: SettingMeta): Schema => schema.meta({ ...meta });

const milliseconds = (byDefault: number) => z.number().int().positive().default(byDefault);

/** Limits of one operation, in milliseconds. */
const timeouts = z
  .strictObject({
    connectMs: milliseconds(5_000).meta({ description: "Until the connection stands." }),
    headersMs: milliseconds(15_000).meta({ description: "Until the answer's headers are here." }),
    bodyMs: milliseconds(15_000).meta({ description: "Between two parts of the answer's body." }),
    totalMs: milliseconds(60_000).meta({ description: "For one operation, all its attempts and waits together." }),
  })
  .prefault({});

/** When a key may not be deleted: while it was used within so many hours. */
export const deletionGuardSchema = z.union(
  [z.literal("off"), z.strictObject({ unusedHours: z.number().positive("must be a number of hours above 0") })],
  'must be "off" or { unusedHours: 24 }, a number of hours above 0',
);
export type DeletionGuard = z.output<typeof deletionGuardSchema>;

const accountFields = {
  baseUrl: setting(z.url({ protocol: /^https?$/, error: "must be an address that starts with https:// or http://" }), {
    description: "Address of the payment service, without `/v1`.",
    environment: "PAYMENTS_BASE_URL",
    precedence: "must-agree",
    example: "https://payments.example.com",
    inProfile: "inherited",
  }),
  apiKey: setting(z.string().min(1), {
    description: "The credential: the value of a secret key that may do what the program asks for.",
    environment: "PAYMENTS_API_KEY",
    precedence: "environment",
    example: "<the key's value>",
    secret: true,
    inProfile: "same-service",
  }),
  accountId: setting(plainIdSchema, {
    description: "The merchant (connected) account that requests act on behalf of. Never the partner account.",
    environment: "PAYMENTS_ACCOUNT_ID",
    precedence: "must-agree",
    example: "acct_123",
    inProfile: "own",
  }),
  partnerAccountId: setting(plainIdSchema.optional(), {
    description: "The partner account that was signed up: owns the webhook endpoints. Lets a mix-up be refused.",
    environment: "PAYMENTS_PARTNER_ACCOUNT_ID",
    precedence: "must-agree",
    example: "acct_partner",
    inProfile: "same-service",
  }),
  apiKeyId: setting(z.string().min(1).optional(), {
    description: "The id of the credential itself, where it is known.",
    environment: "PAYMENTS_API_KEY_ID",
    precedence: "environment",
    example: "key_123",
    inProfile: "same-service",
  }),
  environment: setting(z.enum(["production", "sandbox"]).optional(), {
    description:
      "Which of the service's two environments the address is. Kept in state; a run that says another is refused.",
    environment: "PAYMENTS_ENVIRONMENT",
    precedence: "must-agree",
    example: "sandbox",
    inProfile: "same-service",
  }),
  endpointAccount: setting(z.enum(["merchant", "partner"]).default("merchant"), {
    description: "Which account id webhook endpoint and event calls send (assumption `endpoint-account`).",
    example: "partner",
    inProfile: "inherited",
  }),
};

/** Name of a profile: also part of the name of an environment variable. */
export const profileNameSchema = z
  .string()
  .regex(/^[A-Za-z][A-Za-z0-9-]*$/, "it must be letters, digits and dashes, and begin with a letter");

/** A profile: what differs from account to account. What is left out comes from the stack's own settings. */
export const profileSchema = z.strictObject({
  baseUrl: accountFields.baseUrl.optional(),
  apiKey: accountFields.apiKey.optional(),
  accountId: accountFields.accountId,
  partnerAccountId: accountFields.partnerAccountId,
  apiKeyId: accountFields.apiKeyId,
  environment: accountFields.environment,
  endpointAccount: accountFields.endpointAccount.removeDefault().optional(),
});
export type ProfileSettings = z.infer<typeof profileSchema>;
export const profileFieldNames = Object.keys(profileSchema.shape) as (keyof ProfileSettings)[];

/** Every setting of the namespace `payments`: the one place where they are declared. */
export const settingSchemas = {
  ...accountFields,
  profiles: setting(z.record(profileNameSchema, profileSchema).default({}), {
    description: "Named sets of address, key, accounts and environment, for several accounts in one stack.",
    example: `'{"eu":{"accountId":"acct_eu"}}'`,
  }),
  driftCheck: setting(z.enum(["strict", "warn", "off", "collect"]).default("strict"), {
    description:
      "What a preview does where live state can't be read: `strict` fails, `warn` warns and compares with the stored state; `off` never asks the service. `collect` is for `npx pulumi-payments drift` alone, which sets it in the environment.",
    environment: "PAYMENTS_DRIFT_CHECK",
    precedence: "environment",
    example: "strict",
  }),
  updateMethod: setting(z.enum(["auto", "PATCH", "PUT", "POST"]).default("auto"), {
    description: "HTTP method of the update of a key, which the interface document does not show.",
    example: "PATCH",
  }),
  requireEndpointRead: setting(z.boolean().default(false), {
    description: "Fail where the service offers no read of webhook endpoints, in place of a warning.",
    example: "true",
  }),
  failOnUnhealthy: setting(z.boolean().default(false), {
    description: "Fail the preview for an endpoint that is unhealthy and not ours to repair.",
    example: "true",
  }),
  deletionGuard: setting(deletionGuardSchema.default({ unusedHours: 24 }), {
    description:
      "Deleting a secret key that was used within so many hours is refused, where the key declares no `deletionGuard` of its own. `off` is for throw-away stacks.",
    example: "off",
  }),
  dueRotations: setting(z.enum(["apply", "report"]).default("apply"), {
    description:
      "What a RotatingApiKey does when a step of its rotation is due: `apply` plans it; `report` says it and plans nothing, so that `pulumi preview --expect-no-changes` finds drift alone.",
    environment: "PAYMENTS_DUE_ROTATIONS",
    precedence: "environment",
    example: "report",
  }),
  refreshBeforeUpdate: setting(z.boolean().default(true), {
    description:
      "The provider plugin reads its resources before a preview compares them. So `pulumi preview --diff` shows the live value of each field beside the program's. `false` saves a reading of each resource. Drift is found and reported either way.",
    example: "false",
  }),
  allowInsecureHttp: setting(z.boolean().default(false), {
    description: "Allow an http address that is not on this machine. The credential then travels in clear.",
    example: "true",
  }),
  backendName: setting(
    z
      .string()
      .regex(/^[\w.-]{1,64}$/, "must be 1 to 64 letters, digits, dots, dashes and underscores")
      .optional(),
    {
      description:
        "Name of the Pulumi backend that holds the state. Needed if another backend holds a stack of the same organization, project and name for the same account. It becomes part of the tag in generated key names. Set it before the first `up`.",
      example: "team-a",
    },
  ),
  timeouts: setting(timeouts, { description: "Limits of one operation.", unit: "ms", example: `'{"totalMs":60000}'` }),
  maxConcurrency: setting(z.number().int().min(1).max(64).default(8), {
    description: "Requests in flight at the most.",
    unit: "requests",
    example: "8",
  }),
  snapshotMaxAgeMs: setting(z.number().int().nonnegative().default(30_000), {
    description: "How old a snapshot of the account's keys may be and still serve a decision.",
    unit: "ms",
    example: "30000",
  }),
  absenceConfirmMs: setting(z.number().int().nonnegative().default(5_000), {
    description: "Time between the two agreeing readings of the whole list that make a key absent.",
    unit: "ms",
    example: "5000",
  }),
  newKeyGraceMs: setting(z.number().int().nonnegative().default(15_000), {
    description: "A key younger than this is looked for again before it is judged: lists may lag.",
    unit: "ms",
    example: "15000",
  }),
} satisfies Record<string, z.ZodType>;

export type SettingName = keyof typeof settingSchemas;

const settingsSchema = z.object(settingSchemas);
export type Settings = z.infer<typeof settingsSchema>;

export const settingNames = Object.keys(settingSchemas) as SettingName[];

export function metaOf(name: SettingName): SettingMeta {
  return settingSchemas[name].meta() as unknown as SettingMeta;
}

/** The variable that holds the credential of a profile: `PAYMENTS_PROFILE_EU_WEST_API_KEY` for `eu-west`. */
export function profileCredentialVariable(profile: string): string {
  return `PAYMENTS_PROFILE_${profile.toUpperCase().replaceAll("-", "_")}_API_KEY`;
}

/** A setting as stack configuration names it. */
export const configKey = (name: string): string => `payments:${name}`;
