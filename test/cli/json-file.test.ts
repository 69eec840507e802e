import { z } from "zod";
import { issuesIn } from "../../cli/json-file";

const schema = z.strictObject({ a: z.string(), b: z.object({ c: z.number() }), d: z.string(), e: z.string() });
const issuesOf = (value: unknown): string => issuesIn(schema.safeParse(value).error!);

test("what a schema has against a value names the place of each problem", () => {
  expect(issuesOf({ a: "x", b: { c: "1" }, d: "", e: "" })).toBe(
    "b.c: invalid input: expected number, received string",
  );
  expect(issuesOf(1)).toBe("the file: invalid input: expected object, received number");
});

test("of many problems the first three are reported, and how many more there are", () => {
  expect(issuesOf({})).toMatch(/^a: [^;]*; b: [^;]*; d: [^;]*; and 1 more$/);
});
