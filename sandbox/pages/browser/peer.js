/**
 * The page that framed or opened this one, and how it is spoken with: assumption `card-form-messages`. It is told nothing before its
 * origin is known, and nobody else is heard.
 * @typedef {object} Peer
 * @property {(message: Record<string, unknown>) => void} tell
 * @property {(listener: (message: Record<string, unknown>) => void) => void} listen
 */

/**
 * @param {string | null} named origin that the address names
 * @returns {Peer | undefined} nothing for a page that stands by itself
 */
export function findPeer(named) {
  /** @type {Window | null} */
  const other = window.parent !== window ? window.parent : window.opener;
  if (other === null) return undefined;
  const origin = originOf(named) ?? originOf(document.referrer);
  if (origin === undefined) return undefined;
  return {
    tell: (message) => other.postMessage(message, origin),
    listen(listener) {
      addEventListener("message", ({ source, origin: sender, data }) => {
        if (source === other && sender === origin && typeof data === "object" && data !== null) listener(data);
      });
    },
  };
}

/** @param {string | null} address @returns {string | undefined} */
function originOf(address) {
  if (!address) return undefined;
  try {
    const { origin } = new URL(address);
    return origin === "null" ? undefined : origin;
  } catch {
    return undefined;
  }
}
