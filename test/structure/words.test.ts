import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { root, sourcesUnder } from "./repository";

/** Names that the product no longer uses, each with the term that Pulumi, HTTP or the interface document have for it. */
const replaced: Readonly<Record<string, string>> = {
  Court: "PolicyContext",
  Decline: "Refusal",
  Edges: "Dependencies",
  HeldKey: "RotationKey",
  Home: "Origin",
  HomeVerdict: "OriginVerdict",
  Kept: "PrivateState",
  Made: "CreateResult",
  Memory: "RunRegistry",
  Mending: "Remediation",
  Parts: "Dependencies",
  Scene: "ResourceContext, or RuleContext in policies",
  Situation: "PlanInput",
  Stage: "ProviderCall",
  Stored: "RecordedState",
  Survey: "observeForPlan",
  ToldResource: "AnalyzedResource",
  ToldStack: "AnalyzedStack",
  Verdict: "Plan",
  Voice: "ResourceLogger",
  Wanted: "Desired…",
  heldKeys: "rotationKeys",
  holdAll: "registerKeys",
  keptFor: "privateStateFor",
  rehome: "relocate",
  sight: "observation",
  unseen: "unobservable",
  waysOn: "recoveryOptions",
};

/** Public names that stay, and what they mean there. */
const exempt: readonly string[] = ["policy/index.ts: Scene"];

function namesIn(text: string): Set<string> {
  const names = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node)) names.add(node.text);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile("source.ts", text, ts.ScriptTarget.Latest));
  return names;
}

test("no name of the product is one that a standard term has replaced", () => {
  const found = ["provider", "sdk", "policy", "drift", "cli"]
    .flatMap(sourcesUnder)
    .flatMap((path) =>
      [...namesIn(readFileSync(join(root, path), "utf8"))]
        .filter((name) => Object.hasOwn(replaced, name))
        .map((name) => `${path}: ${name}`),
    );
  expect(found.filter((each) => !exempt.includes(each))).toEqual([]);
});

test("a replaced name is found wherever it stands as a name, and not in a text or a comment", () => {
  expect([...namesIn('/** Home */ const text = "Voice"; type X = { sight: Court };')]).toEqual([
    "text",
    "X",
    "sight",
    "Court",
  ]);
});
