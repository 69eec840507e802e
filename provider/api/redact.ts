import { keyShape } from "../text/key-value.js";
import { parseJson } from "./read-answer.js";

const mark = "[redacted]";

/** Names of JSON properties that hold a key's value or another secret, whatever stands in them. */
const secretName = /^(?:.*[-_.])?(?:value|secret|token|password|passwd|credential|authorization|(?:api)?[-_]?key)s?$/i;
const secretPair =
  /(["']?)((?:[\w.-]{0,40}[-_.])?(?:value|secret|token|password|credential|authorization|(?:api)?[-_]?key))\1(\s*[:=]\s*)("(?:[^"\\]|\\.)*"?|'[^']*'?|[^\s,;}&<]+)/gi;

const longRun = /[A-Za-z0-9_+=~-]{20,}/g;

export interface Redactor {
  /** Takes the credential and everything that looks like a key's value out of a text; the ids of `keep` stay. */
  text(text: string, keep?: readonly string[]): string;
  /** The same for the body of an answer: by property where it is JSON, by shape everywhere. */
  body(text: string, keep?: readonly string[]): string;
  /** From now on this value is taken out as well. */
  learn(secret: string): void;
}

export function createRedactor(credential: string): Redactor {
  const known = new Set(encodingsOf(credential));
  const text = (raw: string, keep: readonly string[] = []): string => {
    let clean = raw;
    for (const secret of known) clean = clean.split(secret).join(mark);
    const spare = (run: string): string => (keep.includes(run) ? run : mark);
    return clean
      .replace(keyShape, spare)
      .replace(longRun, (run) => (/\d/.test(run) && /[A-Za-z]/.test(run) ? spare(run) : run));
  };
  return {
    text,
    body: (raw, keep = []) => {
      const parsed = parseJson(raw);
      const byName = parsed === undefined ? withoutPairs(raw) : JSON.stringify(withoutSecretProperties(parsed));
      return text(byName, keep);
    },
    learn: (secret) => {
      for (const form of encodingsOf(secret)) known.add(form);
    },
  };
}

/** Longest first, so that no shorter form leaves a rest of a longer one. */
function encodingsOf(secret: string): string[] {
  // A very short one would tear every text to pieces; no service hands out such keys.
  if (secret.length < 4) return [];
  const bytes = Buffer.from(secret, "utf8");
  const forms = new Set([
    secret,
    encodeURIComponent(secret),
    encodeURIComponent(secret).replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()),
    JSON.stringify(secret).slice(1, -1),
    bytes.toString("hex"),
    bytes.toString("hex").toUpperCase(),
  ]);
  // Base64 within a longer text (such as `user:secret`) starts at one of three alignments; the inner letters are the same.
  for (let lead = 0; lead < 3; lead += 1) {
    const encoded = Buffer.concat([Buffer.alloc(lead), bytes])
      .toString("base64")
      .replace(/=+$/, "");
    const inner = encoded.slice(lead === 0 ? 0 : lead + 1, (bytes.length + lead) % 3 === 0 ? undefined : -1);
    if (inner.length < 6) continue;
    forms.add(inner);
    forms.add(inner.replaceAll("+", "-").replaceAll("/", "_"));
  }
  return [...forms].sort((a, b) => b.length - a.length);
}

function withoutPairs(raw: string): string {
  return raw.replace(
    secretPair,
    (_match, quote: string, name: string, between: string) => `${quote}${name}${quote}${between}${mark}`,
  );
}

function withoutSecretProperties(value: unknown): unknown {
  if (typeof value === "string") return withoutPairs(value);
  if (Array.isArray(value)) return value.map(withoutSecretProperties);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      secretName.test(name) && typeof inner !== "object" ? mark : withoutSecretProperties(inner),
    ]),
  );
}
