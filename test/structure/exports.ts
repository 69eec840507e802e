import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import ts from "typescript";
import { root } from "./repository";

/** The names of the values that a source file declares and exports; types are none. */
export function exportedValuesOf(file: string): readonly string[] {
  const source = ts.createSourceFile(file, readFileSync(resolve(root, file), "utf8"), ts.ScriptTarget.Latest);
  return source.statements.flatMap((statement) => {
    if (!isExported(statement)) return [];
    if (ts.isVariableStatement(statement))
      return statement.declarationList.declarations.map(({ name }) => name.getText(source));
    if (ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement)) return statement.name?.text ?? [];
    return [];
  });
}

function isExported(statement: ts.Statement): boolean {
  if (!ts.canHaveModifiers(statement)) return false;
  return ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) ?? false;
}
