import { leavesNoSecret } from "./harness/leaves-no-secret";
import type { Run } from "./harness/process";
import { javascript, plainJavascript } from "./harness/programs";
import { plannedIn, rowOf } from "./harness/rows";
import type { Stack } from "./harness/stack";
import { bench, service, stackOf } from "./harness/started";
import { connect } from "./harness/workbench";

/** One key for each option; `scopes` are those of the keys whose program changes later. */
const program = (scopes = '["accounts:read"]', renamed = 'new ApiKey("before", base);') => `
const base = { type: "secret", scopes: ["accounts:read"] };
const changing = { type: "secret", scopes: ${scopes} };
new ApiKey("ignoring", changing, { ignoreChanges: ["scopes"] });
new ApiKey("replacing", changing, { replaceOnChanges: ["scopes"] });
new ApiKey("protected", base, { protect: true });
const group = new pulumi.ComponentResource("test:index:Group", "group", {}, { protect: true });
new ApiKey("inside", base, { parent: group });
new ApiKey("retained", base, { retainOnDelete: true });
const host = new ApiKey("host", base);
new ApiKey("hosted", base, { deletedWith: host });
const hidden = new ApiKey("hidden", base, { additionalSecretOutputs: ["name"] });
exports.hidden = hidden.name;
exports.hiddenValue = hidden.value;
new ApiKey("transformed", base, { transforms: [({ props, opts }) => ({ props: { ...props, name: "by a transform" }, opts })] });
new ApiKey("told", base, { transforms: [({ props, opts }) => ({ props, opts: { ...opts, ignoreChanges: ["scopes"] } })] });
new ApiKey("target", changing);
${renamed}
`;

let stack: Stack;
let ids: Record<string, string>;
beforeAll(async () => {
  stack = await stackOf("options", program());
  await stack.mustUp();
  ids = await stack.ids();
});

const live = (name: string) => service.admin.key(ids[name]!);

test("a transform of the arguments is what the key is made with", async () => {
  expect(await live("transformed")).toMatchObject({ name: "by a transform" });
});

test("additionalSecretOutputs makes another output secret and leaves the value one", async () => {
  expect(await stack.outputs()).toEqual({ hidden: "[secret]", hiddenValue: "[secret]" });
  expect((await stack.state()).get("hidden")?.outputs?.name).toMatchObject({ ciphertext: expect.any(String) });
});

describe("after a colleague changed and deleted keys", () => {
  let preview: Run;
  beforeAll(async () => {
    for (const name of ["ignoring", "replacing", "told"])
      await service.admin.changeKey(ids[name]!, { scopes: ["api_keys:read"] });
    for (const name of ["protected", "inside"]) await service.admin.deleteKey(ids[name]!);
    preview = await stack.preview();
  });

  test("ignoreChanges is honoured by the live comparison", () => {
    expect(plannedIn(preview.output)).not.toHaveProperty("ignoring");
    expect(rowOf(preview.output, "ignoring")).toBe("");
  });

  test("ignoreChanges that a transform adds is honoured as well", () => {
    expect(plannedIn(preview.output)).not.toHaveProperty("told");
  });

  test("replaceOnChanges makes a replacement of a live difference", () => {
    expect(plannedIn(preview.output)).toMatchObject({ replacing: "replace" });
    expect(rowOf(preview.output, "replacing")).toMatch(/drift: scopes of .* is \["api_keys:read"\]/);
  });

  test("the row of a gone key that is protected names the command that unprotects it", () => {
    const urn = "urn:pulumi:dev::options::pulumi-nodejs:dynamic/payments:ApiKey::protected";
    expect(rowOf(preview.output, "protected")).toMatch(/gone: /);
    expect(rowOf(preview.output, "protected")).toContain(`pulumi state unprotect ${urn}`);
  });

  test("the row of a gone key that is protected through its component names it as well", () => {
    expect(rowOf(preview.output, "inside")).toMatch(/pulumi state unprotect urn:pulumi:dev::options::.*::inside/);
  });

  test("the engine refuses to replace them, and after that command plans it: no row asks for it first", async () => {
    expect(preview.exitCode).not.toBe(7);
    expect(preview.output).toMatch(/unable to replace resource/);
    for (const name of ["protected", "inside"]) {
      await stack.must("state", "unprotect", (await stack.state()).get(name)?.urn ?? "", "--yes");
    }
    const after = await stack.preview();
    expect(after.exitCode).toBe(7);
    expect(plannedIn(after.output)).toMatchObject({ protected: "replace", inside: "replace" });
    expect(rowOf(after.output, "protected")).toMatch(/if the engine refuses the replacement, run /);
    expect(after.output).not.toMatch(/unprotect [^ ]+ first/);
  });

  test("after that command up makes the gone keys anew and replaces where it was asked to", async () => {
    expect(await stack.up()).toMatchObject({ exitCode: 0 });
    const before = ids;
    ids = await stack.ids();
    for (const name of ["protected", "inside", "replacing"]) expect(ids[name]).not.toBe(before[name]);
    expect(await live("ignoring")).toMatchObject({ scopes: ["api_keys:read"] });
    expect(await live("replacing")).toMatchObject({ scopes: ["accounts:read"] });
  });
});

describe("after the program changed", () => {
  beforeAll(() => {
    const renamed = 'new ApiKey("after", base, { aliases: [{ name: "before" }] });';
    stack.write(javascript(program('["accounts:read", "accounts:write"]', renamed).replaceAll("protect: true", "")));
  });

  test("--target changes the named key and no other", async () => {
    const urn = (await stack.state()).get("target")?.urn ?? "";
    await service.admin.forget();
    expect(await stack.up("--target", urn)).toMatchObject({ exitCode: 0 });
    expect(await live("target")).toMatchObject({ scopes: ["accounts:read", "accounts:write"] });
    expect(await service.admin.writes()).toEqual(["PATCH /v1/api-keys/{id}"]);
  });

  test("a rename with an alias is no change of the key, and replaceOnChanges replaces", async () => {
    const preview = await stack.pulumi("preview");
    expect(plannedIn(preview.output)).toEqual({ replacing: "replace" });
    await service.admin.forget();
    expect(await stack.up()).toMatchObject({ exitCode: 0 });
    expect(await service.admin.writes()).toEqual(["POST /v1/api-keys", "DELETE /v1/api-keys/{id}"]);
    const now = await stack.ids();
    expect(now.after).toBe(ids.before);
    expect(now).not.toHaveProperty("before");
    expect(await live("ignoring")).toMatchObject({ scopes: ["api_keys:read"] });
    expect(await stack.preview()).toMatchObject({ exitCode: 0 });
    ids = now;
  });
});

test("an option that the platform can't forward is refused with what to use instead", async () => {
  const said = await bench.stack({
    name: "refused",
    yaml: plainJavascript,
    files: javascript(`
      const base = { type: "secret", scopes: ["accounts:read"] };
      for (const options of [{ import: "key_1" }, { customTimeouts: { create: "1m" } }, { ignoreChanges: ["scopes[0]"] }]) {
        try { new ApiKey("key", base, options); } catch (error) { pulumi.log.warn(error.message); }
      }`),
  });
  await connect(said, service);
  const preview = await said.preview();
  expect(preview.output).toMatch(/import .*adoptId/);
  expect(preview.output).toMatch(/customTimeouts .*payments:timeouts/);
  expect(preview.output).toMatch(/ignoreChanges names scopes\[0\]\. Name whole arguments/);
  expect(plannedIn(preview.output)).toEqual({});
});

test("destroy keeps what retainOnDelete names, and deletes once for a key and those deletedWith it", async () => {
  await service.admin.forget();
  expect(await stack.destroy()).toMatchObject({ exitCode: 0 });
  const deleted = (await service.admin.requests()).filter(({ operation }) => operation.startsWith("DELETE"));
  expect(deleted.map(({ path }) => path)).toContain(`/v1/api-keys/${ids.host}`);
  expect(deleted.map(({ path }) => path)).not.toContain(`/v1/api-keys/${ids.hosted}`);
  expect(await service.admin.holds(service.accountId, ids.retained!)).toBe(true);
  expect(await service.admin.holds(service.accountId, ids.after!)).toBe(false);
});

leavesNoSecret(() => ({ bench, service }));
