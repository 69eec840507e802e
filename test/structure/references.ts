import { relative, resolve, sep } from "node:path";
import ts from "typescript";
import { root } from "./repository";

/** A place in a source file that names a member by its declaration, whatever the name is there. */
export interface Reference {
  /** Relative to the root. */
  readonly file: string;
  readonly line: number;
  /** The member, as it is declared. */
  readonly member: string;
  readonly node: ts.Node;
}

/** The product's sources as the compiler sees them, with the types of everything. */
export function checkedSources(config = "tsconfig.json") {
  const { options, fileNames } = ts.getParsedCommandLineOfConfigFile(
    resolve(root, config),
    { noEmit: true, incremental: false },
    { ...ts.sys, onUnRecoverableConfigFileDiagnostic: ({ messageText }) => fail(messageText) },
  )!;
  return sourcesOf(ts.createProgram(fileNames, options));
}

function fail(message: unknown): never {
  throw new Error(String(message));
}

/** Looks up declarations and their uses. Paths are relative to the root. */
function sourcesOf(program: ts.Program) {
  const checker = program.getTypeChecker();
  const fileOf = (source: ts.SourceFile): string => relative(root, source.fileName).split(sep).join("/");
  const sources = program.getSourceFiles().filter((source) => !source.fileName.includes("/node_modules/"));
  const sourceOf = (file: string): ts.SourceFile =>
    sources.find((source) => fileOf(source) === file) ?? fail(`there is no ${file}`);

  /** Where a symbol is declared: a member of a mapped type or an alias leads back to the original. */
  const declarationsOf = (node: ts.Node): readonly ts.Declaration[] => {
    const symbol = checker.getSymbolAtLocation(node);
    if (symbol === undefined) return [];
    const original = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
    return original.declarations ?? [];
  };

  /** The name by which a node takes a member of an object. */
  const nameAt = (node: ts.Node): ts.Node | undefined => {
    if (ts.isPropertyAccessExpression(node)) return node.name;
    if (ts.isElementAccessExpression(node)) return node.argumentExpression;
    if (ts.isBindingElement(node) && ts.isObjectBindingPattern(node.parent)) return node.propertyName ?? node.name;
    return undefined;
  };

  const textOf = (name: ts.Node): string | undefined =>
    ts.isIdentifier(name) || ts.isStringLiteralLike(name) ? name.text : undefined;

  /** The member that a property access, an element access, or a name of a destructuring stands for. */
  const membersAt = (node: ts.Node, names: ReadonlySet<string>): readonly ts.Declaration[] => {
    const name = nameAt(node);
    const text = name === undefined ? undefined : textOf(name);
    // To ask for types takes long, so only what has such a name is asked for.
    if (name === undefined || text === undefined || !names.has(text)) return [];
    return ts.isBindingElement(node)
      ? (checker.getTypeAtLocation(node.parent).getProperty(text)?.declarations ?? [])
      : declarationsOf(name);
  };

  const each = (visit: (node: ts.Node, source: ts.SourceFile) => void): void => {
    for (const source of sources) {
      const walk = (node: ts.Node): void => {
        visit(node, source);
        ts.forEachChild(node, walk);
      };
      walk(source);
    }
  };

  const referenceAt = (node: ts.Node, source: ts.SourceFile, member: string): Reference => ({
    file: fileOf(source),
    line: source.getLineAndCharacterOfPosition(node.getStart()).line + 1,
    member,
    node,
  });

  return {
    /** The declarations of these members of an interface, or of a constant object. */
    membersOf(file: string, name: string, members: readonly string[]): ReadonlyMap<ts.Declaration, string> {
      const found = new Map<ts.Declaration, string>();
      const add = (element: ts.NamedDeclaration): void => {
        const text = element.name?.getText();
        if (text !== undefined && members.includes(text)) found.set(element, text);
      };
      const visit = (node: ts.Node): void => {
        if (ts.isInterfaceDeclaration(node) && node.name.text === name) node.members.forEach(add);
        if (ts.isVariableDeclaration(node) && node.name.getText() === name && node.initializer !== undefined) {
          let value: ts.Node = node.initializer;
          while (ts.isAsExpression(value) || ts.isSatisfiesExpression(value)) value = value.expression;
          if (ts.isObjectLiteralExpression(value)) value.properties.forEach(add);
        }
        ts.forEachChild(node, visit);
      };
      visit(sourceOf(file));
      if (found.size !== members.length) fail(`${name} of ${file} does not have ${members.join(", ")}`);
      return found;
    },

    /** Every place that reads one of these members. */
    usesOf(members: ReadonlyMap<ts.Declaration, string>): Reference[] {
      const found: Reference[] = [];
      const names = new Set(members.values());
      each((node, source) => {
        const member = membersAt(node, names).flatMap((declaration) => members.get(declaration) ?? [])[0];
        if (member !== undefined) found.push(referenceAt(node, source, member));
      });
      return found;
    },

    /** Every place but imports and its own declaration that names what a file exports under this name. */
    usesOfExport(file: string, name: string): Reference[] {
      const found: Reference[] = [];
      each((node, source) => {
        if (!ts.isIdentifier(node) || node.text !== name) return;
        // An import under another name is a use: what follows has that name.
        const isPlainImport = ts.isImportSpecifier(node.parent) && node.parent.propertyName === undefined;
        if (isPlainImport || ts.isExportSpecifier(node.parent)) return;
        const isIt = declarationsOf(node).some(
          (each) =>
            (each as ts.NamedDeclaration).name !== node && isNamed(each, name) && fileOf(each.getSourceFile()) === file,
        );
        if (isIt) found.push(referenceAt(node, source, name));
      });
      return found;
    },

    /** The function of which the node is part, called with what: `sendToAttempt` for an arrow that it is handed. */
    gateAround(node: ts.Node, file: string): string | undefined {
      for (let at = node; at.parent !== undefined; at = at.parent) {
        if (!ts.isArrowFunction(at)) continue;
        const call = callThatTakes(at);
        const called = call === undefined ? [] : declarationsOf(call.expression);
        const [gate] = called.filter((each) => fileOf(each.getSourceFile()) === file);
        if (gate !== undefined) return (gate as ts.NamedDeclaration).name?.getText();
      }
      return undefined;
    },
  };

  /** The one call that a function is handed to: where it stands, or by the name of its constant. */
  function callThatTakes(arrow: ts.ArrowFunction): ts.CallExpression | undefined {
    if (ts.isCallExpression(arrow.parent)) return arrow.parent;
    if (!ts.isVariableDeclaration(arrow.parent) || !ts.isIdentifier(arrow.parent.name)) return undefined;
    const { name } = arrow.parent;
    const uses: ts.Node[] = [];
    const walk = (node: ts.Node): void => {
      if (ts.isIdentifier(node) && node !== name && declarationsOf(node).includes(arrow.parent as ts.Declaration))
        uses.push(node);
      ts.forEachChild(node, walk);
    };
    walk(arrow.getSourceFile());
    const [use, ...others] = uses;
    if (use === undefined || others.length > 0 || !ts.isCallExpression(use.parent)) return undefined;
    return use.parent.expression === use ? undefined : use.parent;
  }
}

const isNamed = (declaration: ts.Declaration, name: string): boolean =>
  (declaration as ts.NamedDeclaration).name?.getText() === name;
