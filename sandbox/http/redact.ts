import { withoutKeyValues } from "../core/ids";
import { passesLuhn } from "../objects/cards";

const longestUrl = 2_000;
/** The digits of a key value or of a random admin token, whatever stands before them and however that is spelled. */
const randomDigits = /[0-9a-f]{48,}/gi;
/** What might be the number of a card, with or without gaps. */
const cardDigits = /(?<![0-9a-z_])[0-9](?:[ -]?[0-9]){11,18}(?![0-9a-z_])/gi;

/** What any of these begins with: an escape, a key's prefix, enough digits, or the gaps of a card's number. */
const suspicious = /%|[sp]k_|[0-9a-f]{12}|[0-9][ -][0-9]/i;

/** A url as it may be logged: somebody may have put a secret into it, plain or percent-encoded. Longer ones are cut. */
export function loggableUrl(url: string, secrets: readonly string[]): string {
  if (!suspicious.test(url) && !secrets.some((secret) => url.includes(secret))) return url.slice(0, longestUrl);
  const decoded = decode(url);
  const hidden = hide(decoded, secrets);
  return (hidden === decoded ? hide(url, secrets) : hidden).slice(0, longestUrl);
}

function hide(text: string, secrets: readonly string[]): string {
  let hidden = withoutKeyValues(text).replace(randomDigits, "[redacted]");
  for (const secret of secrets) hidden = hidden.replaceAll(secret, "[redacted]");
  return hidden.replace(cardDigits, (digits) => (passesLuhn(digits.replace(/[ -]/g, "")) ? "[redacted]" : digits));
}

/** Every escape for itself: one that is broken must not keep the others from being checked. Secrets are ASCII. */
function decode(text: string): string {
  return text.replace(/%([0-9a-f]{2})/gi, (_escape, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}
