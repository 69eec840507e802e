import { ServiceError } from "../core/errors";
import { type AdminRoute, adminRoute } from "./route";

/** Admin calls that come with payments. */
export const missingAdminCalls: [AdminRoute["method"], string][] = [["POST", "/payment-methods"]];

export const missingRoutes = missingAdminCalls.map(([method, path]) =>
  adminRoute({
    method,
    path,
    handle() {
      throw new ServiceError(
        "not_implemented",
        `The sandbox does not implement ${method} /_sandbox${path} yet; nothing was done.`,
      );
    },
  }),
);
