import { openPaymentService } from "../provider/api/payment-service";
import type { Dependencies, PaymentService } from "../provider/api/service";
import { type Configuration, readConfiguration } from "../provider/configuration/configuration";
import type { Connection } from "../provider/configuration/connection";
import { credentialsIn } from "../provider/configuration/credentials";
import { describeProblems, type Problem } from "../provider/configuration/problem";
import { configKey, metaOf, profileCredentialVariable, settingNames } from "../provider/configuration/settings";
import type { Sources } from "../provider/configuration/sources";
import { nearest } from "../provider/text/near";
import { knownSecrets } from "../provider/text/secrets";
import { labelOf, pulumi, type StackName, UsageProblem } from "./pulumi";

/** How every command that calls a service is told which one, and with what. */
export const connectionFlags = {
  stack: "--stack <S>",
  cwd: "--cwd <DIR>",
  profile: "--profile <P>",
} as const;

/** What no command's help leaves out. */
export const settingsHelp = `Settings come from the environment: PAYMENTS_BASE_URL, PAYMENTS_ACCOUNT_ID, PAYMENTS_API_KEY, and for several accounts
PAYMENTS_PROFILES: JSON, as payments:profiles. With --stack or --cwd they are those of a stack, read by the pulumi CLI just as the provider reads them. Secret values are never printed.`;

/**
 * The settings of a stack, or without one those of the environment, validated as the provider validates them.
 *
 * @throws UsageProblem with every problem and the line that fixes it; PulumiProblem
 */
export async function readSettingsOf(
  stack: StackName | undefined,
  environment: NodeJS.ProcessEnv = process.env,
): Promise<Configuration> {
  const configured = stack === undefined ? profilesIn(environment) : await configOf(stack, environment);
  const sources: Sources = {
    configured: (key) => configured.get(key),
    configuredKeys: [...configured.keys()],
    environment,
  };
  for (const credential of credentialsIn(sources)) knownSecrets.learn(credential);
  const read = readConfiguration(sources);
  if ("configuration" in read) return read.configuration;
  const where = stack === undefined ? "of the environment" : `of ${labelOf(stack)}`;
  const problems = stack === undefined ? read.problems.map(forEnvironment) : read.problems;
  const hint = stack === undefined ? "\nOr name a stack that is configured, with --stack and --cwd." : "";
  throw new UsageProblem(`${describeProblems(`The settings ${where} are incomplete or wrong:`, problems)}${hint}`);
}

/** Gives a command the profiles of many accounts where there is no stack: JSON, as `payments:profiles`. */
export const profilesVariable = "PAYMENTS_PROFILES";

function profilesIn(environment: NodeJS.ProcessEnv): Map<string, string> {
  const profiles = environment[profilesVariable];
  return new Map(profiles ? [[configKey("profiles"), profiles]] : []);
}

/** The line that fixes it where there is no stack to configure. Pure. */
function forEnvironment(problem: Problem): Problem {
  const ofProfiles = configKey("profiles");
  if (problem.path.startsWith(ofProfiles)) {
    const [, profile, field] = problem.path.slice(ofProfiles.length).split(".");
    const path = `${profilesVariable}${problem.path.slice(ofProfiles.length)}`;
    const { fix: _, ...rest } = problem;
    if (field !== "apiKey" || profile === undefined) return { ...rest, path };
    return { ...rest, path, fix: `export ${profileCredentialVariable(profile)}=…` };
  }
  const name = settingNames.find((each) => configKey(each) === problem.path);
  const variable = name === undefined ? undefined : metaOf(name).environment;
  if (name === undefined || variable === undefined) return problem;
  const set = `pulumi config set ${configKey(name)} `;
  const value = problem.fix?.startsWith(set) ? problem.fix.slice(set.length) : metaOf(name).example;
  return { ...problem, path: variable, fix: `export ${variable}=${value.replace(/^<.*>$/, "…")}` };
}

/**
 * `payments:backendName` of a stack, whatever its other settings are.
 *
 * @throws PulumiProblem
 */
export async function backendNameOf(
  stack: StackName,
  environment: NodeJS.ProcessEnv = process.env,
): Promise<string | undefined> {
  return (await configOf(stack, environment)).get(configKey("backendName"));
}

async function configOf(stack: StackName, environment: NodeJS.ProcessEnv): Promise<Map<string, string>> {
  const text = await pulumi(["config", "--json", "--show-secrets"], stack, environment);
  const all = JSON.parse(text) as Record<string, { value?: string }>;
  return new Map(Object.entries(all).flatMap(([key, { value }]) => (value === undefined ? [] : [[key, value]])));
}

/**
 * The account settings that a profile names, or the stack's own.
 *
 * @throws UsageProblem if there are none
 */
export function connectionOf(configuration: Configuration, profile?: string): Connection {
  const connection = profile === undefined ? configuration.main : configuration.profiles.get(profile);
  if (connection !== undefined) return connection;
  const names = [...configuration.profiles.keys()];
  if (profile === undefined) {
    throw new UsageProblem(
      `The stack has no account of its own. Name one of its profiles: --profile ${names.join(" or ")}.`,
    );
  }
  const near = nearest(profile, names);
  const others =
    names.length === 0
      ? `Set payments:profiles of a stack and name it with --stack, or set ${profilesVariable}.`
      : `Name one of ${names.join(", ")}.`;
  const next = near === undefined ? others : `Did you mean ${near}?`;
  throw new UsageProblem(`There is no profile ${JSON.stringify(profile)} in payments:profiles. ${next}`);
}

/** Every account that the configuration leads to, the stack's own first. */
export function connectionsOf(configuration: Configuration): Connection[] {
  const { main, profiles } = configuration;
  return [...(main === undefined ? [] : [main]), ...profiles.values()];
}

/** The service of a connection. It refuses everything but GET, before anything is sent, unless `writes` is set. */
export function openService(
  { settings }: Connection,
  { writes = false, ...edges }: { writes?: boolean } & Partial<Dependencies> = {},
): PaymentService {
  return openPaymentService({ ...settings, readOnly: settings.readOnly || !writes }, edges);
}
