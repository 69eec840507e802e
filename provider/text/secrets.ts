import { someForm } from "./normal-forms";

export const redactedMark = "[redacted]";

/** So many characters of a secret in a row are as good as the whole. */
const tellingRun = 12;
/** A shorter one would tear every text to pieces; no service hands out such keys. */
const shortest = 4;
/** Small letters and dashes: `sk_production_`, with which all keys of a kind begin, or a word, which tells nothing alone. */
const words = new RegExp(`[a-z _-]{${tellingRun},}`, "g");
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
  /** Plain and in JSON. */
  const whole = createForms();
  const learned: { secret: string; id: string }[] = [];
  /** Works on what was learned since it was called last: many a run learns a thousand values and has no text to look through. */
  const lazily = (work: (each: { secret: string; id: string }) => void) => {
    let done = 0;
    return (): void => {
      for (; done < learned.length; done += 1) work(learned[done]!);
    };
  };
  /** In the usual encodings too. */
  const encoded = createForms();
  const runs = new Set<string>();
  /** Whether anything begins and goes on like this: most places of a text are passed over by it. */
  const mayBegin = new Uint8Array(0x10000);
  const index = lazily(({ secret, id }) => {
    for (const form of encodingsOf(secret)) {
      encoded.add(form);
      mayBegin[hashAt(form, 0)] = 1;
    }
    const untelling = [id, ...(secret.match(words) ?? [])].join("\n");
    for (const run of runsOf(secret)) {
      if (untelling.includes(run)) continue;
      mayBegin[hashAt(run, 0)] = 1;
      runs.add(run);
    }
  });
  const bareRuns = new Set<string>();
  const indexBare = lazily(({ secret, id }) => {
    const bareId = bare(id);
    for (const run of runsOf(bare(secret))) {
      // Whatever stood between: without a digit it may be two words of a sentence.
      if (/\d/.test(run) && /[a-z]/.test(run) && !bareId.includes(run)) bareRuns.add(run);
    }
  });
  /** How many characters of a text, from a place in it on, belong to a secret. */
  const reachAt = (text: string, at: number): number => {
    if (mayBegin[hashAt(text, at)] === 0) return 0;
    const run = text.slice(at, at + tellingRun);
    let reach = runs.has(run) ? tellingRun : 0;
    for (const form of encoded.byStart.get(run) ?? []) {
      if (form.length > reach && text.startsWith(form, at)) reach = form.length;
    }
    return reach;
  };
  const isFound = (form: string): boolean => {
    for (const each of encoded.short) if (form.includes(each)) return true;
    if (encoded.byStart.size === 0) return false;
    const plain = bare(form);
    for (let at = 0; at + tellingRun <= form.length; at += 1) {
      if (reachAt(form, at) > 0 || bareRuns.has(plain.slice(at, at + tellingRun))) return true;
    }
    return false;
  };

  const withoutKnown = (text: string): string => {
    index();
    let clean = text;
    for (const each of encoded.short) clean = clean.replaceAll(each, redactedMark);
    return encoded.byStart.size === 0 ? clean : withoutReached(clean, reachAt);
  };

  return {
    learn(given, id = "") {
      const secret = typeof given === "string" ? given.trim() : "";
      if (secret.length < shortest || whole.has(secret)) return;
      whole.add(secret);
      whole.add(JSON.stringify(secret).slice(1, -1));
      learned.push({ secret, id });
    },
    holds(text) {
      for (const each of whole.short) if (text.includes(each)) return true;
      for (let at = 0; at + tellingRun <= text.length; at += 1) {
        const forms = whole.byStart.get(text.slice(at, at + tellingRun)) ?? [];
        if (forms.some((form) => text.startsWith(form, at))) return true;
      }
      return false;
    },
    mayHold(text) {
      index();
      indexBare();
      return someForm(text, isFound);
    },
    withoutKnown,
    redact: (text) => withoutKnown(text).replace(valueShape, redactedMark),
  };
}

/** Texts to look for: those that are shorter than a telling run, and the others by the run that they begin with. */
function createForms() {
  const all = new Set<string>();
  const short = new Set<string>();
  const byStart = new Map<string, string[]>();
  return {
    short,
    byStart,
    has: (form: string) => all.has(form),
    add(form: string) {
      if (all.has(form)) return;
      all.add(form);
      const start = form.slice(0, tellingRun);
      const others = byStart.get(start);
      if (form.length < tellingRun) short.add(form);
      else if (others === undefined) byStart.set(start, [form]);
      else others.push(form);
    },
  };
}

/**
 * What this process must not show: the credentials of its run, and every value of a key that it has seen or that state
 * holds. One for the process, since whatever leaves it is looked through, whoever made it.
 */
export const knownSecrets = createSecrets();

const hashAt = (text: string, at: number): number =>
  (text.charCodeAt(at) * 523 + text.charCodeAt(at + 5) * 31 + text.charCodeAt(at + tellingRun - 1)) & 0xffff;

const bare = (text: string): string => text.replace(/[^A-Za-z0-9]+/g, "").toLowerCase();

function runsOf(form: string): string[] {
  return Array.from({ length: Math.max(0, form.length - tellingRun + 1) }, (_, at) => form.slice(at, at + tellingRun));
}

/** Every stretch that belongs to secrets is one mark. */
function withoutReached(text: string, reachAt: (text: string, at: number) => number): string {
  let clean = "";
  let kept = 0;
  for (let at = 0; at + tellingRun <= text.length; at += 1) {
    let end = at + reachAt(text, at);
    if (end === at) continue;
    for (let next = at + 1; next <= end && next + tellingRun <= text.length; next += 1) {
      end = Math.max(end, next + reachAt(text, next));
    }
    clean += text.slice(kept, at) + redactedMark;
    kept = end;
    at = end - 1;
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
