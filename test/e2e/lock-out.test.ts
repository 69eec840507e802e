import { leavesNoSecret } from "./harness/leaves-no-secret";
import { javascript } from "./harness/programs";
import { rowOf } from "./harness/rows";
import type { Stack } from "./harness/stack";
import { bench, service, stackOf } from "./harness/started";

const program = (scopes: string, more = "") =>
  javascript(`exports.value = new ApiKey("platform", { type: "secret", scopes: ${scopes}${more} }).value;`);
const manages = '["accounts:read", "api_keys:read", "api_keys:write"]';

describe("the key that a stack made and now authenticates with", () => {
  let stack: Stack;
  let id: string;
  beforeAll(async () => {
    stack = await stackOf("own", program(manages), { "payments:deletionGuard": "off" });
    await stack.mustUp();
    id = (await stack.state()).get("platform")?.id ?? "";
    stack.env.PAYMENTS_API_KEY = String((await stack.outputs("--show-secrets")).value);
    await service.admin.forget();
  });
  afterEach(async () => {
    delete stack.env.PAYMENTS_ALLOW_SELF;
  });

  test("is not narrowed: the preview fails, up fails, and nothing is written", async () => {
    stack.write(program('["api_keys:read", "api_keys:write"]'));
    const preview = await stack.preview();
    expect(preview.exitCode).toBe(1);
    const row = rowOf(preview.output, "platform");
    expect(row).toContain(`API key ${id} is the one that this run authenticates with`);
    expect(row).toContain(`PAYMENTS_ALLOW_SELF=${id}`);
    expect(await stack.up()).toMatchObject({ exitCode: 1 });
    expect(await service.admin.writes()).toEqual([]);
  });

  test("is not replaced, and nothing is created for it", async () => {
    stack.write(javascript('new ApiKey("platform", { type: "publishable" });'));
    const up = await stack.up();
    expect(up.exitCode).toBe(1);
    expect(rowOf(up.output, "platform")).toContain("replacing it could lock the run out");
    expect(await service.admin.writes()).toEqual([]);
  });

  test("is not deleted by removing it from the program, and not by destroy", async () => {
    stack.write(javascript(""));
    for (const run of [await stack.up(), await stack.destroy()]) {
      expect(run.exitCode).toBe(1);
      expect(run.output).toContain("deleting it could lock the run out");
    }
    expect(await service.admin.writes()).toEqual([]);
    expect((await service.admin.key(id)).scopes).toHaveLength(3);
  });

  test("is deleted by a run that allows it by its id", async () => {
    stack.env.PAYMENTS_ALLOW_SELF = id;
    expect(await stack.destroy()).toMatchObject({ exitCode: 0 });
    expect(await service.admin.holds(service.accountId, id)).toBe(false);
  });
});

test("a found key with every scope is narrowed only once it is known which key the credential is", async () => {
  const scopes = ["*"];
  const { id } = await service.admin.createKey({
    account_id: service.accountId,
    type: "secret",
    name: "made by hand",
    scopes,
  });
  const files = javascript(`new ApiKey("found", { type: "secret", scopes: ["accounts:read"], adoptId: "${id}" });`);
  const stack = await stackOf("found", files);
  const up = await stack.up();
  expect(up.exitCode).toBe(1);
  expect(rowOf(up.output, "found")).toContain("pulumi config set payments:apiKeyId");
  expect((await service.admin.key(id)).scopes).toEqual(scopes);
  const [credential] = await service.admin.keys(service.partnerAccountId);
  await stack.configure({ "payments:apiKeyId": credential?.id ?? "" });
  expect(await stack.up()).toMatchObject({ exitCode: 0 });
  expect((await service.admin.key(id)).scopes).toEqual(["accounts:read"]);
});

leavesNoSecret(() => ({ bench, service }));
