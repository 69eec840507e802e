import { z } from "zod";
import type { PaymentService } from "../api/service";
import type { Configuration } from "../configuration/configuration";
import type { Connection } from "../configuration/connection";
import { setLine } from "../configuration/lines";
import { plainIdSchema } from "../configuration/plain-id";
import type { Problem } from "../configuration/problem";
import { nearest } from "../text/near";
import { field } from "./inputs";
import type { ResourceContext } from "./resource";
import type { Origin, Placement } from "./state";

/** Fields that every resource has. The account guard compares the outputs with the configuration of later runs. */
export const accountFields = (accountDescription: string) => ({
  accountId: {
    input: field(plainIdSchema.optional(), {
      description:
        "The merchant (connected) account that it lives in. Default: the account of the profile or of the stack. Another account replaces it.",
      createOnly: true,
    }),
    output: field(z.string(), { description: accountDescription }),
  },
  profile: {
    input: field(plainIdSchema.optional(), {
      description:
        "The profile of `payments:profiles` to use: address, credential and account. Default: the stack's own settings. One that leads to another service or account replaces it.",
      createOnly: true,
    }),
  },
  serviceUrl: { output: field(z.string(), { description: "Address of the service that it was made with." }) },
  environment: {
    output: field(z.string().optional(), {
      description: "`production` or `sandbox`, where configuration says it.",
    }),
  },
});

export interface Naming {
  accountId?: string | undefined;
  profile?: string | undefined;
}

/** Where the arguments say that an object is to live. Pure. */
export function place(
  configuration: Configuration,
  { accountId, profile }: Naming,
): Placement | { problems: Problem[] } {
  const connection = profile === undefined ? configuration.main : configuration.profiles.get(profile);
  if (connection === undefined) return { problems: [noConnection(configuration, profile)] };
  const chosen = accountId ?? connection.accountId;
  if (chosen === connection.partnerAccountId) {
    const message = `${chosen} is the partner account. Name a merchant (connected) account`;
    return { problems: [{ path: "accountId", message }] };
  }
  return { connection, accountId: chosen, accountNamed: accountId !== undefined };
}

function noConnection(configuration: Configuration, profile: string | undefined): Problem {
  const names = [...configuration.profiles.keys()];
  if (profile === undefined) {
    const message = `the stack has no account of its own. Name one of its profiles (${names.join(", ")}), or set an account for the stack`;
    return { path: "profile", message, fix: setLine("accountId") };
  }
  const near = nearest(profile, names);
  if (near !== undefined)
    return { path: "profile", message: `payments:profiles has no profile ${profile}. Did you mean "${near}"?` };
  const known = names.length === 0 ? "the stack has none" : `the stack has ${names.join(", ")}`;
  const message = `payments:profiles has no profile ${profile} (${known}). Correct the name, or add the profile`;
  return { path: "profile", message, fix: setLine("accountId", profile) };
}

/** The way to an object that state holds. Its account is the stored one, whatever the configuration says by now. */
export function placeStored(configuration: Configuration, origin: Origin): Placement | { problems: Problem[] } {
  const naming: Naming = {};
  if (origin.accountId !== undefined) naming.accountId = origin.accountId;
  if (origin.profile !== undefined) naming.profile = origin.profile;
  const placed = place(configuration, naming);
  return "problems" in placed ? placed : { ...placed, accountNamed: origin.accountNamed === true };
}

export function contextOf(
  placement: Placement,
  service: PaymentService,
  configuration: Configuration,
  edges: Pick<ResourceContext, "log" | "clock" | "registry" | "urn">,
): ResourceContext {
  return { ...accountsOf(placement, service), connection: placement.connection, configuration, ...edges };
}

/** The accounts that calls act on behalf of: those for keys, and those for webhook endpoints. */
export function accountsOf(
  { connection, accountId }: Placement,
  service: PaymentService,
): Pick<ResourceContext, "account" | "endpointAccount"> {
  return {
    account: service.account(accountId),
    endpointAccount: endpointAccountOf(connection, service, accountId),
  };
}

function endpointAccountOf(
  connection: Connection,
  service: PaymentService,
  accountId: string,
): ResourceContext["account"] {
  const { endpointAccount, partnerAccountId } = connection;
  return service.account(
    endpointAccount === "partner" && partnerAccountId !== undefined ? partnerAccountId : accountId,
  );
}
