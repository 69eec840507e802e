import { normaliseServiceUrl } from "../api/service-url";

/** Whether two addresses lead to one service, however they are spelt. What is no address is only itself. */
export function sameAddress(left: string, right: string): boolean {
  return left === right || normalised(left) === normalised(right);
}

function normalised(address: string): string {
  try {
    return normaliseServiceUrl(address);
  } catch {
    return address;
  }
}
