const { existsSync, readFileSync } = require("node:fs");
const { dirname, join } = require("node:path");
const ts = require("typescript");

/**
 * @typedef {import("typescript").Node} Node
 * @typedef {import("typescript").Expression} Expression
 * @typedef {import("typescript").SourceFile} SourceFile
 * @typedef {ReadonlyMap<string, readonly string[]>} Bound what the parameters of the function being read may hold
 * @typedef {{ file: string, line: number, text: string }} ErrorText a text that an error may have; `…` stands for a value
 */

/** Stands for a value that only a run knows. */
const VALUE = "…";
/** Ways in which one text may come out: more of them say nothing new. */
const MOST_VARIANTS = 64;
/** Calls that a text may come through. */
const MOST_CALLS = 4;
/** A text with fewer words of its own is somebody else's, passed on. */
const LEAST_WORDS = 3;

/** Errors that a person reads, and which of their arguments is the message. */
const messageOf = new Map([
  ["Error", 0],
  ["Refusal", 0],
  ["UsageProblem", 0],
  ["PulumiProblem", 0],
  ["RunError", 0],
  ["ReadingError", 1],
  ["NotFoundError", 0],
]);

/**
 * Every error that the sources can show to a person, as the texts that it may have: of `new Refusal(…)` and its kin, of what guards, checks
 * and settings hold against a value, and of a failed call. Follows names and functions into the files that declare them.
 *
 * @param {string} root
 * @param {readonly string[]} files
 * @returns {ErrorText[]}
 */
function errorsIn(root, files) {
  const sources = new Sources(root);
  return files.flatMap((file) => {
    const source = sources.read(file);
    /** @type {ErrorText[]} */
    const found = [];
    /** @param {Node} node */
    const visit = (node) => {
      const line = source.getLineAndCharacterOfPosition(node.getStart()).line + 1;
      const texts = errorAt(node).reduce((/** @type {string[]} */ all, part) => {
        const own = typeof part === "string" ? [part] : sources.textsOf(part, new Map(), 0);
        return all.length === 0 ? own : combined(all, own);
      }, []);
      for (const text of new Set(texts)) if (isOurs(text)) found.push({ file, line, text });
      ts.forEachChild(node, visit);
    };
    visit(source);
    return found;
  });
}

/** @param {string} text */
const isOurs = (text) => (text.match(/[A-Za-z']{2,}/g) ?? []).length >= LEAST_WORDS;

/**
 * The parts of the error that a node makes; nothing where it makes none.
 * @param {Node} node
 * @returns {(string | Expression)[]}
 */
function errorAt(node) {
  if (ts.isNewExpression(node)) {
    const place = messageOf.get(nameOf(node.expression));
    const message = place === undefined ? undefined : node.arguments?.[place];
    return message === undefined ? [] : [message];
  }
  if (ts.isCallExpression(node)) return refusedBy(node);
  if (ts.isObjectLiteralExpression(node)) return heldAgainst(node);
  // A row of the table of failures: code, reason, advice.
  if (ts.isArrayLiteralExpression(node) && node.elements.length === 3 && isCode(node.elements[0]))
    return [/** @type {Expression} */ (node.elements[1]), ". ", /** @type {Expression} */ (node.elements[2])];
  return [];
}

/** @param {Node | undefined} node */
const isCode = (node) =>
  node !== undefined && ts.isStringLiteral(node) && /^(?:unreachable|timeout|malformed-response|invalid-request)$/.test(node.text);

/** @param {import("typescript").CallExpression} call */
function refusedBy(call) {
  const name = nameOf(call.expression);
  const last = call.arguments.at(-1);
  if (last === undefined) return [];
  if (call.expression.kind === ts.SyntaxKind.SuperKeyword && isError(call)) return call.arguments.slice(0, 1);
  if (name === "refuse") return [`${VALUE}: `, last];
  if ((name === "refine" || name === "regex") && call.arguments.length === 2) return [`${VALUE}: `, last];
  return [];
}

/** @param {Node} node whether it stands in a class of errors with a message of its own */
function isError(node) {
  /** @type {Node} */
  let above = node;
  while (!ts.isClassDeclaration(above) && !ts.isSourceFile(above)) above = above.parent;
  return ts.isClassDeclaration(above) && /Error|Refusal|Problem/.test(above.heritageClauses?.[0]?.getText() ?? "");
}

/** @param {import("typescript").ObjectLiteralExpression} object */
function heldAgainst(object) {
  const { path, message, fix, why, severity, reason, advice, refusal, code } = Object.fromEntries(
    object.properties.flatMap((property) =>
      ts.isPropertyAssignment(property)
        ? [[property.name.getText(), property.initializer]]
        : ts.isShorthandPropertyAssignment(property)
          ? [[property.name.text, property.name]]
          : [],
    ),
  );
  if (reason !== undefined && advice !== undefined) return [`${VALUE}: `, reason, ". ", advice];
  if (path !== undefined && message !== undefined)
    return [`${VALUE}: `, message, ...(fix === undefined ? [] : ["\n", fix])];
  if (message !== undefined && code?.getText() === '"custom"') return [`${VALUE}: `, message];
  if (why !== undefined && severity === undefined && isGuard(object)) return [why];
  return refusal === undefined ? [] : [`${VALUE}: `, refusal];
}

/** @param {Node} node */
const isGuard = (node) => node.getSourceFile().fileName.startsWith("provider/guards/");

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
      return [VALUE];
    }
    if (ts.isIdentifier(node)) return bound.get(node.text) ?? this.#named(node, calls);
    if (ts.isCallExpression(node)) return this.#called(node, bound, calls);
    return [VALUE];
  }

  /**
   * What a name stands for, where its declaration tells.
   * @param {import("typescript").Identifier} name
   * @param {number} calls
   */
  #named(name, calls) {
    const found = this.#declaration(name);
    const isConstant = found !== undefined && ts.isVariableDeclaration(found) && found.initializer !== undefined;
    return isConstant && calls <= MOST_CALLS ? this.textsOf(/** @type {Node} */ (found.initializer), new Map(), calls + 1) : [VALUE];
  }

  /**
   * @param {import("typescript").CallExpression} call
   * @param {Bound} bound
   * @param {number} calls
   */
  #called(call, bound, calls) {
    const { expression } = call;
    if (ts.isPropertyAccessExpression(expression)) {
      const { name, expression: list } = expression;
      if (name.text !== "join" || !ts.isArrayLiteralExpression(list)) return [VALUE];
      const [between = ","] = call.arguments[0] === undefined ? [] : this.textsOf(call.arguments[0], bound, calls);
      return list.elements
        .map((element) => (ts.isSpreadElement(element) ? [VALUE] : this.textsOf(element, bound, calls)))
        .reduce((texts, next) => combined(combined(texts, [between]), next));
    }
    if (!ts.isIdentifier(expression)) return [VALUE];
    const known = new Map(call.arguments.map((argument, place) => [place, this.textsOf(argument, bound, calls)]));
    // What only makes a text safe to print leaves its words as they are.
    if (/^(?:printable|outgoing|outgoingLine|jsonText)$/.test(expression.text)) return known.get(0) ?? [VALUE];
    const declared = calls > MOST_CALLS ? undefined : this.#declaration(expression);
    const made = declared && ts.isVariableDeclaration(declared) ? declared.initializer : declared;
    if (made === undefined || !(ts.isArrowFunction(made) || ts.isFunctionDeclaration(made)) || !made.body) return [VALUE];
    const parameters = new Map(
      made.parameters.flatMap(({ name }, place) => (ts.isIdentifier(name) ? [[name.text, known.get(place) ?? [VALUE]]] : [])),
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
      if (isFunction(scope) && scope.parameters.some((parameter) => parameter.name.getText().match(/\w+/g)?.includes(name.text)))
        return undefined;
      if (!ts.isSourceFile(scope) && !ts.isBlock(scope)) continue;
      for (const statement of scope.statements) {
        const declared = declaredBy(statement, name.text);
        if (declared !== undefined) return declared;
        const from = ts.isSourceFile(scope) ? importedFrom(statement, name.text) : undefined;
        const file = from === undefined ? undefined : this.#resolved(scope.getSourceFile().fileName, from);
        if (file !== undefined)
          return this.read(file).statements.map((each) => declaredBy(each, name.text)).find((each) => each !== undefined);
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
  const isMeant = names !== undefined && ts.isNamedImports(names) && names.elements.some((each) => each.name.text === name);
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
    if (ts.isReturnStatement(node) && node.expression !== undefined) found.push(node.expression);
    ts.forEachChild(node, visit);
  };
  visit(body);
  return found;
}

/** @param {Node} node */
const nameOf = (node) => (ts.isPropertyAccessExpression(node) ? node.name.text : ts.isIdentifier(node) ? node.text : "");

/** @param {readonly string[]} left @param {readonly string[]} right */
const combined = (left, right) =>
  [...new Set(left.flatMap((before) => right.map((after) => before + after)))].slice(0, MOST_VARIANTS);

module.exports = { errorsIn };
