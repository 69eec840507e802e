/** What a human-readable run of pulumi says under "Diagnostics" for the resource of that logical name; "" for nothing. */
export function rowOf(output: string, name: string): string {
  const lines = output.slice(output.lastIndexOf("\nDiagnostics:")).split("\n");
  const start = lines.findIndex((line) => /^ {2}\S/.test(line) && line.endsWith(` (${name}):`));
  if (start === -1) return "";
  const rest = lines.slice(start + 1);
  const end = rest.findIndex((line) => /^( {0,2})\S/.test(line));
  return rest
    .slice(0, end === -1 ? undefined : end)
    .join("\n")
    .trim();
}

/** What a run plans or does with our resources, by logical name: `update`, `replace`, `delete`, … Unchanged ones are left out. */
export function plannedIn(output: string): Record<string, string> {
  const rows = output.matchAll(
    /^ *(?:~|\+|-|\+\+|\+-|--) +(?:pulumi-nodejs:dynamic\/)?payments:(?:index:)?\w+ (\S+) (\w+)/gm,
  );
  const planned: Record<string, string> = {};
  for (const [, name = "", operation = ""] of rows) {
    const isPart = (operation === "create" || operation === "delete") && planned[name] === "replace";
    if (!operation.startsWith("refresh") && !isPart) planned[name] = operation;
  }
  return planned;
}
