import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { leavesNoSecret } from "./harness/leaves-no-secret";
import type { Run } from "./harness/process";
import { plannedIn } from "./harness/rows";
import type { Stack } from "./harness/stack";
import { bench, service, stackOf } from "./harness/started";

const keyCount = 250;
const goneCount = 5;
const program = `
for (let number = 0; number < ${keyCount}; number++) new ApiKey("key-" + number, { type: "secret", scopes: ["accounts:read"] });
`;

/** Loaded into the dynamic-provider process: makes each reading of a setting slow, so that configuring takes a while. */
const slowConfiguration = `
if (process.argv[1] && process.argv[1].includes("dynamic-provider")) {
  const Module = require("node:module");
  const load = Module._load;
  const pause = new Int32Array(new SharedArrayBuffer(4));
  Module._load = function (id, ...rest) {
    const loaded = load.call(this, id, ...rest);
    if (id !== "./config" || typeof loaded.Config !== "function") return loaded;
    const { get } = loaded.Config.prototype;
    let said = false;
    loaded.Config.prototype.get = function (key) {
      Atomics.wait(pause, 0, 0, 25);
      if (!said) process.stdout.write("configuration made slow\\n");
      said = true;
      return get.call(this, key);
    };
    return loaded;
  };
}
`;

let stack: Stack;
beforeAll(async () => {
  stack = await stackOf("many", program);
  await stack.mustUp("--parallel", "50");
});

/** What one walk of a list costs: pages of 100, each but the first repeating the last 3 items of the one before. */
const walkCost = (keys: number): number => 1 + Math.ceil((keys - 100) / (100 - 3));

async function listsDuring(run: () => Promise<Run>): Promise<{ result: Run; lists: number }> {
  await service.admin.forget();
  const result = await run();
  const requests = await service.admin.requests();
  return { result, lists: requests.filter(({ operation }) => operation === "GET /v1/api-keys").length };
}

test("a preview of 250 keys reads the list once, whatever the parallelism", async () => {
  for (const parallel of ["1", "50"]) {
    const { result, lists } = await listsDuring(() => stack.preview("--parallel", parallel));
    expect(result.exitCode).toBe(0);
    expect(lists).toBe(walkCost(keyCount));
  }
});

describe("with a wrong configuration", () => {
  beforeAll(() => {
    stack.env.PAYMENTS_BASE_URL = service.directUrl;
    stack.env.PAYMENTS_DRIFT_CHECK = "sometimes";
  });
  afterAll(() => {
    delete stack.env.PAYMENTS_BASE_URL;
    delete stack.env.PAYMENTS_DRIFT_CHECK;
  });

  test.each(["refresh", "destroy"] as const)(
    "%s of 50 keys at a time asks the service nothing, lists every problem once, and loses nothing",
    async (command) => {
      await service.admin.forget();
      const run = await stack[command]("--parallel", "50");
      expect(run.exitCode).toBe(1);
      expect(await service.admin.requests()).toEqual([]);
      const diagnostics = run.output.slice(run.output.indexOf("\nDiagnostics:"));
      expect(diagnostics.match(/PAYMENTS_BASE_URL: differs from payments:baseUrl/g)).toHaveLength(1);
      expect(diagnostics.match(/PAYMENTS_DRIFT_CHECK: /g)).toHaveLength(1);
      expect(diagnostics).not.toMatch(/^\s+at |Cannot read prop|undefined/m);
      expect((await stack.state()).size).toBe(keyCount);
      expect(await service.admin.keys(service.accountId)).toHaveLength(keyCount);
    },
  );
});

describe("with a configuration that is slow to read", () => {
  beforeAll(() => {
    const preload = join(bench.folder, "slow-configuration.cjs");
    writeFileSync(preload, slowConfiguration);
    stack.env.NODE_OPTIONS = `--require ${preload}`;
  });

  test("a refresh of 50 keys at a time reads each with the credential and account of the stack", async () => {
    const { result, lists } = await listsDuring(() => stack.refresh("--parallel", "50"));
    expect(result.exitCode).toBe(0);
    expect(result.output.match(/configuration made slow/g)).not.toBeNull();
    expect(lists).toBe(walkCost(keyCount));
    const accounts = (await service.admin.requests()).map(({ account_id }) => account_id);
    expect(new Set(accounts)).toEqual(new Set([service.accountId]));
    expect((await stack.state()).size).toBe(keyCount);
  });

  test("keys that are gone cost one more walk a run, not one each", async () => {
    const gone = (await service.admin.keys(service.accountId)).slice(100, 100 + goneCount);
    for (const { id } of gone) await service.admin.deleteKey(id);
    const { result, lists } = await listsDuring(() => stack.preview("--parallel", "50"));
    expect(result.exitCode).toBe(7);
    expect(Object.values(plannedIn(result.output))).toEqual(Array(goneCount).fill("replace"));
    expect(lists).toBe(2 * walkCost(keyCount - goneCount));
  });

  test("a destroy of 50 keys at a time deletes all of them, gone ones included", async () => {
    const { result } = await listsDuring(() => stack.destroy("--parallel", "50"));
    expect(result.exitCode).toBe(0);
    expect(result.output.match(/configuration made slow/g)).not.toBeNull();
    expect(await service.admin.keys(service.accountId)).toEqual([]);
    expect((await stack.state()).size).toBe(0);
  });
});

leavesNoSecret(() => ({ bench, service }));
