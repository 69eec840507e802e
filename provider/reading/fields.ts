import { z } from "zod";
import { plainIdSchema } from "../configuration/plain-id";
import { accountFields } from "../lifecycle/accounts";
import { field } from "../lifecycle/inputs";
import { holdsKeyValue } from "../text/key-value";

/** An id, which goes into a path or a message: what looks like a key's value is refused before it goes anywhere. */
export const idSchema = z
  .string()
  .min(1)
  .refine(
    (id) => !holdsKeyValue(id),
    "contains what looks like an API key value, which is not shown here. Give the id instead",
  );

/** Arguments that every reading has: which account. */
export const placeArgs = {
  accountId: field(plainIdSchema.optional(), {
    description: "The merchant (connected) account to read. Default: the account of the profile or of the stack.",
  }),
  profile: field(plainIdSchema.optional(), {
    description: "The profile of `payments:profiles` to read with. Default: the stack's own settings.",
  }),
};

const { serviceUrl, environment } = accountFields("");

/** What every result says of where it was read. */
export const placeResult = {
  accountId: field(z.string(), { description: "The merchant account that it was read in." }),
  serviceUrl: field(serviceUrl.output, { description: "Address of the service that it was read from." }),
  environment: environment.output,
};
