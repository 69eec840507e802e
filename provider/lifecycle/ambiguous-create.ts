import { PaymentServiceError } from "../api/errors";
import { ownCommand } from "../text/own-command";
import { Refusal } from "./refusal";

export interface Found {
  id: string;
  createdAt?: string;
}

/** How an object is created once, whatever happens to the answer. */
export interface CreateOnce<Created extends { id: string }> {
  /** The name that the user chose; else what makes one that no other attempt has. */
  name: string | (() => string);
  create(name: string): Promise<Created>;
  /** Every live object of that name that state is not seen to hold, in the full sense: an empty list means that none is listed. */
  findByName(name: string): Promise<readonly Found[]>;
  /** Deletes what this run's own attempt of that name created. @throws Refusal where it may be somebody else's */
  discard(id: string): Promise<unknown>;
  /** A line for each way on with a found object of the user's name. */
  recoveryOptions(found: Found): string;
  /** The outcome of a creation under the user's name is not known. */
  doubt(name: string): void;
  say(line: string): Promise<void>;
}

const attemptsMax = 3;

/**
 * Creates an object, and resolves a create whose answer was lost. With a name of ours, an object of exactly that name is
 * this attempt's: its once-only value is lost, so it is deleted and created again. With a name of the user's nothing
 * proves who owns a found object: nothing is touched, and the error says how to go on.
 *
 * An object that is not listed was not seen so far: the service may still create it. Later runs report it then.
 *
 * @throws the service's error, or a Refusal that lists the candidates
 */
export async function createOnce<Created extends { id: string }>(steps: CreateOnce<Created>): Promise<Created> {
  if (typeof steps.name === "string") return createWithUserName(steps, steps.name);
  for (let attempt = 1; ; attempt++) {
    const name = steps.name();
    try {
      return await steps.create(name);
    } catch (error) {
      if (!isLost(error)) throw error;
      const found = await resolving(error, name, async () => {
        const orphans = await steps.findByName(name);
        for (const { id } of orphans) {
          await steps.say(
            `the response to the create of ${name} was lost, and the value with it: ${id} is deleted and created again`,
          );
          await steps.discard(id);
        }
        return orphans;
      });
      if (attempt >= attemptsMax) throw error;
      if (found.length === 0) {
        await steps.say(
          `the creation of ${name} got no response, and no such key is listed so far: the create is retried once under another name. If the service creates the first key later, the next preview and '${ownCommand} orphans' report it`,
        );
      }
    }
  }
}

async function createWithUserName<Created extends { id: string }>(
  steps: CreateOnce<Created>,
  name: string,
): Promise<Created> {
  try {
    return await steps.create(name);
  } catch (error) {
    if (PaymentServiceError.isInstance(error) && error.code === "ambiguous") steps.doubt(name);
    if (!isLost(error)) throw error;
    const found = await resolving(error, name, () => steps.findByName(name));
    if (found.length === 0) {
      const advice = `No key named ${JSON.stringify(name)} is listed so far, and the service may still create it. Wait a minute, then run 'pulumi up' again: it checks the list first, and creates nothing while such a key is listed. If the key appears even later, every preview and '${ownCommand} orphans' report it as a possible duplicate.`;
      throw new Refusal(new PaymentServiceError({ ...error.details, advice }).message);
    }
    const candidates = found.map((each) => steps.recoveryOptions(each)).join("\n");
    const advice = `Nobody knows whether the key was created. Live keys named ${name}:`;
    const { message } = new PaymentServiceError({ ...error.details, advice });
    throw new Refusal(
      `ambiguous: ${message}\n${candidates}\nNothing was changed. Resolve each in one of these two ways, then run 'pulumi up' again. Without 'name', the provider generates a unique name and resolves this by itself.`,
    );
  }
}

/** A failure in resolving must not hide what it was to resolve: the name is all by which a left-over key is found. */
async function resolving<Resolved>(
  lost: PaymentServiceError,
  name: string,
  resolve: () => Promise<Resolved>,
): Promise<Resolved> {
  try {
    return await resolve();
  } catch (error) {
    if (!PaymentServiceError.isInstance(error) && !(error instanceof Refusal)) throw error;
    throw new Refusal(
      `${lost.message}\nThe provider could not resolve this: ${error.message}\nA key named ${name} may exist: look for it in the dashboard. If it was created just now, delete it, because its value is lost. Then run 'pulumi up' again.`,
    );
  }
}

/** The answer was lost. One that came with another key is no lost answer: nothing is looked for, and nothing deleted. */
function isLost(error: unknown): error is PaymentServiceError {
  return PaymentServiceError.isInstance(error) && error.code === "ambiguous" && error.details.contrary === undefined;
}
