import { javascript, plainJavascript } from "./harness/programs";
import type { Stack } from "./harness/stack";
import { bench, service } from "./harness/started";
import { connect } from "./harness/workbench";

let stack: Stack;
beforeAll(async () => {
  const program = `
for (const name of ["a", "b"]) new ApiKey(name, { type: "secret", scopes: ["accounts:read"] });
require("pulumi-payments").getApiKeys().then(({ apiKeys }) => console.log("read " + apiKeys.length));
`;
  stack = await bench.stack({
    name: "plain",
    files: javascript(program),
    yaml: plainJavascript,
  });
  await connect(stack, service);
  await stack.configure({ "payments:apiKey": service.apiKey });
});

const warning =
  /warning: payments:apiKey is in plain text in the configuration of the stack dev, and therefore in its state/g;
/** Of the list in the end alone: what is new is shown as it comes, too. */
const warningsIn = (output: string): number =>
  (output.slice(output.indexOf("\nDiagnostics:")).match(warning) ?? []).length;

test("every preview and up warns once of a credential that is not encrypted, whatever the program makes and reads", async () => {
  for (const run of [() => stack.pulumi("preview"), () => stack.up(), () => stack.preview(), () => stack.up()]) {
    const { exitCode, output } = await run();
    expect(exitCode).toBe(0);
    expect(warningsIn(output)).toBe(1);
    expect(output).toContain("pulumi config set --secret payments:apiKey");
    expect(output).not.toContain(service.apiKey);
  }
  expect((await stack.must("stack", "export")).stdout).toContain(service.apiKey);
});

test("once it is encrypted nothing is said, and state no longer shows it", async () => {
  await stack.configure({}, { "payments:apiKey": service.apiKey });
  const up = await stack.up();
  expect([up.exitCode, up.output]).toEqual([0, expect.not.stringContaining("plain text")]);
  expect((await stack.preview()).output).not.toContain("plain text");
  expect((await stack.must("stack", "export")).stdout).not.toContain(service.apiKey);
});
