const { existsSync, readFileSync } = require("node:fs");
const { dirname, join } = require("node:path");
const ts = require("typescript");

/**
 * @typedef {import("typescript").Node} Node
 * @typedef {import("typescript").SourceFile} SourceFile
 * @typedef {ReadonlyMap<string, readonly string[]>} Bound what the parameters of the function being read may hold
 */

/** Stands for a value that only a run knows. */
const VALUE = "…";
/** Stands for the end of a text that is judged where it is made: the advice of a failed call, the list of problems. */
const ELSEWHERE = "¶";
/** Ways in which one text may come out: more of them say nothing new. */
const MOST_VARIANTS = 64;
/** Calls that a text may come through. */
const MOST_CALLS = 4;

/** Reads sources, and what their expressions come to. */
class Sources {
  /** @type {Map<string, SourceFile>} */
  #read = new Map();

  /** @param {string} root */
  constructor(root) {
    this.root = root;
  }

  /** @param {string} file */
  read(file) {
    const known = this.#read.get(file);
    if (known !== undefined) return known;
    const text = readFileSync(join(this.root, file), "utf8");
    const source = ts.createSourceFile(file, text, ts.ScriptTarget.ES2023, true, ts.ScriptKind.TS);
    this.#read.set(file, source);
    return source;
  }

  /**
   * Every text that an expression may come to.
   * @param {Node} node
   * @param {Bound} bound
   * @param {number} calls
   * @returns {readonly string[]}
   */
  textsOf(node, bound, calls) {
    const of = (/** @type {Node} */ inner) => this.textsOf(inner, bound, calls);
    if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node) || ts.isNonNullExpression(node))
      return of(node.expression);
    if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return [node.text];
    if (ts.isTemplateExpression(node))
      return node.templateSpans.reduce(
        (texts, { expression, literal }) => combined(combined(texts, of(expression)), [literal.text]),
        /** @type {readonly string[]} */ ([node.head.text]),
      );
    if (ts.isConditionalExpression(node)) return [...of(node.whenTrue), ...of(node.whenFalse)];
    if (ts.isBinaryExpression(node)) {
      const { left, right, operatorToken } = node;
      if (operatorToken.kind === ts.SyntaxKind.PlusToken) return combined(of(left), of(right));
      if ([ts.SyntaxKind.QuestionQuestionToken, ts.SyntaxKind.BarBarToken].includes(operatorToken.kind))
        return [...of(left), ...of(right)];
      return operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken ? of(right) : [VALUE];
    }
    if (ts.isIdentifier(node)) return bound.get(node.text) ?? this.#named(node, calls);
    if (isAdvice(node)) return [ELSEWHERE];
    // Of a table of texts any may be chosen.
    if (ts.isElementAccessExpression(node)) {
      const table = this.#initializer(node.expression);
      if (table === undefined || !ts.isObjectLiteralExpression(table)) return [VALUE];
      return table.properties.flatMap((row) => (ts.isPropertyAssignment(row) ? of(row.initializer) : [VALUE]));
    }
    if (ts.isCallExpression(node)) return this.#called(node, bound, calls);
    return [VALUE];
  }

  /**
   * What a name stands for, where its declaration tells.
   * @param {import("typescript").Identifier} name
   * @param {number} calls
   */
  #named(name, calls) {
    const value = calls > MOST_CALLS ? undefined : this.#initializer(name);
    if (value !== undefined) return this.textsOf(value, new Map(), calls + 1);
    return [isAdvice(name) ? ELSEWHERE : VALUE];
  }

  /** @param {Node} name */
  #initializer(name) {
    const found = ts.isIdentifier(name) ? this.#declaration(name) : undefined;
    return found !== undefined && ts.isVariableDeclaration(found) ? found.initializer : undefined;
  }

  /**
   * @param {import("typescript").CallExpression} call
   * @param {Bound} bound
   * @param {number} calls
   */
  #called(call, bound, calls) {
    const { expression } = call;
    if (ts.isPropertyAccessExpression(expression)) {
      const { name, expression: joined } = expression;
      const list = ts.isArrayLiteralExpression(joined) ? joined : this.#initializer(joined);
      if (name.text !== "join" || list === undefined || !ts.isArrayLiteralExpression(list) || !list.elements.length)
        return [VALUE];
      const [between = ","] = call.arguments[0] === undefined ? [] : this.textsOf(call.arguments[0], bound, calls);
      return list.elements
        .map((element) => (ts.isSpreadElement(element) ? [VALUE] : this.textsOf(element, bound, calls)))
        .reduce((texts, next) => combined(combined(texts, [between]), next));
    }
    if (!ts.isIdentifier(expression)) return [VALUE];
    const known = new Map(call.arguments.map((argument, place) => [place, this.textsOf(argument, bound, calls)]));
    // What only makes a text safe to print leaves its words as they are.
    if (/^(?:printable|outgoing|outgoingLine|failureText)$/.test(expression.text)) return known.get(0) ?? [VALUE];
    if (expression.text === "describeProblems") return combined(known.get(0) ?? [VALUE], [`\n${ELSEWHERE}`]);
    if (expression.text === "quote") return [VALUE];
    const declared = calls > MOST_CALLS ? undefined : this.#declaration(expression);
    const made = declared && ts.isVariableDeclaration(declared) ? declared.initializer : declared;
    if (made === undefined || !(ts.isArrowFunction(made) || ts.isFunctionDeclaration(made)) || !made.body)
      return [VALUE];
    const parameters = new Map(
      made.parameters.flatMap(({ name }, place) =>
        ts.isIdentifier(name) ? [[name.text, known.get(place) ?? [VALUE]]] : [],
      ),
    );
    const texts = returnsOf(made.body).flatMap((each) => this.textsOf(each, parameters, calls + 1));
    return texts.length === 0 ? [VALUE] : texts;
  }

  /**
   * The nearest declaration of a name: in the blocks around it, in its file, or in the file that it is imported from.
   * @param {import("typescript").Identifier} name
   * @returns {Node | undefined}
   */
  #declaration(name) {
    for (let scope = name.parent; scope !== undefined; scope = scope.parent) {
      if (
        isFunction(scope) &&
        scope.parameters.some((parameter) => parameter.name.getText().match(/\w+/g)?.includes(name.text))
      )
        return undefined;
      if (!ts.isSourceFile(scope) && !ts.isBlock(scope)) continue;
      for (const statement of scope.statements) {
        const declared = declaredBy(statement, name.text);
        if (declared !== undefined) return declared;
        const from = ts.isSourceFile(scope) ? importedFrom(statement, name.text) : undefined;
        const file = from === undefined ? undefined : this.#resolved(scope.getSourceFile().fileName, from);
        if (file !== undefined)
          return this.read(file)
            .statements.map((each) => declaredBy(each, name.text))
            .find((each) => each !== undefined);
      }
    }
    return undefined;
  }

  /** @param {string} from @param {string} specifier */
  #resolved(from, specifier) {
    if (!specifier.startsWith(".")) return undefined;
    const path = join(dirname(from), specifier).replace(/\.js$/, "");
    return [`${path}.ts`, join(path, "index.ts")].find((file) => existsSync(join(this.root, file)));
  }
}

/** @param {Node} node whether it is the advice of a failed call, which every call of `PaymentServiceError` is listed with */
const isAdvice = (node) =>
  ts.isPropertyAccessExpression(node) ? node.name.text === "advice" : ts.isIdentifier(node) && node.text === "advice";

/** @param {Node} node @returns {node is import("typescript").SignatureDeclaration} */
const isFunction = (node) => ts.isFunctionLike(node);

/** @param {import("typescript").Statement} statement @param {string} name @returns {Node | undefined} */
function declaredBy(statement, name) {
  if (ts.isFunctionDeclaration(statement)) return statement.name?.text === name ? statement : undefined;
  if (!ts.isVariableStatement(statement)) return undefined;
  return statement.declarationList.declarations.find((each) => ts.isIdentifier(each.name) && each.name.text === name);
}

/** @param {import("typescript").Statement} statement @param {string} name */
function importedFrom(statement, name) {
  if (!ts.isImportDeclaration(statement)) return undefined;
  const names = statement.importClause?.namedBindings;
  const isMeant =
    names !== undefined && ts.isNamedImports(names) && names.elements.some((each) => each.name.text === name);
  return isMeant ? /** @type {import("typescript").StringLiteral} */ (statement.moduleSpecifier).text : undefined;
}

/** @param {Node} body what a function returns */
function returnsOf(body) {
  if (!ts.isBlock(body)) return [body];
  /** @type {Node[]} */
  const found = [];
  /** @param {Node} node */
  const visit = (node) => {
    if (ts.isFunctionLike(node)) return;
    if (ts.isReturnStatement(node) && node.expression !== undefined && node.expression.getText() !== "undefined")
      found.push(node.expression);
    ts.forEachChild(node, visit);
  };
  visit(body);
  return found;
}

/** @param {Node} node */
const nameOf = (node) =>
  ts.isPropertyAccessExpression(node) ? node.name.text : ts.isIdentifier(node) ? node.text : "";

/** @param {readonly string[]} left @param {readonly string[]} right */
const combined = (left, right) =>
  [...new Set(left.flatMap((before) => right.map((after) => before + after)))].slice(0, MOST_VARIANTS);

module.exports = { combined, nameOf, Sources, VALUE };
