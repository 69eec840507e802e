/** What a statement may change in rows that were there before it. */
export interface Change {
  table: string;
  /** `none`: it only adds rows. `any`: it takes rows away, or its columns cannot be told. */
  columns: "none" | "any" | readonly string[];
}

const writing = /^\s*(?:WITH\b.*?)?\b(?:(INSERT|REPLACE)(?: +OR +(\w+))? +INTO|UPDATE|DELETE +FROM) +(\w+)/is;

/** What a statement of the sandbox changes; undefined for one that writes no rows. Pure. */
export function changeOf(sql: string): Change | undefined {
  const [, adding, or = "", table] = writing.exec(sql) ?? [];
  if (table === undefined) return undefined;
  if (adding === undefined) return { table, columns: assigned(/\bSET\b(.*?)(?:\bWHERE\b|\bRETURNING\b|$)/is, sql) };
  if (/replace/i.test(adding + or)) return { table, columns: "any" };
  if (!/\bDO +UPDATE\b/i.test(sql)) return { table, columns: "none" };
  return { table, columns: assigned(/\bDO +UPDATE +SET\b(.*?)(?:\bWHERE\b|\bRETURNING\b|$)/is, sql) };
}

/** The columns of plain assignments; of anything else nothing can be told. */
function assigned(where: RegExp, sql: string): Change["columns"] {
  const assignments = where.exec(sql)?.[1];
  if (assignments === undefined || assignments.includes("(")) return "any";
  const columns: string[] = [];
  for (const assignment of assignments.split(",")) {
    const column = /^\s*(\w+)\s*=/.exec(assignment)?.[1];
    if (column === undefined) return "any";
    columns.push(column);
  }
  return columns;
}
