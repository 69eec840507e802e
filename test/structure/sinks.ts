import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import ts from "typescript";
import { root } from "./repository";

/** A place in a source where text leaves the process. */
export interface Sink {
  /** Relative to the root. */
  readonly file: string;
  /** The call, or the stream that is handed on, as it is written. */
  readonly code: string;
  /** The function through which everything goes that is written there; undefined: none that is known. */
  readonly through: string | undefined;
}

/** What makes text fit to leave: see provider/text/outgoing.ts. */
const guards = ["outgoing", "outgoingText", "outgoingLine", "printableLines", "redact", "withoutSecrets"];
/** Methods of the engine's messages that people read, and of what answers it. */
const messageMethods = ["setMessage", "setDiagnostic", "respond", "emitWarning"];
/** Of node:fs, and of its promises. */
const fileWriters = /^(?:write|append)(?:File|v)?(?:Sync)?$|^createWriteStream$/;

/** Every sink of a source file. */
export function sinksOf(file: string, text = readFileSync(resolve(root, file), "utf8")): readonly Sink[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found: Sink[] = [];
  const add = (node: ts.Node): void => {
    const code = node.getText(source).replace(/\s+/g, " ");
    found.push({ file, code, through: guardIn(node, source) });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && isSink(node, source)) add(node);
    else if (ts.isPropertyAccessExpression(node) && isStream(node, source)) add(node);
    else ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function isSink({ expression }: ts.CallExpression, source: ts.SourceFile): boolean {
  const text = expression.getText(source);
  if (/^console\.|^pulumi\.log\.(?:debug|info|warn|error)$|^process\.(?:stdout|stderr)\./.test(text)) return true;
  if (/\bprocess\.(?:stdout|stderr)\b/.test(text)) return true;
  const name = ts.isPropertyAccessExpression(expression) ? expression.name.text : text;
  if (ts.isPropertyAccessExpression(expression)) {
    return messageMethods.includes(name) || (/\bfs\b|fsPromises/.test(text) && fileWriters.test(name));
  }
  return name !== "write" && fileWriters.test(name);
}

function isStream(node: ts.PropertyAccessExpression, source: ts.SourceFile): boolean {
  return /^process\.(?:stdout|stderr)$/.test(node.getText(source));
}

/** A call of a guard anywhere in what is written. */
function guardIn(node: ts.Node, source: ts.SourceFile): string | undefined {
  if (!ts.isCallExpression(node)) return undefined;
  let guard: string | undefined;
  const visit = (inner: ts.Node): void => {
    if (ts.isCallExpression(inner)) {
      const name = inner.expression.getText(source).split(".").at(-1)!;
      if (guards.includes(name)) guard ??= name;
    }
    ts.forEachChild(inner, visit);
  };
  for (const argument of node.arguments) visit(argument);
  return guard;
}
