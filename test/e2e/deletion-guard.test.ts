import { leavesNoSecret } from "./harness/leaves-no-secret";
import { javascript } from "./harness/programs";
import { rowOf } from "./harness/rows";
import type { Stack } from "./harness/stack";
import { bench, service, stackOf } from "./harness/started";

const secret = 'type: "secret", scopes: ["accounts:read"]';
const program = (...keys: string[]) => javascript(keys.map((key) => `new ApiKey(${key});`).join("\n"));
const [inUse, idle] = [`"in-use", { ${secret} }`, `"idle", { ${secret} }`] as const;

const idOf = async (stack: Stack, name: string): Promise<string> => (await stack.state()).get(name)?.id ?? "";
const holds = (id: string): Promise<boolean> => service.admin.holds(service.accountId, id);
const anHourAgo = (): string => new Date(Date.now() - 3_600_000).toISOString();

describe("a key that was used an hour ago", () => {
  let stack: Stack;
  let id: string;
  let last_used: string;
  beforeAll(async () => {
    stack = await stackOf("guarded", program(inUse, idle));
    await stack.mustUp();
    id = await idOf(stack, "in-use");
    last_used = anHourAgo();
    await service.admin.changeKey(id, { last_used });
    await service.admin.forget();
  });

  test("is not replaced: the preview fails, up fails, and nothing is created or deleted", async () => {
    stack.write(program('"in-use", { type: "publishable" }', idle));
    const preview = await stack.preview();
    expect(preview.exitCode).toBe(1);
    const row = rowOf(preview.output, "in-use");
    expect(row).toContain(`API key ${id} was last used at ${last_used} (1 hour ago)`);
    expect(row).toContain(`PAYMENTS_FORCE=${id}`);
    expect(await stack.up()).toMatchObject({ exitCode: 1 });
    expect(await service.admin.writes()).toEqual([]);
  });

  test("is not deleted by removing it from the program, and stays in state", async () => {
    stack.write(program(idle));
    const up = await stack.up();
    expect(up.exitCode).toBe(1);
    expect(up.output).toContain(`API key ${id} was last used at ${last_used}`);
    expect(await holds(id)).toBe(true);
    expect(await idOf(stack, "in-use")).toBe(id);
  });

  test("is not deleted by destroy, where lifting the guard in the stack's configuration alone does not reach; others go", async () => {
    const other = await idOf(stack, "idle");
    await stack.must("config", "set", "payments:deletionGuard", "off");
    const destroy = await stack.destroy();
    expect(destroy.exitCode).toBe(1);
    expect(rowOf(destroy.output, "in-use")).toContain(`PAYMENTS_FORCE=${id}`);
    expect(await holds(id)).toBe(true);
    expect(await holds(other)).toBe(false);
    expect([...(await stack.state()).keys()]).toEqual(["in-use"]);
  });

  test("is deleted by a destroy that is told to, for that run alone, and this is said", async () => {
    stack.env.PAYMENTS_FORCE = id;
    const destroy = await stack.destroy();
    expect(destroy).toMatchObject({ exitCode: 0 });
    expect(destroy.output).toMatch(new RegExp(`${id} was last used .* PAYMENTS_FORCE names it`));
    expect(await holds(id)).toBe(false);
    expect((await stack.state()).size).toBe(0);
  });
});

test("in a throw-away stack, whose guard is off from the start, a key in use is destroyed without a word", async () => {
  const stack = await stackOf("throwaway", program(inUse));
  await stack.must("config", "set", "payments:deletionGuard", "off");
  await stack.mustUp();
  const id = await idOf(stack, "in-use");
  await service.admin.changeKey(id, { last_used: anHourAgo() });
  const destroy = await stack.destroy();
  expect(destroy).toMatchObject({ exitCode: 0 });
  expect(destroy.output).not.toContain("last used");
  expect(await holds(id)).toBe(false);
});

test("where the service shows no use of any key, destroy says once that it is not known, and goes on", async () => {
  const stack = await stackOf("unknown", program(inUse, idle));
  await stack.mustUp();
  const destroy = await stack.destroy();
  expect(destroy).toMatchObject({ exitCode: 0 });
  const diagnostics = destroy.output.slice(destroy.output.indexOf("\nDiagnostics:"));
  expect(diagnostics.match(/are in use is unknown/g)).toHaveLength(1);
  expect(await service.admin.keys(service.accountId)).toEqual([]);
});

leavesNoSecret(() => ({ bench, service }));
