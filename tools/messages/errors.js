const ts = require("typescript");
const { combined, nameOf, Sources, VALUE } = require("./texts.js");

/**
 * @typedef {import("typescript").Node} Node
 * @typedef {import("typescript").Expression} Expression
 * @typedef {{ file: string, line: number, text: string }} ErrorText a text that an error may have; `…` stands for a value, `¶` for a part
 *   that is listed where it is made
 */

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
      const parts = errorAt(node).map((part) =>
        typeof part === "string" ? [part] : sources.textsOf(part, new Map(), 0),
      );
      const [first = [], ...rest] = parts;
      for (const text of new Set(rest.reduce(combined, first))) if (isOurs(text)) found.push({ file, line, text });
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
    return [
      `${VALUE}: `,
      /** @type {Expression} */ (node.elements[1]),
      ". ",
      /** @type {Expression} */ (node.elements[2]),
    ];
  return [];
}

/** @param {Node | undefined} node */
const isCode = (node) =>
  node !== undefined &&
  ts.isStringLiteral(node) &&
  /^(?:unreachable|timeout|malformed-response|invalid-request)$/.test(node.text);

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
  const { path, message, fix, why, severity, reason, advice, refusal, code, outcome } = Object.fromEntries(
    object.properties.flatMap((property) =>
      ts.isPropertyAssignment(property)
        ? [[property.name.getText(), property.initializer]]
        : ts.isShorthandPropertyAssignment(property)
          ? [[property.name.text, property.name]]
          : [],
    ),
  );
  if (reason !== undefined && advice !== undefined) return [`${VALUE}: `, reason, ". ", advice];
  // A finding of a policy has the reason and the fix of its rule.
  if (path !== undefined && message !== undefined && outcome === undefined)
    return [`${VALUE}: `, message, ...(fix === undefined ? [] : ["\n", fix])];
  if (message !== undefined && code?.getText() === '"custom"') return [`${VALUE}: `, message];
  if (why !== undefined && severity === undefined && isGuard(object)) return [why];
  return refusal === undefined ? [] : [`${VALUE}: `, refusal];
}

/** @param {Node} node */
const isGuard = (node) => node.getSourceFile().fileName.startsWith("provider/guards/");

module.exports = { errorsIn };
