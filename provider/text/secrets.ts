import { someForm } from "./normal-forms.js";

export const redactedMark = "[redacted]";

/** So many characters of a secret in a row are as good as the whole. */
const tellingRun = 12;
/** A shorter one would tear every text to pieces; no service hands out such keys. */
const shortest = 4;
/** `sk_live_` and the like: what all keys of a kind begin with tells nothing. */
const kindPrefix = /^(?:[A-Za-z]+[-_])+/;
/** What no name has, and the value of a key that was never seen here does. */
const valueShape =
  /\b(?:(?:sk|rk|pk|whsec)[-_][A-Za-z0-9_-]{0,64}[A-Za-z0-9]{16,}|(?:secret|sec|live|test)[-_][A-Za-z0-9_-]{0,64}?(?=[A-Za-z]{0,15}\d)[A-Za-z0-9]{16,})/g;

/** What must not be shown, and the texts that it is looked for in. */
export interface Secrets {
  /**
   * From now on it is taken out of every text.
   *
   * @param id of the same key: a service may build its values from it, and it may be shown
   */
  learn(secret: unknown, id?: string): void;
  /** Whether a text, JSON too, holds one of them whole. */
  holds(text: string): boolean;
  /** Whether anything that a text can be read as holds one of them, or twelve characters of one. */
  mayHold(text: string): boolean;
  /** The text without them, also in the usual encodings. */
  withoutKnown(text: string): string;
  /** The same, and without what is shaped like the value of a key. */
  redact(text: string): string;
}

export function createSecrets(): Secrets {
  const whole = new Set<string>();
  const short = new Set<string>();
  const runs = new Set<string>();
  const bareRuns = new Set<string>();

  const hasRun = (form: string, known: ReadonlySet<string>): boolean => {
    if (known.size === 0) return false;
    for (let at = 0; at + tellingRun <= form.length; at += 1) {
      if (known.has(form.slice(at, at + tellingRun))) return true;
    }
    return false;
  };
  const isFound = (form: string): boolean => {
    for (const each of short) if (form.includes(each)) return true;
    return hasRun(form, runs) || hasRun(bare(form), bareRuns);
  };

  const withoutKnown = (text: string): string => {
    let clean = text;
    for (const each of [...short].sort((a, b) => b.length - a.length)) clean = clean.replaceAll(each, redactedMark);
    return withoutRuns(clean, runs);
  };

  return {
    learn(given, id = "") {
      const secret = typeof given === "string" ? given.trim() : "";
      if (secret.length < shortest || whole.has(secret)) return;
      whole.add(secret);
      const prefix = kindPrefix.exec(secret)?.[0] ?? "";
      const isPublic = (run: string): boolean => prefix.includes(run) || id.includes(run);
      for (const form of encodingsOf(secret)) {
        if (form.length < tellingRun) short.add(form);
        for (const run of runsOf(form)) if (!isPublic(run)) runs.add(run);
      }
      for (const run of runsOf(bare(secret))) {
        // Words would be found in many a sentence.
        const isPlain = !/\d/.test(run) || !/[a-z]/.test(run);
        if (!isPlain && !bare(prefix).includes(run) && !bare(id).includes(run)) bareRuns.add(run);
      }
    },
    holds(text) {
      const isIn = (secret: string): boolean =>
        text.includes(secret) || text.includes(JSON.stringify(secret).slice(1, -1));
      return [...whole].some(isIn);
    },
    mayHold: (text) => someForm(text, isFound),
    withoutKnown,
    redact: (text) => withoutKnown(text).replace(valueShape, redactedMark),
  };
}

/**
 * What this process must not show: the credentials of its run, and every value of a key that it has seen or that state
 * holds. One for the process, since whatever leaves it is looked through, whoever made it.
 */
export const knownSecrets = createSecrets();

const bare = (text: string): string => text.replace(/[^A-Za-z0-9]+/g, "").toLowerCase();

function runsOf(form: string): string[] {
  return Array.from({ length: Math.max(0, form.length - tellingRun + 1) }, (_, at) => form.slice(at, at + tellingRun));
}

/** Every stretch that known runs cover is one mark. */
function withoutRuns(text: string, known: ReadonlySet<string>): string {
  if (known.size === 0) return text;
  const isKnown = (at: number): boolean => known.has(text.slice(at, at + tellingRun));
  let clean = "";
  let kept = 0;
  for (let at = 0; at + tellingRun <= text.length; at += 1) {
    if (!isKnown(at)) continue;
    let last = at;
    for (let next = at + 1; next <= last + tellingRun && next + tellingRun <= text.length; next += 1) {
      if (isKnown(next)) last = next;
    }
    clean += text.slice(kept, at) + redactedMark;
    kept = last + tellingRun;
    at = kept - 1;
  }
  return clean + text.slice(kept);
}

/** Plain, in JSON, in a URL, in hex, in base64 at each of its three places in a longer text. */
function encodingsOf(secret: string): Set<string> {
  const bytes = Buffer.from(secret, "utf8");
  const url = encodeURIComponent(secret);
  const forms = new Set([
    secret,
    JSON.stringify(secret).slice(1, -1),
    url,
    url.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()),
    bytes.toString("hex"),
    bytes.toString("hex").toUpperCase(),
  ]);
  for (let lead = 0; lead < 3; lead += 1) {
    const encoded = Buffer.concat([Buffer.alloc(lead), bytes])
      .toString("base64")
      .replace(/=+$/, "");
    const inner = encoded.slice(lead === 0 ? 0 : lead + 1, (bytes.length + lead) % 3 === 0 ? undefined : -1);
    if (inner.length < 6) continue;
    forms.add(inner);
    forms.add(inner.replaceAll("+", "-").replaceAll("/", "_"));
  }
  return forms;
}
