import type { ExampleProgram } from "../../../policy/rule.js";
import { rules } from "../../../policy/rules/registry.js";

const programOf = (given: string | ExampleProgram) => (typeof given === "string" ? { program: given } : given);

describe.each(rules.map((rule) => [rule.name, rule] as const))("%s", (_, { notes, example }) => {
  test("has notes in whole sentences, or none", () => {
    if (notes !== undefined) expect(notes).toMatch(/^[A-Z`].{20,}\.$/s);
  });

  test("has a passing example that does something, where the failing one does", () => {
    const [failing, passing] = [example?.failing ?? "", example?.passing ?? ""].map(programOf);
    expect(passing?.program === "").toBe(failing?.program === "");
    expect(passing).not.toEqual(failing);
    expect(Object.keys(passing?.outputs ?? {}).length).toBe(Object.keys(failing?.outputs ?? {}).length);
  });
});
