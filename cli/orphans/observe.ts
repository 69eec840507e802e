import { PaymentServiceError } from "../../provider/api/errors";
import { sameAddress } from "../../provider/configuration/address";
import type { Configuration } from "../../provider/configuration/configuration";
import type { Connection } from "../../provider/configuration/connection";
import { connectionOf, connectionsOf, readSettingsOf } from "../connection";
import { openKeyLists } from "../key-lists";
import { labelOf, PulumiProblem, type StackName } from "../pulumi";
import { readState } from "../stack-state";
import { identify, tagsOf } from "../stack-tags";
import type { ObservedAccount, ObservedStack } from "./classify";

/** One list to read, and with what. */
export interface Place {
  connection: Connection;
  accountId: string;
  configuration: Configuration;
}

export interface Observed {
  accounts: ObservedAccount[];
  stacks: ObservedStack[];
  places: Place[];
  /** Every connection of every stack: none of their credentials may be deleted. */
  connections: Connection[];
  /** What could not be read, each with why. */
  undetermined: string[];
}

/**
 * Reads the lists first and the states after them: a key that a run makes meanwhile then either is not listed yet, or
 * is in state already.
 *
 * @throws UsageProblem
 */
export async function observe(
  names: readonly StackName[],
  profile: string | undefined,
  environment: NodeJS.ProcessEnv,
): Promise<Observed> {
  const undetermined: string[] = [];
  /** Stacks of which a failure is reported already: the second one says the same in other words, mostly. */
  const reported = new Set<StackName>();
  const places = new Map<string, Place>();
  const all: Connection[] = [];
  const backendNames = new Map<StackName, string | undefined>();
  const add = (place: Place): void => {
    const key = `${place.connection.serviceUrl}\n${place.accountId}`;
    if (!places.has(key)) places.set(key, place);
  };
  for (const name of names) {
    const attempt = async (): Promise<void> => {
      const configuration = await readSettingsOf(name, environment);
      backendNames.set(name, configuration.backendName);
      all.push(...connectionsOf(configuration));
      const connections = profile === undefined ? connectionsOf(configuration) : [connectionOf(configuration, profile)];
      for (const connection of connections) add({ connection, accountId: connection.accountId, configuration });
      // Resources may name accounts that no setting names. Which, tells a state; it is read again below.
      const elsewhere = placesIn(await readState(name, environment), configuration);
      undetermined.push(...elsewhere.unreachable);
      if (profile === undefined) elsewhere.places.forEach(add);
    };
    await attempt().catch((error: unknown) => {
      undetermined.push(messageOf(error));
      reported.add(name);
    });
  }
  const accounts = await listAll([...places.values()], undetermined);
  const stacks: ObservedStack[] = [];
  for (const name of names) {
    try {
      // Without its settings the tags of its generated names are not known.
      if (!backendNames.has(name)) continue;
      stacks.push(await observeStack(name, { environment, backendName: backendNames.get(name), undetermined }));
    } catch (error) {
      const words = messageOf(error);
      if (!reported.has(name)) undetermined.push(words);
    }
  }
  return { accounts, stacks, places: [...places.values()], connections: all, undetermined };
}

interface StackOptions {
  environment: NodeJS.ProcessEnv;
  backendName: string | undefined;
  undetermined: string[];
}

async function observeStack(
  name: StackName,
  { environment, backendName, undetermined }: StackOptions,
): Promise<ObservedStack> {
  const state = await readState(name, environment);
  const identity = await identify(state, environment, backendName);
  if (identity === undefined) {
    undetermined.push(
      `What the tags of ${labelOf(name)} look like is not known: its state names no resource, and no Pulumi.yaml its project. Name the project's folder with --cwd, and the stack with --stack.`,
    );
  }
  return { state, tags: tagsOf(state, identity) };
}

type State = Awaited<ReturnType<typeof readState>>;

/** The accounts of resources, where the configuration leads to them. */
function placesIn(
  { name, resources }: State,
  configuration: Configuration,
): { places: Place[]; unreachable: string[] } {
  const places: Place[] = [];
  const unreachable = new Set<string>();
  for (const { type, outputs } of resources) {
    const { accountId, profile, serviceUrl } = outputs;
    if (!/:payments:(ApiKey|RotatingApiKey)$/.test(`:${type.split("/").at(-1)}`) || typeof accountId !== "string")
      continue;
    const connection = typeof profile === "string" ? configuration.profiles.get(profile) : configuration.main;
    const leads =
      connection !== undefined && (typeof serviceUrl !== "string" || sameAddress(serviceUrl, connection.serviceUrl));
    if (leads) places.push({ connection, accountId, configuration });
    else
      unreachable.add(
        `${labelOf(name)} has keys in account ${accountId} at ${String(serviceUrl)}, which its configuration no longer names: not read.`,
      );
  }
  return { places, unreachable: [...unreachable] };
}

/** Every list that can be read completely. */
async function listAll(places: readonly Place[], undetermined: string[]): Promise<ObservedAccount[]> {
  const accounts: ObservedAccount[] = [];
  for (const { connection, accountId } of places) {
    const lists = openKeyLists(connection);
    try {
      const { keys, service } = await lists.of(accountId).walk();
      const nowMs = service?.dateMs ?? Date.now();
      accounts.push({ serviceUrl: connection.serviceUrl, accountId, keys, nowMs });
    } catch (error) {
      undetermined.push(messageOf(error));
    } finally {
      await lists.close();
    }
  }
  return accounts;
}

/** The message of a failure to read; anything else is thrown. */
export function messageOf(error: unknown): string {
  if (error instanceof PulumiProblem || PaymentServiceError.isInstance(error)) return error.message;
  throw error;
}
