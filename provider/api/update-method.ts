import { PaymentServiceError } from "./errors";
import type { UpdateMethod } from "./service";

export type HttpUpdateMethod = Exclude<UpdateMethod, "auto">;

/** In the order in which `auto` tries them. */
export const updateMethods = ["PATCH", "PUT", "POST"] as const satisfies readonly HttpUpdateMethod[];

/** Finds out how the service takes updates ("HTTP method not shown"), and remembers it. */
export interface UpdateMethodFinder {
  /**
   * Sends with the method that is set, or with each of the three until one is not refused as a method: by 405 or 501, or
   * by 404 though the key is there. @throws what the last one threw, or what `mustBeListed` throws where the key is not.
   */
  send<T>(attempt: (method: HttpUpdateMethod) => Promise<T>, mustBeListed: () => Promise<unknown>): Promise<T>;
}

export function createUpdateMethodFinder(setting: UpdateMethod): UpdateMethodFinder {
  let known: HttpUpdateMethod | undefined = setting === "auto" ? undefined : setting;

  const candidates = (): readonly HttpUpdateMethod[] => {
    if (setting !== "auto") return [setting];
    return known === undefined ? updateMethods : [known, ...updateMethods.filter((method) => method !== known)];
  };

  return {
    send: async (attempt, mustBeListed) => {
      const methods = candidates();
      let isListed = false;
      for (const [index, method] of methods.entries()) {
        try {
          const answer = await attempt(method);
          known = method;
          return answer;
        } catch (error) {
          if (index === methods.length - 1 || !refusesTheMethod(error)) throw error;
          if (error.details.status === 404 && !isListed) {
            await mustBeListed();
            isListed = true;
          }
        }
      }
      throw new Error("unreachable: the last method returns or throws");
    },
  };
}

/** By status and not by code: a gateway's 404 page says as much about the method as the service's own. */
function refusesTheMethod(error: unknown): error is PaymentServiceError {
  return PaymentServiceError.isInstance(error) && [404, 405, 501].includes(error.details.status ?? 0);
}
