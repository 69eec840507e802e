import { join } from "node:path";
import ts from "typescript";
import { root } from "../structure/repository";

export interface Snippet {
  /** Where it stands, for messages. */
  where: string;
  code: string;
}

const options: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2023,
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  types: ["node"],
  // The sources, so that nothing has to be built first.
  paths: {
    "pulumi-payments": [join(root, "sdk/index.ts")],
    "pulumi-payments/native": [join(root, "sdk/native/index.ts")],
    "pulumi-payments/policy": [join(root, "policy/index.ts")],
    "pulumi-payments-sandbox": [join(root, "sandbox/index.ts")],
  },
};

/** What the compiler says about each snippet, as a module of its own beside the sources. */
export function typeErrorsIn(snippets: readonly Snippet[]): string[] {
  const files = new Map(snippets.map((snippet, index) => [join(root, `snippet-${index}.ts`), snippet]));
  const host = ts.createCompilerHost(options);
  const { readFile, fileExists, getSourceFile } = host;
  const codeOf = (file: string) => {
    const snippet = files.get(file);
    return snippet && `${snippet.code}\nexport {};\n`;
  };
  host.fileExists = (file) => files.has(file) || fileExists(file);
  host.readFile = (file) => codeOf(file) ?? readFile(file);
  host.getSourceFile = (file, language, ...rest) => {
    const code = codeOf(file);
    return code === undefined ? getSourceFile(file, language, ...rest) : ts.createSourceFile(file, code, language);
  };
  const program = ts.createProgram([...files.keys()], options, host);
  return [...files].flatMap(([file, { where }]) =>
    [
      ...program.getSyntacticDiagnostics(program.getSourceFile(file)),
      ...program.getSemanticDiagnostics(program.getSourceFile(file)),
    ].map(({ messageText }) => `${where}: ${ts.flattenDiagnosticMessageText(messageText, " ")}`),
  );
}
