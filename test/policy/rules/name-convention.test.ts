import { evaluateExample } from "../../../policy/example.js";
import { notYetKnown, testPolicy } from "../../../policy/index.js";
import { nameConvention } from "../../../policy/rules/name-convention.js";

const config = { pattern: "(billing|shop)-[a-z-]+" };
const judge = (props: Record<string, unknown>) => testPolicy(nameConvention, props, { config });

test("a name that matches passes, one that does not is shown beside the pattern", () => {
  judge({ name: "billing-reports" }).expectNone();
  judge({ name: "tmp2" }).expectViolation(/The name "tmp2" does not match \(billing\|shop\)-\[a-z-\]\+\./);
});

test("the whole name has to match, not a part of it", () => {
  judge({ name: "xx-billing-reports" }).expectViolation();
  judge({ name: "billing-reports2" }).expectViolation();
});

test("a key without a name is judged by its logical name, which the generated one begins with", () => {
  testPolicy(nameConvention, [{ name: "shop-web", props: {} }], { config }).expectNone();
  testPolicy(nameConvention, [{ name: "web", props: {} }], { config }).expectViolation(/The logical name "web"/);
});

test("a name that is not known yet is undetermined", () => {
  judge({ name: notYetKnown }).expectUndetermined();
});

test("without a pattern nothing is asked", () => {
  testPolicy(nameConvention, { name: "tmp2" }).expectNone();
});

test("a pattern that can't be run in linear time is refused before anything is judged", () => {
  expect(() => testPolicy(nameConvention, {}, { config: { pattern: "(?=a)b" } })).toThrow(
    /name-convention\.pattern: .*look-around/,
  );
});

const context = (mendAs: string | undefined) => ({
  config: { pattern: config.pattern, mendAs },
  stack: { name: "prod", project: "shop", config: {}, environment: {} },
  now: new Date(),
});
const web = { name: "web", props: {} } as Parameters<NonNullable<typeof nameConvention.remediate>>[0];

test("it mends by the template, where that gives a name that matches", () => {
  expect(nameConvention.remediate?.(web, context("{project}-{name}-{stack}"))).toEqual({ name: "shop-web-prod" });
  expect(nameConvention.remediate?.(web, context("{name}"))).toBeUndefined();
  expect(nameConvention.remediate?.(web, context(undefined))).toBeUndefined();
  expect(nameConvention.remediate?.(web, { ...context("{name}"), config: { mendAs: "{name}" } })).toBeUndefined();
});

test("what is no placeholder stays in the template", async () => {
  expect(
    nameConvention.remediate?.(web, { ...context("shop-{colour}"), config: { pattern: ".*", mendAs: "{colour}" } }),
  ).toEqual({
    name: "{colour}",
  });
  expect(await evaluateExample(nameConvention, nameConvention.example?.passing ?? "")).toEqual([]);
});

test("a violation is put on the name", () => {
  const { findings } = testPolicy(nameConvention, { name: "x" }, { config: { pattern: "shop-.*" } });
  expect(findings.map(({ path }) => path)).toEqual(["name"]);
});
