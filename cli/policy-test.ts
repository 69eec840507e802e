import { type Rule, textOf } from "../policy";
import { evaluateExample } from "../policy/example";

/** Runs the examples of rules on the SDK's mocks, without an engine and without a service. Answers the exit code. */
export async function testRules(rules: readonly Rule[], say: (line: string) => void): Promise<number> {
  let failures = 0;
  for (const rule of rules) {
    const problem = await problemOf(rule);
    if (problem !== undefined) failures += 1;
    say(problem === undefined ? `ok       ${rule.name}` : `not ok   ${rule.name}: ${problem}`);
  }
  say(
    failures === 0
      ? `${rules.length} rules fail and pass as they should.`
      : `${failures} of ${rules.length} rules do not.`,
  );
  return failures === 0 ? 0 : 1;
}

async function problemOf(rule: Rule): Promise<string | undefined> {
  if (rule.example === undefined) return "it has no example";
  try {
    const failing = await evaluateExample(rule, rule.example.failing);
    if (!failing.some(({ outcome }) => outcome === "violation")) return "the failing example passes";
    const [found] = await evaluateExample(rule, rule.example.passing);
    return found && `the passing example fails: ${textOf(found)}`;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
