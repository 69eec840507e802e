/**
 * What a redacted value of a secret key still shows: the text before and after what is masked. The document does not show
 * the form of a redacted value (assumption `redaction`), so nothing is expected of it, and it proves something only where
 * enough of it is shown to tell one key from another.
 */
export interface VisibleValue {
  head: string;
  tail: string;
}

/** Runs that stand for what is not shown. */
const masked = /(?:[*•●·…]|\.{3,}|[xX]{4,})(?:[*•●·….]|[xX]{4,})*/gu;
/** `sk_live_` and the like: what all keys of a kind begin with. */
const kindPrefix = /^(?:[A-Za-z]+[-_])+/;
/** So few characters are alike by chance too often. */
const tellingLength = 4;

/** Undefined: nothing is masked in it, so that it may be a whole value, which is not to be carried about. Pure. */
export function visibleIn(shown: string): VisibleValue | undefined {
  const runs = [...shown.matchAll(masked)];
  const first = runs[0];
  if (first === undefined) return undefined;
  const last = runs.at(-1) ?? first;
  return { head: shown.slice(0, first.index), tail: shown.slice(last.index + last[0].length) };
}

/** Whether a value could be the one that is shown so. Pure. */
export function fitsVisible(value: string, { head, tail }: VisibleValue): boolean {
  return value.length > head.length + tail.length && value.startsWith(head) && value.endsWith(tail);
}

/** Whether what is shown says which key it is, and not only of which kind. Pure. */
export function tellsKeysApart({ head, tail }: VisibleValue): boolean {
  return head.replace(kindPrefix, "").length + tail.length >= tellingLength;
}
