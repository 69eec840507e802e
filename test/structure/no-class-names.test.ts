import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { resourceClassNames } from "../../provider/text/class-names";
import { root, sourcesUnder } from "./repository";

const classNames = new Set<string>(resourceClassNames);

/** The keys of an account are listed whatever the stacks hold, and a finding of one is of this kind. */
const allowed = ["drift/classify/accounts.ts: ApiKey"];

/** Names of resource classes in code: as texts and as names of properties. Comments and whole sentences are none. */
function classNamesIn(file: string, code = readFileSync(join(root, file), "utf8")): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if ((ts.isStringLiteralLike(node) || ts.isIdentifier(node)) && classNames.has(node.text))
      found.push(`${file}: ${node.text}`);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, code, ts.ScriptTarget.Latest, true));
  return found;
}

test("nothing of the drift command knows a resource by its class: what is peculiar to one, its definition states", () => {
  const sources = [...sourcesUnder("drift"), ...sourcesUnder("cli/drift"), "cli/drift.ts", "cli/explain.ts"];
  expect(sources.flatMap((file) => classNamesIn(file))).toEqual(allowed);
});

test("a class is found as a text, as a property and in a comparison", () => {
  const code = 'if (kind === "ApiKey") {} const x = { WebhookEndpoint: 1 }; // ApplePayDomainScopes';
  expect(classNamesIn("x.ts", code)).toEqual(["x.ts: ApiKey", "x.ts: WebhookEndpoint"]);
});
