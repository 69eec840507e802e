import { PulumiProblem, pulumi } from "../../cli/pulumi";
import { fakePulumi } from "./fake-pulumi";

const fake = fakePulumi();
afterAll(() => fake.remove());

const failing = async (error: string): Promise<string> => {
  fake.set("dev", { error });
  const problem = await pulumi(["stack", "export"], { stack: "dev" }, fake.environment).catch(
    (thrown: unknown) => thrown,
  );
  expect(problem).toBeInstanceOf(PulumiProblem);
  return (problem as Error).message;
};

test("what the CLI prints comes back whole, for the stack that is named or selected", async () => {
  fake.set("dev", { deployment: { resources: [], big: "ü".repeat(300_000) } });
  fake.set("selected", { deployment: { resources: ["selected"] } });
  const named = await pulumi(["stack", "export"], { stack: "dev" }, fake.environment);
  expect(JSON.parse(named).deployment.big).toHaveLength(300_000);
  expect(await pulumi(["stack", "export"], {}, fake.environment)).toContain('"selected"');
});

test("a failure names the command and the stack, the CLI's own reason, and what to do next", async () => {
  const problem = await pulumi(["stack", "export"], { stack: "nope", cwd: fake.folder }, fake.environment).catch(
    String,
  );
  expect(problem).toContain(
    `'pulumi stack export' of stack nope of ${fake.folder} failed: no stack named 'nope' found.`,
  );
  expect(problem).toContain("Run 'pulumi stack ls' to list the stacks");
  expect(await failing("error: incorrect passphrase")).toContain("Set PULUMI_CONFIG_PASSPHRASE");
  expect(await failing("error: no stack selected; please use `pulumi stack select`")).toContain(
    "Name one with --stack",
  );
  expect(await failing("error: no Pulumi.yaml project file found")).toContain("--cwd");
});

test("the reason is one line without anything that a terminal obeys", async () => {
  expect(await failing("warning: old\nerror: \u001b[31mbroken\u0007\nmore")).toMatch(
    /failed: \\u\{1b\}\[31mbroken\\u\{7\}\. Run 'pulumi stack export' yourself to see more\.$/,
  );
});

test("a missing CLI is reported, with the way to do without", async () => {
  const problem = await pulumi(["stack", "export"], { cwd: fake.folder }, { PATH: "/nowhere" }).catch(String);
  expect(problem).toMatch(/could not be started .*pulumi CLI is on PATH.*PAYMENTS_\*/);
});
