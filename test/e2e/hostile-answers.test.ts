import { type Answered, type Asked, type Liar, type Lie, startLiar } from "../adversarial/liar";
import { leavesNoSecret } from "./harness/leaves-no-secret";
import { inUsualForm, javascript } from "./harness/programs";
import { type Service, startService } from "./harness/service";
import type { Stack } from "./harness/stack";
import { connect, type Workbench, workbench } from "./harness/workbench";

/** Enough of them overflow the stack of whatever recurses into them. */
const nestedArrays = (depth: number): string => `${"[".repeat(depth)}${"]".repeat(depth)}`;
const nested = nestedArrays(4_000);

let service: Service;
let bench: Workbench;
let liar: Liar;
beforeAll(async () => {
  [service, bench] = await Promise.all([startService(), workbench()]);
  liar = await startLiar({ url: service.url }, {});
});
afterAll(async () => {
  await liar?.close();
  await service?.stop();
  bench?.remove();
});
beforeEach(async () => {
  liar.tell({});
  for (const { id } of await service.admin.keys(service.accountId)) await service.admin.deleteKey(id);
});

async function stackOf(name: string, args: string): Promise<Stack> {
  const body = `exports.value = new ApiKey("ci", ${args}).value;`;
  const stack = await bench.stack({ name, ...inUsualForm(javascript(body)) });
  await connect(stack, service, { "payments:baseUrl": liar.url });
  return stack;
}

const isCreate = ({ method, path }: Asked): boolean => method === "POST" && path === "/v1/api-keys";
/** Answers every creation, or the first few, otherwise; the service makes the key all the same. */
const answeringCreations = (change: (answered: Answered) => Answered, times = Number.POSITIVE_INFINITY): Lie => {
  let left = times;
  return { answer: (answered, asked) => (isCreate(asked) && left-- > 0 ? change(answered) : answered) };
};

async function expectOneKeyWithItsValue(stack: Stack): Promise<void> {
  const keys = await service.admin.keys(service.accountId);
  expect(keys.map(({ id }) => id)).toEqual([(await stack.ids()).ci]);
  const { value } = await stack.outputs("--show-secrets");
  expect(service.witness.issued).toContain(value);
  expect(await service.statusFor(String(value))).toBe(200);
}

test.each([
  ["low", "2026-01-01T00:00:00Z\udc00"],
  ["high", "\ud800 2026-01-01T00:00:00Z"],
])(
  "a creation whose times hold a lone %s surrogate keeps its value in state, and the next preview is clean",
  async (half, time) => {
    const odd = { created_at: time, updated_at: time, last_used: time };
    liar.tell({ key: (key) => ({ ...key, ...odd }) });
    const stack = await stackOf(`surrogate-${half}`, '{ type: "secret", scopes: ["api_keys:read"] }');
    await stack.mustUp();
    await expectOneKeyWithItsValue(stack);
    expect(await stack.preview()).toMatchObject({ exitCode: 0 });
  },
);

test("4,000 nested arrays in the error of a creation that happened leave exactly one key, with its value", async () => {
  liar.tell(answeringCreations(() => ({ status: 500, text: nested }), 1));
  const stack = await stackOf("nested-error", '{ type: "secret", scopes: ["api_keys:read"] }');
  await stack.mustUp();
  await expectOneKeyWithItsValue(stack);
});

test("with a declared name they leave exactly one key too, and the message names it and both ways on", async () => {
  liar.tell(answeringCreations(() => ({ status: 500, text: nested })));
  const stack = await stackOf("nested-named", '{ type: "secret", name: "mine", scopes: ["api_keys:read"] }');
  const { exitCode, output } = await stack.up();
  const keys = await service.admin.keys(service.accountId);
  expect([exitCode, keys.map(({ name }) => name)]).toEqual([1, ["mine"]]);
  expect(output).toContain(`keep it: adoptId: "${keys[0]!.id}"`);
  expect(output).not.toMatch(/RangeError|call stack|unexpected failure/);
});

test("an error that is cut within a character ends the preview with its message, and does not hang it", async () => {
  const stack = await stackOf("cut-error", '{ type: "secret", scopes: ["api_keys:read"] }');
  await stack.mustUp();
  // A pair lies across the cut, wherever that is.
  liar.tell({ instead: () => ({ status: 403, body: { message: `a${"😀".repeat(600)}` } }) });
  expect(await stack.preview()).toMatchObject({ exitCode: 1, output: expect.stringContaining("may not do this") });
  liar.tell({ instead: () => ({ status: 403, body: { message: `aa${"😀".repeat(600)}` } }) });
  expect(await stack.preview()).toMatchObject({ exitCode: 1, output: expect.stringContaining("may not do this") });
});

test("a failure that lists more keys than the engine's protocol carries ends the run, with the first of them", async () => {
  const twin = { account_id: service.accountId, type: "secret" as const, name: "mine", scopes: ["accounts:read"] };
  for (let count = 0; count < 300; count += 1) await service.admin.createKey(twin);
  liar.tell(answeringCreations(() => ({ status: 500 })));
  const args = '{ type: "secret", name: "mine", allowDuplicateName: true, scopes: ["api_keys:read"] }';
  const stack = await stackOf("many-twins", args);
  const { exitCode, output } = await stack.up();
  expect([exitCode, (await service.admin.keys(service.accountId)).length]).toEqual([1, 301]);
  expect(output).toContain("Nobody knows whether the key was created.");
  expect(output).toContain("cut: the rest is too long for the engine");
});

test("'keys' lists every key where a last_used is deeply nested", async () => {
  for (const name of ["one", "two"])
    await service.admin.createKey({ account_id: service.accountId, type: "secret", name, scopes: ["accounts:read"] });
  liar.tell({
    key: (key) => (key.name === "one" ? { ...key, last_used: "DEEP" } : key),
    answer: (answered) => ({
      ...answered,
      text: JSON.stringify(answered.body).replace('"DEEP"', nestedArrays(50_000)),
    }),
  });
  const stack = await stackOf("inventory", '{ type: "publishable" }');
  const { stdout, exitCode } = await stack.payments(
    "keys",
    "--stack",
    "dev",
    "--cwd",
    stack.folder,
    "--format",
    "json",
  );
  const { keys } = JSON.parse(stdout);
  expect([exitCode, keys.map(({ name }: { name: string }) => name)]).toEqual([0, ["two", "one"]]);
  expect(keys[1].lastUsed).toMatch(/^\[\[/);
});

leavesNoSecret(() => ({ bench, service }));
