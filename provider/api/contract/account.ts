import { z } from "zod";
import { idSchema } from "./api-key";

/** GET /v1/accounts: parameters and response are not shown. A bare array, or `items` or `data`, each with an `id`, is assumed (`accounts-shape`). */
const accountSchema = z.object({ id: idSchema });
export type AccountRecord = z.infer<typeof accountSchema>;

export const accountListSchema = z.union([
  z.array(accountSchema),
  z.object({ items: z.array(accountSchema) }).transform((page) => page.items),
  z.object({ data: z.array(accountSchema) }).transform((page) => page.data),
]);
