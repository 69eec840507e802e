import { leavesNoSecret } from "./harness/leaves-no-secret";
import { javascript, plainJavascript } from "./harness/programs";
import { plannedIn, rowOf } from "./harness/rows";
import type { Stack } from "./harness/stack";
import { bench, service } from "./harness/started";
import { connect } from "./harness/workbench";

let stack: Stack;
beforeAll(async () => {
  stack = await bench.stack({
    name: "replacement",
    files: program('type: "secret", scopes: ["api_keys:read"]'),
    yaml: plainJavascript,
  });
  await connect(stack, service);
  await stack.mustUp();
});

function program(args: string, options = "{}"): Record<string, string> {
  return javascript(`exports.value = new ApiKey("key", { ${args} }, ${options}).value;`);
}
const idNow = async (): Promise<string> => (await stack.state()).get("key")?.id ?? "";
const valueNow = async (): Promise<string> => String((await stack.outputs("--show-secrets")).value);

test("a change of type replaces the key: the new one is created, then the old one deleted", async () => {
  const [before, value] = [await idNow(), await valueNow()];
  stack.write(program('type: "publishable"'));
  const preview = await stack.preview();
  expect(preview.exitCode).toBe(7);
  expect(plannedIn(preview.output)).toEqual({ key: "replace" });
  await service.admin.forget();
  expect(await stack.up()).toMatchObject({ exitCode: 0 });
  expect(await service.admin.writes()).toEqual(["POST /v1/api-keys", "DELETE /v1/api-keys/{id}"]);
  expect(await service.admin.holds(service.accountId, before)).toBe(false);
  expect(await service.admin.key(await idNow())).toMatchObject({ type: "publishable" });
  expect(await valueNow()).toMatch(/^pk_/);
  expect(await service.statusFor(value)).toBe(401);
  expect(await stack.preview()).toMatchObject({ exitCode: 0 });
});

test("with deleteBeforeReplace the old key is deleted, then the new one created", async () => {
  stack.write(program('type: "secret", scopes: ["api_keys:read"]', "{ deleteBeforeReplace: true }"));
  await service.admin.forget();
  expect(await stack.up()).toMatchObject({ exitCode: 0 });
  expect(await service.admin.writes()).toEqual(["DELETE /v1/api-keys/{id}", "POST /v1/api-keys"]);
  expect(await service.statusFor(await valueNow())).toBe(200);
});

test("a gone key with deleteBeforeReplace is recreated as well", async () => {
  await service.admin.deleteKey(await idNow());
  expect(rowOf((await stack.preview()).output, "key")).toMatch(/gone: /);
  expect(await stack.up()).toMatchObject({ exitCode: 0 });
  expect(await service.statusFor(await valueNow())).toBe(200);
});

test("a change of name or scopes updates the key in place", async () => {
  const [before, value] = [await idNow(), await valueNow()];
  stack.write(program('type: "secret", name: "named", scopes: ["api_keys:read", "accounts:read"]'));
  const preview = await stack.preview();
  expect(plannedIn(preview.output)).toEqual({ key: "update" });
  await service.admin.forget();
  expect(await stack.up()).toMatchObject({ exitCode: 0 });
  expect(await service.admin.writes()).toEqual(["PATCH /v1/api-keys/{id}"]);
  expect(await idNow()).toBe(before);
  expect(await valueNow()).toBe(value);
  expect(await service.admin.key(before)).toMatchObject({ name: "named", scopes: ["accounts:read", "api_keys:read"] });
});

leavesNoSecret(() => ({ bench, service }));
