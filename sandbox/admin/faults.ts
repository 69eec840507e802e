import { ServiceError } from "../core/errors";
import { faultSchema } from "../http/faults";
import { faultableOperations } from "../routes";
import { adminRoute } from "./route";

export const faultRoutes = [
  adminRoute({
    method: "POST",
    path: "/faults",
    summary: "lets the next calls of an operation fail, wait or lose their answer",
    status: 201,
    body: faultSchema,
    handle({ world, tools }, { body }) {
      const known = faultableOperations(world.settings);
      if (!known.includes(body.operation)) {
        throw new ServiceError(
          "invalid_parameter",
          `No operation "${body.operation}". Known: ${known.join(", ")}.`,
          "operation",
        );
      }
      return tools.faults.add(body);
    },
  }),
  adminRoute({
    method: "GET",
    path: "/faults",
    summary: "the faults that are left",
    handle: ({ tools }) => tools.faults.list(),
  }),
  adminRoute({
    method: "DELETE",
    path: "/faults",
    summary: "takes all faults away",
    status: 204,
    handle: ({ tools }) => tools.faults.clear(),
  }),
];
