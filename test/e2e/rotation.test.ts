import type { AdminKey } from "./harness/admin";
import { leavesNoSecret } from "./harness/leaves-no-secret";
import type { Run } from "./harness/process";
import { javascript } from "./harness/programs";
import type { Stack } from "./harness/stack";
import { bench, service, stackOf } from "./harness/started";

let stack: Stack;
let fresh: AdminKey;
beforeAll(async () => {
  const credential = (name: string): Promise<AdminKey> =>
    service.admin.createKey({ account_id: service.partnerAccountId, type: "secret", name, scopes: ["*"] });
  const old = await credential("old");
  fresh = await credential("fresh");
  const files = javascript('new ApiKey("ci", { type: "secret", scopes: ["accounts:read"] });');
  stack = await stackOf("rotation", files);
  await stack.configure({}, { "payments:apiKey": old.value ?? "" });
  await stack.mustUp();
  await service.admin.deleteKey(old.id);
});

function expectWayOut(run: Run): void {
  expect(run.exitCode).toBe(1);
  expect(run.output).toMatch(/the credential was refused|unauthorized/);
  expect(run.output).toMatch(/PAYMENTS_API_KEY/);
  expect(run.output).not.toMatch(/^\s+at .*\.js:\d+/m);
}

test("a refresh after a rotation says that the credential was refused and names PAYMENTS_API_KEY", async () => {
  const before = await stack.state();
  expectWayOut(await stack.refresh());
  expect([...(await stack.state()).keys()]).toEqual([...before.keys()]);
});

test("the new credential in the stack's configuration alone does not reach a refresh, and the error still says so", async () => {
  await stack.configure({}, { "payments:apiKey": fresh.value ?? "" });
  expectWayOut(await stack.refresh());
});

test("a preview sees the new credential of the stack's configuration", async () => {
  expect(await stack.preview()).toMatchObject({ exitCode: 0 });
});

test("a refresh with the new credential in PAYMENTS_API_KEY works, and says once whose is used", async () => {
  stack.env.PAYMENTS_API_KEY = fresh.value ?? "";
  const refresh = await stack.refresh();
  expect(refresh).toMatchObject({ exitCode: 0 });
  const diagnostics = refresh.output.slice(refresh.output.indexOf("\nDiagnostics:"));
  expect(diagnostics.match(/PAYMENTS_API_KEY is used in place of/g)).toHaveLength(1);
});

test("destroy without it fails the same way and deletes nothing, and works with it", async () => {
  delete stack.env.PAYMENTS_API_KEY;
  const { id = "" } = (await stack.state()).get("ci") ?? {};
  expectWayOut(await stack.destroy());
  expect(await service.admin.holds(service.accountId, id)).toBe(true);
  stack.env.PAYMENTS_API_KEY = fresh.value ?? "";
  expect(await stack.destroy()).toMatchObject({ exitCode: 0 });
  expect(await service.admin.holds(service.accountId, id)).toBe(false);
});

leavesNoSecret(() => ({ bench, service }));
