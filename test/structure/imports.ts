import { existsSync, readFileSync } from "node:fs";
import { dirname, relative, resolve, sep } from "node:path";
import ts from "typescript";
import { root } from "./repository";

export interface Import {
  /** The importing file, relative to the root. */
  readonly from: string;
  /** As it is written: "./x", "zod". */
  readonly specifier: string;
  /** The imported file relative to the root; undefined for a package. */
  readonly file: string | undefined;
  /** Whether nothing of it is loaded at run time. */
  readonly typeOnly: boolean;
  /** Whether it is loaded by `import()`, later than the importing file. */
  readonly lazy: boolean;
  /** What is imported of it, by the names that it exports; undefined: the module as a whole. */
  readonly names: readonly string[] | undefined;
}

/** Every import, export-from, `import()` and `require()` of a source file. */
export function importsOf(file: string): readonly Import[] {
  const source = ts.createSourceFile(file, readFileSync(resolve(root, file), "utf8"), ts.ScriptTarget.Latest, true);
  const found: Import[] = [];
  const add = (literal: ts.Node | undefined, more: Partial<Import> = {}) => {
    if (literal === undefined || !ts.isStringLiteralLike(literal)) return;
    const place = { from: file, specifier: literal.text, file: resolveRelative(file, literal.text) };
    found.push({ ...place, typeOnly: false, lazy: false, names: undefined, ...more });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) {
      const bindings = node.importClause?.namedBindings;
      add(node.moduleSpecifier, { typeOnly: importsTypesOnly(node.importClause), names: namesIn(bindings) });
    } else if (ts.isExportDeclaration(node)) {
      add(node.moduleSpecifier, { typeOnly: exportsTypesOnly(node), names: namesIn(node.exportClause) });
    } else if (ts.isExternalModuleReference(node)) add(node.expression);
    else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) {
      const names = node.qualifier === undefined ? undefined : [node.qualifier.getText().split(".")[0] as string];
      add(node.argument.literal, { typeOnly: true, names });
    } else if (ts.isCallExpression(node) && loadsModule(node.expression)) {
      add(node.arguments[0], { lazy: node.expression.kind === ts.SyntaxKind.ImportKeyword });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function namesIn(bindings: ts.NamedImportBindings | ts.NamedExportBindings | undefined): string[] | undefined {
  if (bindings === undefined || !(ts.isNamedImports(bindings) || ts.isNamedExports(bindings))) return undefined;
  return bindings.elements.map(({ name, propertyName }) => (propertyName ?? name).text);
}

function importsTypesOnly(clause: ts.ImportClause | undefined): boolean {
  if (clause === undefined) return false;
  if (clause.phaseModifier === ts.SyntaxKind.TypeKeyword) return true;
  const names = clause.namedBindings;
  if (clause.name !== undefined || names === undefined || !ts.isNamedImports(names)) return false;
  return names.elements.length > 0 && names.elements.every((element) => element.isTypeOnly);
}

function exportsTypesOnly(node: ts.ExportDeclaration): boolean {
  if (node.isTypeOnly) return true;
  const names = node.exportClause;
  return names !== undefined && ts.isNamedExports(names) && names.elements.every((element) => element.isTypeOnly);
}

function loadsModule(callee: ts.Expression): boolean {
  return callee.kind === ts.SyntaxKind.ImportKeyword || (ts.isIdentifier(callee) && callee.text === "require");
}

function resolveRelative(from: string, specifier: string): string | undefined {
  if (!/^\.{0,2}\//.test(specifier) && specifier !== "." && specifier !== "..") return undefined;
  const path = resolve(root, dirname(from), specifier);
  const stem = path.replace(/\.[cm]?js$/, "");
  const candidates = [`${stem}.ts`, path, `${stem}.js`, `${path}/index.ts`, `${path}/index.js`];
  const file = candidates.find((candidate) => /\.[a-z]+$/.test(candidate) && existsSync(candidate)) ?? path;
  return relative(root, file).split(sep).join("/");
}
