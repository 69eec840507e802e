/** As a page holds a text: every sign that could end it, or an attribute, by its number. */
export function inHtml(text: string): string {
  return text.replace(/[&<>"'`]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

const entities: Readonly<Record<string, string>> = { "&": "amp", "<": "lt", ">": "gt", '"': "quot", "'": "apos" };

/** As XML holds a text. */
export function inXml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&${entities[sign]};`);
}
