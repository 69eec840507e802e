import { z } from "zod";

/**
 * One page of an offset-paged list ("Endpoints", List API keys). `items` and `has_more` are required: a page
 * that does not say whether it is the last one is no page, since believing it could shorten the list. `limit`, `offset`
 * and `total` are optional by the document. Items stay unparsed here so that a problem in one of them can name it.
 */
export const pageSchema = z.object({
  has_more: z.boolean(),
  limit: z.number().int().positive().nullish().catch(undefined),
  offset: z.number().int().nonnegative().nullish().catch(undefined),
  total: z.number().int().nonnegative().nullish().catch(undefined),
  items: z.array(z.unknown()),
});
export type Page = z.infer<typeof pageSchema>;
