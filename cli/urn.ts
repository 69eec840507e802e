/** `project/stack` of a resource. Pure. */
export function stackOfResource(urn: string): string {
  const [, stack = "", project = ""] = /^urn:pulumi:(.*?)::(.*?)::/s.exec(urn) ?? [];
  return `${project}/${stack}`;
}

/** The logical name of a resource; it may hold the separator, the three parts before it don't. Pure. */
export function nameOfResource(urn: string): string {
  return urn.split("::").slice(3).join("::");
}
