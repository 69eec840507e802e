import { z } from "zod";
import { beginsAsKeyValue } from "../text/key-value";

/**
 * The id of an account or an endpoint, or the name of a profile: it stands in clear in messages, in state and in requests.
 * What begins as a value does was pasted by mistake, and goes nowhere.
 */
export const plainIdSchema = z
  .string()
  .min(1)
  .refine(
    (id) => !beginsAsKeyValue(id),
    "contains what looks like an API key value, which is not shown here. Give the id or name instead",
  );
