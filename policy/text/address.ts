/**
 * An address in normal form, as the provider compares addresses: lower case, no trailing slash or `/v1`, no default port, no dot
 * after the host. A pattern with `*` stays a pattern.
 */
export function plainAddress(url: string): string {
  return url
    .trim()
    .toLowerCase()
    .replace(/(\/+(v1)?)+$/, "")
    .replace(/^(https?:\/\/[^/:]+?)\.(?=[:/]|$)/, "$1")
    .replace(/^(https:\/\/[^/]+):443(?=\/|$)/, "$1")
    .replace(/^(http:\/\/[^/]+):80(?=\/|$)/, "$1");
}
