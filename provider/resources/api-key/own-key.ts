import { fitsVisible, tellsKeysApart, type VisibleValue } from "../../api/visible-value.js";

/** A credential of the run at the service of the key. */
export interface Credential {
  value: string;
  /** `payments:apiKeyId`, where it is known. */
  apiKeyId?: string | undefined;
}

/** What a list shows of one key; of a publishable one nothing that counts here. */
export interface ShownKey {
  id: string;
  visible?: VisibleValue | undefined;
}

/** What tells whether a key is one that the run authenticates with. Its last use does not: anybody may use any key. */
export interface SelfEvidence {
  id: string;
  /** The value that state holds of it. */
  heldValue?: string | undefined;
  credentials: readonly Credential[];
  /** The keys of its account, itself among them. */
  shown: readonly ShownKey[];
}

export type SelfVerdict = "self" | "other" | "unknown";

/** Whether a key is one that the run authenticates with. Pure. */
export function judgeSelf(evidence: SelfEvidence): SelfVerdict {
  const verdicts = evidence.credentials.map((credential) => judgeOne(credential, evidence));
  if (verdicts.includes("self")) return "self";
  return verdicts.includes("unknown") ? "unknown" : "other";
}

function judgeOne({ value, apiKeyId }: Credential, { id, heldValue, shown }: SelfEvidence): SelfVerdict {
  const own = shown.find((key) => key.id === id)?.visible;
  if (heldValue === value) return "self";
  // A value that somebody gave for an adopted key may be another key's; what the list shows then contradicts it.
  const isBelievable = own === undefined || heldValue === undefined || fitsVisible(heldValue, own);
  if (heldValue !== undefined && isBelievable) return "other";
  if (apiKeyId !== undefined) return apiKeyId === id ? "self" : "other";
  return judgeShown(id, value, shown);
}

/**
 * By the visible part of redacted values. That it fits one key of the account alone says that the credential is that key,
 * and that what is shown is really part of a value, so that a key which it does not fit is another. Where it fits none,
 * the credential may be of another account, or what is shown no part of a value.
 */
function judgeShown(id: string, value: string, shown: readonly ShownKey[]): SelfVerdict {
  const telling = shown.filter(({ visible }) => visible !== undefined && tellsKeysApart(visible));
  const fitting = telling.filter(({ visible }) => fitsVisible(value, visible!));
  if (fitting.length !== 1) return "unknown";
  if (fitting[0]!.id === id) return "self";
  return telling.some((key) => key.id === id) ? "other" : "unknown";
}
