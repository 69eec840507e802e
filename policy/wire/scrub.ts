/** Shorter texts are not secrets, and occur in every message. */
const shortest = 4;
const mark = "[secret]";

/** Removes secrets from texts. */
export interface Scrubber {
  /** Removes this secret from every text from now on. */
  learn(secret: string): void;
  text(text: string): string;
}

export function createScrubber(): Scrubber {
  const known = new Set<string>();
  let ordered: string[] | undefined;
  return {
    learn(secret) {
      if (secret.length < shortest || known.has(secret)) return;
      known.add(secret);
      const quoted = JSON.stringify(secret).slice(1, -1);
      if (quoted !== secret) known.add(quoted);
      ordered = undefined;
    },
    text(text) {
      // Longest first: a secret that is part of another would leave the rest of it.
      ordered ??= [...known].sort((a, b) => b.length - a.length);
      let clean = text;
      for (const secret of ordered) clean = clean.replaceAll(secret, mark);
      return clean;
    },
  };
}
