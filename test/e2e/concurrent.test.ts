import { leavesNoSecret } from "./harness/leaves-no-secret";
import type { Run } from "./harness/process";
import { javascript } from "./harness/programs";
import type { Stack } from "./harness/stack";
import { bench, service, stackOf } from "./harness/started";

/** A colleague who writes on the same key while `up` does, at each moment that there is. */

const applePay = "apple_pay_domains:read";
const program = (scopes: readonly string[]) =>
  javascript(
    `new ApiKey("shop", { type: "secret", name: "shop", scopes: ${JSON.stringify(scopes)}, delegatedScopes: ["apple_pay_domains"] });`,
  );

let stack: Stack;
let id: string;
beforeAll(async () => {
  stack = await stackOf("concurrent", program(["accounts:read"]));
  await stack.mustUp();
  id = (await stack.state()).get("shop")?.id ?? "";
});

const scopesNow = async (): Promise<string[]> => [...(await service.admin.key(id)).scopes].sort();

/** Brings the program up while one exchange with the service is held back until the colleague has written. */
async function upDuring(
  { request, from, at }: { request: string; from: number; at: "before" | "after" },
  colleague: () => Promise<void>,
): Promise<Run> {
  const { reached, release } = service.witness.hold(request, at, from);
  const run = await stack.during(
    async () => {
      await reached;
      await colleague();
      release();
    },
    ...["up", "--yes", "--skip-preview"],
  );
  expect(run.exitCode).toBe(0);
  return run;
}

test("before our last reading: the colleague's delegated scope stays, and the change is said", async () => {
  stack.write(program(["accounts:read", "accounts:write"]));
  const up = await upDuring({ request: "GET /v1/api-keys", from: 2, at: "before" }, () =>
    service.admin.changeKey(id, { scopes: ["accounts:read", applePay] }),
  );
  expect(await scopesNow()).toEqual(["accounts:read", "accounts:write", applePay]);
  expect(up.output).toContain(`API key ${id} of account ${service.accountId} was changed since this run read it`);
});

test("between our last reading and our write, one round trip: the colleague's change is overwritten, and nobody can see it", async () => {
  stack.write(program(["accounts:read"]));
  const up = await upDuring({ request: "PATCH /v1/api-keys/", from: 1, at: "before" }, () =>
    service.admin.changeKey(id, { scopes: ["accounts:read", "accounts:write"] }),
  );
  expect(await scopesNow()).toEqual(["accounts:read", applePay]);
  expect(up.output).not.toMatch(/was changed|does not show/);
});

test("right after our write: it is said, and the next preview shows it as drift", async () => {
  stack.write(program(["accounts:write"]));
  const up = await upDuring({ request: "PATCH /v1/api-keys/", from: 1, at: "after" }, async () => {
    expect(await scopesNow()).toContain("accounts:write");
    await service.admin.changeKey(id, { scopes: ["accounts:delete"] });
  });
  expect(up.output).toContain(
    `API key ${id} of account ${service.accountId} does not show the scopes that were just written`,
  );
  const preview = await stack.preview();
  expect(preview.exitCode).toBe(7);
  expect(preview.output).toMatch(/scopes of API key \S+ is \["accounts:delete"\], wanted \["accounts:write"\]/);
});

leavesNoSecret(() => ({ bench, service }));
