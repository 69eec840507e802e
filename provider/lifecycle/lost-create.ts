import { PaymentServiceError } from "../api/errors.js";
import { Refusal } from "./failure.js";

export interface Found {
  id: string;
  createdAt?: string;
}

/** How an object is created once, whatever happens to the answer. */
export interface CreateOnce<Made extends { id: string }> {
  /** The name that the user chose; else what makes one that no other attempt has. */
  name: string | (() => string);
  create(name: string): Promise<Made>;
  /** Every live object of that name that state is not seen to hold, in the full sense: an empty list means that there is none. */
  findByName(name: string): Promise<readonly Found[]>;
  discard(id: string): Promise<void>;
  /** A line for each way on with a found object of the user's name. */
  waysOn(found: Found): string;
  /** The outcome of a creation under the user's name is not known. */
  doubt(name: string): void;
  say(line: string): Promise<void>;
}

const attemptsMax = 3;

/**
 * Creates an object, and resolves a create whose answer was lost. With a name of ours, found means ours: its once-only
 * value is lost, so it is deleted and made anew; absent means that it was not created. With a name of the user's nothing
 * proves whose a found object is: nothing is touched, and the error says how to go on.
 *
 * @throws the service's error, or a Refusal that lists the candidates
 */
export async function createOnce<Made extends { id: string }>(steps: CreateOnce<Made>): Promise<Made> {
  if (typeof steps.name === "string") return createWithUserName(steps, steps.name);
  for (let attempt = 1; ; attempt++) {
    const name = steps.name();
    try {
      return await steps.create(name);
    } catch (error) {
      if (!isAmbiguous(error)) throw error;
      const found = await resolving(error, name, async () => {
        const orphans = await steps.findByName(name);
        for (const { id } of orphans) {
          await steps.say(
            `the answer of the creation of ${name} was lost, and its value with it: ${id} is deleted and made anew`,
          );
          await steps.discard(id);
        }
        return orphans;
      });
      if (attempt >= attemptsMax) throw error;
      if (found.length === 0) await steps.say(`the creation of ${name} was not answered and did not happen: once more`);
    }
  }
}

async function createWithUserName<Made extends { id: string }>(steps: CreateOnce<Made>, name: string): Promise<Made> {
  try {
    return await steps.create(name);
  } catch (error) {
    if (!isAmbiguous(error)) throw error;
    steps.doubt(name);
    const found = await resolving(error, name, () => steps.findByName(name));
    if (found.length === 0) {
      throw new Refusal(`${error.message} Looked for it since: there is no key named ${name}. Run 'pulumi up' again.`);
    }
    const candidates = found.map((each) => steps.waysOn(each)).join("\n");
    throw new Refusal(
      `ambiguous: ${error.message} It is not known whether the key was created. Live keys named ${name}:\n${candidates}\nNothing was touched. Settle each in one of the two ways, then run 'pulumi up' again. Without 'name' the provider makes a name that tells, and resolves this by itself.`,
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
    if (!PaymentServiceError.isInstance(error)) throw error;
    throw new Refusal(
      `${lost.message}\nResolving that failed: ${error.message}\nA key named ${name} may be left over: look for it in the dashboard, and if it was made just now delete it (its value is lost). Then run 'pulumi up' again.`,
    );
  }
}

function isAmbiguous(error: unknown): error is PaymentServiceError {
  return PaymentServiceError.isInstance(error) && error.code === "ambiguous";
}
