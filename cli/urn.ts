/** `project/stack` of a resource. Pure. */
export function stackOfResource(urn: string): string {
  const [, stack = "", project = ""] = /^urn:pulumi:(.*?)::(.*?)::/s.exec(urn) ?? [];
  return `${project}/${stack}`;
}
