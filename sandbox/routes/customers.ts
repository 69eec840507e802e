import { defineOperation } from "../http/operation";
import { createCustomer, createCustomerSchema, customerSchema } from "../objects/customers";

export const createCustomerOperation = defineOperation({
  method: "POST",
  path: "/v1/customers",
  summary: "Create a customer",
  source: "Endpoints, Customers",
  assumptions: ["customer-status", "customer-inputs", "customer-record", "scope-names", "strict-parameters"],
  scope: "customers:write",
  keys: "secret",
  account: "merchant",
  status: 201,
  body: createCustomerSchema,
  response: customerSchema,
  handle: ({ world, account, body }) => createCustomer(world, account.id, body),
});
