import { leavesNoSecret } from "./harness/leaves-no-secret";
import { javascript } from "./harness/programs";
import { rowOf } from "./harness/rows";
import type { Stack } from "./harness/stack";
import { bench, service, stackOf } from "./harness/started";

const program = (args: string) =>
  javascript(`exports.value = new ApiKey("ci", { type: "secret", scopes: ["api_keys:read"], ${args} }).value;`);
const post = "POST /v1/api-keys";

async function keyStack(name: string, args: string): Promise<Stack> {
  const stack = await stackOf(name, program(args));
  await service.admin.forget();
  return stack;
}

const loseNextAnswer = (): Promise<void> => service.admin.fault({ operation: post, at: "after", effect: "reset" });
const named = async (name: string) => (await service.admin.keys(service.accountId)).filter((key) => key.name === name);

describe("a creation under a declared name whose answer was lost", () => {
  let stack: Stack;
  let orphan: string;
  beforeAll(async () => {
    stack = await keyStack("declared", 'name: "checkout"');
    await loseNextAnswer();
  });

  test("fails as ambiguous, lists the key with the exact ways on, and touches nothing", async () => {
    const up = await stack.up();
    expect(up.exitCode).toBe(1);
    const [key] = await named("checkout");
    orphan = key?.id ?? "no key";
    const row = rowOf(up.output, "ci");
    expect(row).toContain("ambiguous: ");
    expect(row).toContain(`adoptId: "${orphan}"`);
    expect(row).toContain(`npx pulumi-payments orphans --stack ${stack.name} --delete ${orphan}`);
    expect(await service.admin.writes()).toEqual([post]);
  });

  test("is not doubled by a second up, nor by a preview, which fails as well", async () => {
    for (const run of [await stack.up(), await stack.preview()]) {
      expect(run.exitCode).toBe(1);
      expect(rowOf(run.output, "ci")).toContain(`adoptId: "${orphan}"`);
    }
    expect(await service.admin.writes()).toEqual([post]);
    expect(await named("checkout")).toHaveLength(1);
  });

  test("is settled by the adoptId of the message, which takes over that key and makes none", async () => {
    stack.write(
      javascript(
        `new ApiKey("ci", { type: "secret", scopes: ["api_keys:read"], name: "checkout", adoptId: "${orphan}" });`,
      ),
    );
    expect(await stack.up()).toMatchObject({ exitCode: 0 });
    expect((await stack.state()).get("ci")?.id).toBe(orphan);
    expect(await service.admin.writes()).toEqual([post]);
    expect(await stack.preview()).toMatchObject({ exitCode: 0 });
  });

  test("leaves room for another of that name only where the program says so", async () => {
    const other = await keyStack("beside", 'name: "checkout"');
    expect(await other.up()).toMatchObject({ exitCode: 1 });
    other.write(program('name: "checkout", allowDuplicateName: true'));
    expect(await other.up()).toMatchObject({ exitCode: 0 });
    expect(await named("checkout")).toHaveLength(2);
  });
});

test("a creation under a name of ours whose answer was lost is resolved in the same run: one key, whose value works", async () => {
  const before = (await service.admin.keys(service.accountId)).length;
  const stack = await keyStack("made", "");
  await loseNextAnswer();
  const up = await stack.up();
  expect(up).toMatchObject({ exitCode: 0 });
  expect(up.output).toContain("is deleted and created again");
  expect(await service.admin.writes()).toEqual([post, "DELETE /v1/api-keys/{id}", post]);
  expect(await service.admin.keys(service.accountId)).toHaveLength(before + 1);
  const { value } = await stack.outputs("--show-secrets");
  expect(await service.statusFor(String(value))).toBe(200);
});

leavesNoSecret(() => ({ bench, service }));
