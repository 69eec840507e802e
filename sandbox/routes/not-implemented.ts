import { ServiceError } from "../core/errors";
import { type Method, type Operation, operationName } from "../http/operation";
import type { OperationScope } from "../objects/scopes";

/** Operations of the document that the sandbox does not have yet. They authenticate and refuse like any other, then answer 501. */
export const missingOperations: Operation[] = [
  missing("POST", "/v1/customers", "Create a customer", "Endpoints, Customers", "customers:write"),
  missing(
    "PUT",
    "/v1/payment-methods/{id}/attach",
    "Attach a payment method to a customer",
    "Endpoints, Payment methods",
    "payment_methods:write",
  ),
  missing(
    "POST",
    "/v1/payment-intents",
    "Create a payment intent",
    "Endpoints, Payment intents",
    "payment_intents:write",
  ),
  missing(
    "POST",
    "/v1/payment-intents/{id}/confirm",
    "Confirm a payment intent",
    "Endpoints, Payment intents",
    "payment_intents:write",
    "any",
  ),
  missing("POST", "/v1/subscriptions", "Create a subscription", "Endpoints, Subscriptions", "subscriptions:write"),
];

function missing(
  method: Method,
  path: string,
  summary: string,
  source: string,
  scope: OperationScope,
  keys: "secret" | "any" = "secret",
): Operation {
  return {
    method,
    path,
    summary,
    source,
    assumptions: ["scope-names"],
    scope,
    keys,
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
