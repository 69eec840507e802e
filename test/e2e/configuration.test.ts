import { leavesNoSecret } from "./harness/leaves-no-secret";
import { javascript, plainJavascript } from "./harness/programs";
import type { Stack } from "./harness/stack";
import { bench, service } from "./harness/started";
import { connect } from "./harness/workbench";

let stack: Stack;
beforeAll(async () => {
  const files = javascript('new ApiKey("ci", { type: "secret", scopes: ["accounts:read"] });');
  stack = await bench.stack({ name: "configured", files, yaml: plainJavascript });
});

const diagnostics = (output: string): string => output.slice(output.indexOf("\nDiagnostics:"));

test("an empty configuration is refused with the line that sets each thing that is missing", async () => {
  const preview = await stack.preview();
  expect(preview.exitCode).toBe(1);
  const said = diagnostics(preview.output);
  for (const line of [
    "pulumi config set payments:baseUrl https://",
    "pulumi config set --secret payments:apiKey",
    "pulumi config set payments:accountId acct_",
  ]) {
    expect(said).toContain(line);
  }
  expect(said).not.toMatch(/^\s+at /m);
});

test("every problem of a wrong configuration is told at once, each with the line that fixes it", async () => {
  await stack.configure({
    "payments:baseUrl": "http://payments.example.com",
    "payments:acountId": "acct_typo",
    "payments:driftCheck": "sometimes",
    "payments:maxConcurrency": "many",
    "payments:accountId": "acct_same",
    "payments:partnerAccountId": "acct_same",
  });
  const preview = await stack.preview();
  expect(preview.exitCode).toBe(1);
  const said = diagnostics(preview.output);
  for (const expected of [
    /payments:acountId: unknown setting\. Did you mean "payments:accountId"\?\s+pulumi config rm payments:acountId/,
    /payments:driftCheck: [^\n]*\s+pulumi config set payments:driftCheck strict/,
    /payments:maxConcurrency: [^\n]*\s+pulumi config set payments:maxConcurrency 8/,
    /payments:accountId: acct_same is the partner account[^\n]*\s+pulumi config set payments:accountId acct_/,
    /payments:apiKey: missing[^\n]*\s+pulumi config set --secret payments:apiKey\s/,
    /payments:baseUrl: [^\n]*payments:allowInsecureHttp true\s+pulumi config set payments:baseUrl https:/,
  ]) {
    expect(said).toMatch(expected);
  }
});

test("once each of them is fixed the same stack works", async () => {
  for (const key of ["acountId", "driftCheck", "maxConcurrency"]) await stack.must("config", "rm", `payments:${key}`);
  await connect(stack, service, { "payments:partnerAccountId": service.partnerAccountId });
  expect(await stack.up()).toMatchObject({ exitCode: 0 });
});

test("an address in the environment that says otherwise is refused, and asks nothing", async () => {
  await service.admin.forget();
  stack.env.PAYMENTS_ACCOUNT_ID = "acct_other";
  const preview = await stack.preview();
  delete stack.env.PAYMENTS_ACCOUNT_ID;
  expect(preview.exitCode).toBe(1);
  expect(diagnostics(preview.output)).toMatch(
    /PAYMENTS_ACCOUNT_ID: differs from payments:accountId[^\n]*\s+unset PAYMENTS_ACCOUNT_ID/,
  );
  expect(await service.admin.requests()).toEqual([]);
});

leavesNoSecret(() => ({ bench, service }));
