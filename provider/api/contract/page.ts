import { z } from "zod";

/**
 * One page of an offset-paged list ("Endpoints", List API keys). `items` is what the page is for; a page without
 * `has_more` is read as unfinished as long as it was full, and `limit`, `offset`, `total` are optional by the document.
 * Items stay unparsed here so that a problem in one of them can name it.
 */
export const pageSchema = z.object({
  has_more: z.boolean().nullish(),
  limit: z.number().int().positive().nullish().catch(undefined),
  offset: z.number().int().nonnegative().nullish().catch(undefined),
  total: z.number().int().nonnegative().nullish().catch(undefined),
  items: z.array(z.unknown()),
});
export type Page = z.infer<typeof pageSchema>;
