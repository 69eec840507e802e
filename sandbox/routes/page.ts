import { z } from "zod";
import type { World } from "../core/world";

/** Whatever is larger counts as this: no list is so long. */
const largest = Number.MAX_SAFE_INTEGER;
const wholeNumber = z
  .string()
  .regex(/^[0-9]+$/, "must be a whole number, zero or more")
  .transform((digits) => Math.min(Number(digits), largest));

/** Query parameters of every list. */
export const pageQuery = {
  offset: wholeNumber
    .pipe(z.int().min(0).max(largest))
    .optional()
    .meta({ description: "Zero-based number of the first item; 0 unless given" }),
  limit: wholeNumber
    .pipe(z.int().min(1, "must be at least 1").max(largest))
    .optional()
    .meta({ description: "Items a page; a value above the maximum is replaced by the maximum" }),
};

/** Without `limit` a page holds this many items: assumption `default-limit`. */
const defaultLimit = 20;

export function pageWindow(
  world: World,
  query: { offset?: number | undefined; limit?: number | undefined },
): { offset: number; limit: number } {
  return { offset: query.offset ?? 0, limit: Math.min(query.limit ?? defaultLimit, world.settings.pageMax) };
}

export function pageSchema<Item extends z.ZodType>(item: Item, description: string) {
  return z
    .object({
      has_more: z.boolean().meta({ description: "Whether items follow this page" }),
      limit: z.number().meta({ description: "Items a page, as applied" }),
      offset: z.number().meta({ description: "Zero-based number of the first item" }),
      total: z.number().meta({ description: "Number of all items" }),
      items: z.array(item).meta({ description: "What is on this page" }),
    })
    .meta({ description });
}

export function toPage<Item>(window: { offset: number; limit: number }, found: { total: number; items: Item[] }) {
  return { has_more: window.offset + found.items.length < found.total, ...window, ...found };
}
