import { Metadata, status } from "@grpc/grpc-js";
import { failureText } from "../dynamic/failure";
import { Refusal, reasonOf } from "../lifecycle/refusal";
import type { SdkMessages } from "./sdk-messages";

/** What the engine shows of a call that failed. */
class CallFailure extends Error {
  readonly code = status.UNKNOWN;

  constructor(
    text: string,
    readonly metadata?: Metadata,
  ) {
    super(failureText(text));
  }
}

/** Turns whatever was thrown into a failure that a person can read. */
export const callFailure = (error: unknown): CallFailure =>
  error instanceof CallFailure ? error : new CallFailure(reasonOf(error));

/** An object that is there and not as wanted. */
export interface PartialObject {
  id: string;
  /** In wire form: the engine saves them. */
  properties: Record<string, unknown>;
  /** Why it is not as wanted. */
  unfinished: string;
  refreshBeforeUpdate: boolean;
}

/** The failure of a call that made or changed an object all the same: the engine saves it, and the run fails. */
export function partialFailure(
  { provider, Any, Status, Struct }: SdkMessages,
  { id, properties, unfinished, refreshBeforeUpdate }: PartialObject,
): CallFailure {
  const text = failureText(unfinished);
  const detail = new provider.ErrorResourceInitFailed();
  detail.setId(id);
  detail.setProperties(Struct.fromJavaScript(properties));
  detail.setReasonsList([text]);
  // SDKs from before this field know no such reading.
  detail.setRefreshBeforeUpdate?.(refreshBeforeUpdate);
  const packed = new Any();
  packed.pack(detail.serializeBinary(), "pulumirpc.ErrorResourceInitFailed");
  const answer = new Status();
  answer.setCode(status.UNKNOWN);
  answer.setMessage(text);
  answer.addDetails(packed);
  const metadata = new Metadata();
  metadata.set("grpc-status-details-bin", Buffer.from(answer.serializeBinary()));
  return new CallFailure(unfinished, metadata);
}

/** A type or function that this version of the plugin does not have. */
export const unknownToken = (token: string): Refusal =>
  new Refusal(
    `this version of the plugin has no ${token}. Install the version of pulumi-payments that the program uses.`,
  );
