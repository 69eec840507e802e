import ts from "typescript";

/**
 * Names of the tests of a file that are sure to run: calls of `test` with a name written out, at the top of the file or of a
 * `describe`. A test in a branch or a loop, of a table, held back by `skip` or `todo`, or beside one that has `only`, is not among
 * them.
 */
export function testsIn(code: string): string[] {
  const file = ts.createSourceFile("tests.ts", code, ts.ScriptTarget.Latest, true);
  if (/\b(?:test|it|describe)\.only\b|\bf(?:it|describe)\b/.test(code)) return [];
  return namesAmong(file.statements, "");
}

function namesAmong(statements: readonly ts.Statement[], prefix: string): string[] {
  return statements.flatMap((statement) => {
    if (!ts.isExpressionStatement(statement) || !ts.isCallExpression(statement.expression)) return [];
    const { expression: callee, arguments: given } = statement.expression;
    const [title, body] = given;
    if (!ts.isIdentifier(callee) || title === undefined || !ts.isStringLiteralLike(title)) return [];
    if (callee.text === "test") return [prefix + title.text];
    const isGroup = callee.text === "describe" && body !== undefined && ts.isArrowFunction(body);
    return isGroup && ts.isBlock(body.body) ? namesAmong(body.body.statements, `${prefix}${title.text} `) : [];
  });
}
