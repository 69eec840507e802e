import { evaluateExample } from "../../../policy/example";
import { notYetKnown, testPolicy } from "../../../policy/index";
import { nameConvention } from "../../../policy/rules/name-convention";

const config = { pattern: "(billing|shop)-[a-z-]+" };
const check = (props: Record<string, unknown>) => testPolicy(nameConvention, props, { config });

test("a name that matches passes, and one that does not violates with the pattern", () => {
  check({ name: "billing-reports" }).expectNone();
  check({ name: "tmp2" }).expectViolation(/The name "tmp2" does not match \(billing\|shop\)-\[a-z-\]\+\./);
});

test("the whole name has to match, not a part of it", () => {
  check({ name: "xx-billing-reports" }).expectViolation();
  check({ name: "billing-reports2" }).expectViolation();
});

test("the logical name of a key without a name must match, because the generated name begins with it", () => {
  testPolicy(nameConvention, [{ name: "shop-web", props: {} }], { config }).expectNone();
  testPolicy(nameConvention, [{ name: "web", props: {} }], { config }).expectViolation(/The logical name "web"/);
});

test("an unknown name is undetermined", () => {
  check({ name: notYetKnown }).expectUndetermined();
});

test("without a pattern the rule checks nothing", () => {
  testPolicy(nameConvention, { name: "tmp2" }).expectNone();
});

test("a pattern that needs more than linear time is refused before any check", () => {
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

test("it remediates with the template if the result matches", () => {
  expect(nameConvention.remediate?.(web, context("{project}-{name}-{stack}"))).toEqual({ name: "shop-web-prod" });
  expect(nameConvention.remediate?.(web, context("{name}"))).toBeUndefined();
  expect(nameConvention.remediate?.(web, context(undefined))).toBeUndefined();
  expect(nameConvention.remediate?.(web, { ...context("{name}"), config: { mendAs: "{name}" } })).toBeUndefined();
});

test("text that is not a placeholder stays in the template", async () => {
  expect(
    nameConvention.remediate?.(web, { ...context("shop-{colour}"), config: { pattern: ".*", mendAs: "{colour}" } }),
  ).toEqual({
    name: "{colour}",
  });
  expect(await evaluateExample(nameConvention, nameConvention.example?.passing ?? "")).toEqual([]);
});

test("a violation has the path of the name", () => {
  const { findings } = testPolicy(nameConvention, { name: "x" }, { config: { pattern: "shop-.*" } });
  expect(findings.map(({ path }) => path)).toEqual(["name"]);
});
