import { leavesNoSecret } from "./harness/leaves-no-secret";
import { javascript } from "./harness/programs";
import type { Stack } from "./harness/stack";
import { bench, service, stackOf } from "./harness/started";

const own = 'new ApiKey("ci", { type: "secret", scopes: ["accounts:read"] });';

let stack: Stack;
let byHand: string;
beforeAll(async () => {
  stack = await stackOf("inventory", own);
  await stack.mustUp();
  const { accountId: account_id } = service;
  byHand = (
    await service.admin.createKey({
      account_id,
      type: "secret",
      name: 'made "by" hand',
      scopes: ["api_keys:read", "accounts:read"],
    })
  ).id;
});

const standings = async (): Promise<Record<string, string>> => {
  const { stdout } = await stack.payments("keys", "--stack", "dev", "--format", "json");
  return Object.fromEntries(JSON.parse(stdout).keys.map(({ id, standing }: Record<string, string>) => [id, standing]));
};

test("the lines of --adopt-code, put into the program, adopt the key without a change, and then it is managed", async () => {
  const ci = (await stack.state()).get("ci")!.id!;
  expect(await standings()).toEqual({ [ci]: "managed", [byHand]: "unmanaged" });
  const { stdout, exitCode } = await stack.payments("keys", "--stack", "dev", "--adopt-code", byHand);
  expect(exitCode).toBe(0);
  const code = stdout.replace(/^import .*\n/, "");
  stack.write(javascript(`${own}\n${code}`));
  await service.admin.forget();
  await stack.mustUp();
  expect(await service.admin.writes()).toEqual([]);
  expect(await stack.preview()).toMatchObject({ exitCode: 0 });
  expect(await standings()).toEqual({ [ci]: "managed", [byHand]: "managed" });
  expect(await stack.payments("keys", "--stack", "dev", "--adopt-code", byHand)).toMatchObject({ exitCode: 1 });
});

leavesNoSecret(() => ({ bench, service }));
