import { ServiceError } from "../core/errors";
import { type Method, type Operation, operationName } from "../http/operation";
import type { OperationScope } from "../objects/scopes";

/** Operations of the document that the sandbox does not have yet. They authenticate and refuse like any other, then answer 501. */
export const missingOperations: Operation[] = [
  missing("POST", "/v1/subscriptions", "Create a subscription", "Endpoints, Subscriptions", "subscriptions:write"),
];

function missing(method: Method, path: string, summary: string, source: string, scope: OperationScope): Operation {
  return {
    method,
    path,
    summary,
    source,
    assumptions: ["scope-names"],
    scope,
    keys: "secret",
    account: "merchant",
    status: 501,
    implemented: false,
    params: undefined,
    query: undefined,
    body: undefined,
    response: undefined,
    handle() {
      throw new ServiceError(
        "not_implemented",
        `The sandbox does not implement ${operationName({ method, path })} yet; nothing was done.`,
      );
    },
  };
}
