/**
 * An address in the one spelling that the provider compares by, so that two of one service are one text: letters in lower
 * case, no slash and no `/v1` at the end, no default port, no dot after the host. A pattern with `*` stays one.
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
