/** Shorter ones would tear every text to pieces, and are no secrets. */
const shortest = 4;
const mark = "[secret]";

/** Takes out of texts what must not be seen. */
export interface Scrubber {
  /** From now on this is taken out of every text. */
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
      // Longest first, so that no part of another leaves a rest of it.
      ordered ??= [...known].sort((a, b) => b.length - a.length);
      let clean = text;
      for (const secret of ordered) clean = clean.replaceAll(secret, mark);
      return clean;
    },
  };
}
