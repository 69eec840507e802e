import { z } from "zod";
import { iso } from "../core/clock";
import type { World } from "../core/world";
import { lineSchema, textSchema } from "./text";

const mostMetadata = 50;

/** Caller-defined keys; what they may hold is assumption `customer-inputs`. */
const metadataSchema = z
  .record(
    lineSchema("{1,40}", "must have keys of 1 to 40 characters"),
    z.union(
      [z.string().max(500), z.number(), z.boolean()],
      "must be a string of at most 500 characters, a number or a boolean",
    ),
  )
  .refine((metadata) => Object.keys(metadata).length <= mostMetadata, `must have at most ${mostMetadata} keys`);

export const createCustomerSchema = z.strictObject({
  email: z.email("must be an e-mail address").max(320).optional().meta({ description: "E-mail address" }),
  first_name: textSchema(255).optional().meta({ description: "First name, 1 to 255 characters" }),
  last_name: textSchema(255).optional().meta({ description: "Last name, 1 to 255 characters" }),
  metadata: metadataSchema
    .optional()
    .meta({ description: `Up to ${mostMetadata} keys of the caller's own, holding strings, numbers or booleans` }),
});
export type CreateCustomer = z.output<typeof createCustomerSchema>;

export const customerSchema = z
  .object({
    id: z.string().meta({ description: "Identifier, prefixed cus_" }),
    account_id: z.string().meta({ description: "The merchant account that it belongs to" }),
    email: z.string().nullable().meta({ description: "E-mail address; null if none was given" }),
    first_name: z.string().nullable().meta({ description: "First name; null if none was given" }),
    last_name: z.string().nullable().meta({ description: "Last name; null if none was given" }),
    metadata: z.record(z.string(), z.unknown()).meta({ description: "As given; empty if none was" }),
    created_at: z.iso.datetime().meta({ description: "Creation time" }),
  })
  .meta({ id: "Customer", description: "A customer. Its answer beyond id: assumption `customer-record`." });
export type Customer = z.output<typeof customerSchema>;

export function createCustomer(world: World, accountId: string, input: CreateCustomer): Customer {
  const now = world.clock.now();
  const customer: Customer = {
    id: world.ids.next("cus"),
    account_id: accountId,
    email: input.email ?? null,
    first_name: input.first_name ?? null,
    last_name: input.last_name ?? null,
    metadata: input.metadata ?? {},
    created_at: iso(now),
  };
  world.store.run(
    "INSERT INTO customers (id, account_id, email, first_name, last_name, metadata, created_at) VALUES (?, ?, ?, ?, ?, ?, ?)",
    customer.id,
    accountId,
    customer.email,
    customer.first_name,
    customer.last_name,
    JSON.stringify(customer.metadata),
    now,
  );
  return customer;
}

/** Whether the account has a customer of this id. */
export function hasCustomer(world: World, accountId: string, id: string): boolean {
  return world.store.get("SELECT 1 FROM customers WHERE id = ? AND account_id = ?", id, accountId) !== undefined;
}
