import type { z } from "zod";
import type { PaymentServiceError } from "../api/errors";
import type { Freshness } from "../api/service";
import type { ResourceContext } from "../lifecycle/resource";
import type { ReadingFailure } from "./outcome";

/** What a reading works with: the accounts, and where they are for whoever reads a result. */
export type Place = Pick<ResourceContext, "account" | "endpointAccount" | "connection">;

/** What one look came to, before it is put into words. */
export type Sight =
  | { result: Record<string, unknown> }
  /** `code` and one or two sentences. */
  | { failure: Pick<ReadingFailure, "code" | "message"> }
  | { error: PaymentServiceError };

/** A function that reads, as its author writes it. It never writes, and never throws for what the service does. */
export interface ReadingDefinition<Args> {
  /** Name of the SDK's function. */
  readonly functionName: string;
  /** One paragraph for the docs. */
  readonly description: string;
  readonly args: z.ZodObject;
  /** Arguments of which a call gives exactly one. */
  readonly oneOf?: readonly string[];
  readonly result: z.ZodObject;
  /** What is looked for, for messages: `API key key_1`. Pure. */
  subject(args: Args): string;
  read(place: Place, args: Args, freshness: Freshness): Promise<Sight>;
}

/** Where a result was read, in every result. */
export function homeOf({ account, connection }: Place): Record<string, unknown> {
  const { environment } = connection;
  return {
    accountId: account.accountId,
    serviceUrl: connection.serviceUrl,
    ...(environment === undefined ? {} : { environment }),
  };
}
