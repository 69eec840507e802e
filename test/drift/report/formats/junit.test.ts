import * as fc from "fast-check";
import type { Browser, Page } from "playwright-core";
import { junit } from "../../../../drift/report/formats/junit";
import { titleOf } from "../../../../drift/report/formats/words";
import { openTab, startChromium } from "../../../sandbox/pages/chromium";
import { changed, reportOf, stack } from "../../reports";
import { reportOfEveryTier } from "./every-tier";
import { hostileReport, terminalControls } from "./hostile";
import { junitFlaws, readJunit } from "./junit-readers";

let browser: Browser;
let page: Page;
beforeAll(async () => {
  browser = await startChromium();
  ({ page } = await openTab(browser));
});
afterAll(() => browser.close());

interface Element {
  name: string;
  attributes: Record<string, string>;
  text: string;
  children: Element[];
}

/** The documents as Chromium's XML parser reads them: strict, and of nobody here. */
function parse(documents: string[]): Promise<Element[]> {
  return page.evaluate(
    ([texts, source]) => {
      const walk = new Function(`return ${source}`)() as (text: string) => Element;
      return texts!.map(walk);
    },
    [documents, walkSource] as const,
  ) as Promise<Element[]>;
}
const walkSource = `function (text) {
  const { documentElement: root } = new DOMParser().parseFromString(text, "application/xml");
  if (root.ownerDocument.querySelector("parsererror")) throw new Error(root.textContent);
  const walk = (element) => ({
    name: element.nodeName,
    attributes: Object.fromEntries([...element.attributes].map(({ name, value }) => [name, value])),
    text: element.children.length === 0 ? element.textContent : "",
    children: [...element.children].map(walk),
  });
  return walk(root);
}`;

const suiteOf = (root: Element, name: string): Element =>
  root.children.find(({ attributes }) => attributes.name === name)!;
const cases = (suite: Element): Element[] => suite.children.filter(({ name }) => name === "testcase");

test("a stack is a suite: the look passes, and a finding in a failing tier is a failure with every field", async () => {
  const [root] = await parse([junit(reportOf())]);
  expect(root!.attributes).toEqual({
    name: "pulumi-payments drift",
    tests: "2",
    failures: "1",
    errors: "0",
    time: "5.000",
  });
  const suite = suiteOf(root!, "shop/dev (infra/shop)");
  expect(suite.attributes).toMatchObject({
    tests: "2",
    failures: "1",
    time: "2.500",
    timestamp: "2030-01-01T00:00:00",
  });
  expect(suite.children[0]!.children.map(({ attributes }) => attributes)).toEqual([
    { name: "resources", value: "3" },
    { name: "clean", value: "2" },
  ]);
  const [look, drift] = cases(suite);
  expect(look).toMatchObject({ attributes: { name: "the stack was looked at" }, children: [] });
  expect(drift!.children).toEqual([
    {
      name: "failure",
      attributes: { message: "changed: ApiKey ci (key_1) in shop/dev (infra/shop)", type: "changed" },
      text: `scopes is ["accounts:read","accounts:write"], wanted ["accounts:read"].
Next: pulumi up --stack dev --cwd infra/shop
Fingerprint 0123456789abcdef`,
      children: [],
    },
  ]);
});

test.each([
  ["gone", "failure"],
  ["undetermined", "error"],
  ["unmanaged", "skipped"],
  ["pending-program", "skipped"],
] as const)("a finding of the tier %s is a %s", async (tier, element) => {
  const [root] = await parse([junit(reportOf({ findings: [{ ...changed, tier }] }))]);
  const [, drift] = cases(suiteOf(root!, "shop/dev (infra/shop)"));
  expect(drift!.children.map(({ name }) => name)).toEqual([element]);
});

test("a stack that could not be read is an error", async () => {
  const stacks = [{ stack, outcome: "failed" as const, why: "no such stack", resources: 0, clean: 0, durationMs: 1 }];
  const [root] = await parse([junit(reportOf({ findings: [], stacks, exitCode: 3 }))]);
  expect(root!.attributes).toMatchObject({ tests: "1", failures: "0", errors: "1" });
  const [look] = cases(suiteOf(root!, "shop/dev (infra/shop)"));
  expect(look!.children[0]).toMatchObject({
    name: "error",
    attributes: { message: "could not be looked at: no such stack" },
  });
});

test("a key of an account is in the suite of its account", async () => {
  const { stack: _, ...unmanaged } = { ...changed, tier: "unmanaged" as const };
  const [root] = await parse([junit(reportOf({ findings: [unmanaged] }))]);
  expect(cases(suiteOf(root!, "account acct_1"))).toHaveLength(1);
});

test("findings of every tier, and stacks that could not be read, are valid by the schema of its readers", async () => {
  expect(await junitFlaws([junit(reportOfEveryTier), junit(reportOf({ findings: [], stacks: [] }))])).toEqual([]);
});

test.each([
  ["is cut off", "</testsuites>", ""],
  ["counts what Jenkins does not know", 'name="pulumi-payments drift"', '$& skipped="1"'],
  ["has a failure without a type", / type="changed"/, ""],
  ["has an element that no reader knows", /<failure/g, "<flop"],
  ["takes a time that is none", 'time="5.000"', 'time="5 s"'],
])("the schema refuses a document that %s", async (_, from, to) => {
  expect(await junitFlaws([junit(reportOfEveryTier).replace(from, to)])).not.toEqual([]);
});

test("a reader that others have written finds every finding again, with its words as they are", () => {
  const name = `<a> & "b" 'c' ]]>`;
  const report = reportOf({ ...reportOfEveryTier, findings: [...reportOfEveryTier.findings, { ...changed, name }] });
  const read = readJunit(junit(report));
  expect(read).toMatchObject({ name: "pulumi-payments drift", status: "FAIL" });
  const suiteNamed = (suite: string) => read.suites.find((each) => each.name === suite)!;
  expect(suiteNamed("account acct_1").cases).toMatchObject([{ status: "SKIP" }]);
  expect(suiteNamed("billing/prod").cases).toMatchObject([
    { status: "FAIL", failure: "could not be looked at: no such stack" },
  ]);
  const told = suiteNamed("shop/dev (infra/shop)").cases.map(({ name, status }) => `${status} ${name}`);
  for (const finding of report.findings.filter(({ stack: its }) => its !== undefined)) {
    const fails = ["gone", "changed", "unhealthy", "undetermined"].includes(finding.tier);
    expect(told).toContain(`${fails ? "FAIL" : "SKIP"} ${titleOf(finding)}`);
  }
  expect(suiteNamed("shop/dev (infra/shop)").cases.at(-1)).toMatchObject({
    failure: `changed: ApiKey ${name} (key_1) in shop/dev (infra/shop)`,
    stack_trace: expect.stringContaining('scopes is ["accounts:read","accounts:write"], wanted ["accounts:read"].'),
  });
});

test("whatever is named how, it is well-formed, holds our own elements only, and the sums are those of its cases", async () => {
  const ours = "testsuites testsuite properties property testcase failure error skipped".split(" ");
  const reports = fc.array(hostileReport, { minLength: 20, maxLength: 20 });
  await fc.assert(
    fc.asyncProperty(reports, async (batch) => {
      const documents = batch.map(junit);
      for (const document of documents) expect(document).not.toMatch(terminalControls);
      expect(await junitFlaws(documents)).toEqual([]);
      for (const [index, root] of (await parse(documents)).entries()) {
        const all = flatten(root);
        const count = (name: string): number => all.filter((element) => element.name === name).length;
        expect(all.filter(({ name }) => !ours.includes(name))).toEqual([]);
        expect(count("testcase")).toBe(batch[index]!.findings.length + 1);
        expect(root.attributes).toMatchObject({
          tests: String(count("testcase")),
          failures: String(count("failure")),
          errors: String(count("error")),
        });
        const suites = all.filter(({ name }) => name === "testsuite");
        const skipped = suites.reduce((sum, { attributes }) => sum + Number(attributes.skipped), 0);
        expect(skipped).toBe(count("skipped"));
      }
    }),
    { numRuns: 5 },
  );
});

function flatten(element: Element): Element[] {
  return [element, ...element.children.flatMap(flatten)];
}
