/**
 * The one form of a service's address, so that two spellings of one service compare equal: scheme and host in lower
 * case, no default port, no trailing dot of the host, no trailing slashes, no trailing `/v1` (every path of the
 * interface begins with it, "Versioning", so it belongs to the path and not to the address). A path before that stays.
 * Normalising twice changes nothing.
 *
 * @throws Error if it is not an http or https address, or carries a user name, a password, a query or a fragment. The
 *   message never shows the address where that could show a password.
 */
export function normaliseServiceUrl(url: string): string {
  const text = url.trim();
  const parsed = URL.canParse(text) ? new URL(text) : undefined;
  if (parsed === undefined || (parsed.protocol !== "https:" && parsed.protocol !== "http:")) {
    throw new Error("the service address must begin with https:// (or http://), such as https://api.example.com");
  }
  if (parsed.username !== "" || parsed.password !== "") {
    throw new Error("the service address must not carry a user name or password; the credential is payments:apiKey");
  }
  if (text.includes("?") || text.includes("#")) {
    throw new Error(`the service address must have no query and no fragment: ${parsed.origin}${parsed.pathname}`);
  }
  const host = parsed.host.replace(/\.(?=:\d+$|$)/, "");
  if (host === "" || host.startsWith(":")) {
    throw new Error("the service address must name a host, such as https://api.example.com");
  }
  const path = parsed.pathname.replace(/(?:\/+(?:v1(?=\/|$))?)+$/, "");
  return `${parsed.protocol}//${host}${path}`;
}

/**
 * The address that was probably meant by one that is refused, for a line to copy: without a query or fragment, with a scheme.
 * Pure; undefined where the text may be or hold a credential, and where nothing in it looks like a host.
 */
export function likelyServiceUrl(text: string): string | undefined {
  const [, scheme = "", rest = ""] = /^((?:[a-z]+:?\/+)?)([^?#]*)/i.exec(text.trim()) ?? [];
  if (!/^(?:localhost|\[[0-9a-f:]+\]|(?:[\w-]{1,63}\.)+(?:[a-z]{2,24}|\d+))(?::\d+)?(?:\/[\w.~/-]*)?$/i.test(rest))
    return undefined;
  try {
    const secure = normaliseServiceUrl(`https://${rest}`);
    const isPlain = isLoopback(secure) || /^http:/i.test(scheme);
    return isPlain ? normaliseServiceUrl(`http://${rest}`) : secure;
  } catch {
    return undefined;
  }
}

/** True for an address of this machine: `localhost`, names under it, and the loopback ranges of IPv4 and IPv6. */
export function isLoopback(serviceUrl: string): boolean {
  const { hostname } = new URL(serviceUrl);
  return (
    hostname === "localhost" ||
    hostname.endsWith(".localhost") ||
    hostname === "[::1]" ||
    /^127\.\d+\.\d+\.\d+$/.test(hostname)
  );
}
