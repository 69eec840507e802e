const { readFileSync } = require("node:fs");
const { join } = require("node:path");
const ts = require("typescript");

/** @typedef {{ file: string, line: number, text: string }} Message a text that a person may read; `…` stands for a value that is put in */

/** Words that make a text one for people. A pattern, a name or a path has fewer. */
const LEAST_WORDS = 3;

/**
 * Every text for people in a source: rows, errors, help, descriptions. Pure.
 * @param {string} file
 * @param {string} code
 * @returns {Message[]}
 */
function messagesOf(file, code) {
  const source = ts.createSourceFile(
    file,
    code,
    ts.ScriptTarget.ES2023,
    true,
    file.endsWith(".js") ? ts.ScriptKind.JS : ts.ScriptKind.TS,
  );
  /** @type {Message[]} */
  const found = [];
  /** @param {import("typescript").Node} node */
  const visit = (node) => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || ts.isTypeNode(node)) return;
    const text = textOf(node);
    if (text !== undefined) {
      for (const line of text.split("\n").map((each) => each.trim())) {
        if (isForPeople(line))
          found.push({ file, line: source.getLineAndCharacterOfPosition(node.getStart()).line + 1, text: line });
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** @param {import("typescript").Node} node */
function textOf(node) {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return undefined;
  return node.head.text + node.templateSpans.map(({ literal }) => `…${literal.text}`).join("");
}

/** @param {string} text */
function isForPeople(text) {
  const words = text.match(/[A-Za-z']{2,}/g) ?? [];
  const isQuery = /\b(?:SELECT|INSERT INTO|NOT NULL|CREATE TABLE|PRAGMA|WHEN sum|ORDER BY|WHERE)\b/.test(text);
  return words.length >= LEAST_WORDS && !isQuery && / [a-z]/.test(text);
}

/** @param {string} root @param {readonly string[]} files @returns {Message[]} */
function messagesIn(root, files) {
  return files.flatMap((file) => messagesOf(file, readFileSync(join(root, file), "utf8")));
}

module.exports = { messagesIn, messagesOf };
