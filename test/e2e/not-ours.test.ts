import { join } from "node:path";
import type { Sandbox } from "../../sandbox/index";
import { type Liar, startLiar } from "../adversarial/liar";
import { leavesNoSecret } from "./harness/leaves-no-secret";
import { javascript, plainJavascript } from "./harness/programs";
import { rowOf } from "./harness/rows";
import { type Service, startService } from "./harness/service";
import type { Stack } from "./harness/stack";
import { connect, type Workbench, workbench } from "./harness/workbench";

let service: Service;
let bench: Workbench;
/** The same service, which never shows when a key was used. */
let silent: Liar;
beforeAll(async () => {
  [service, bench] = await Promise.all([startService(), workbench()]);
  silent = await startLiar({ url: service.url } as Sandbox, { key: ({ last_used: _, ...key }) => key });
});
afterAll(async () => {
  await silent?.close();
  await service?.stop();
  bench?.remove();
});

async function stackOf(name: string, body: string): Promise<Stack> {
  const stack = await bench.stack({ name, files: javascript(body), yaml: plainJavascript });
  await connect(stack, service, { "payments:baseUrl": silent.url });
  return stack;
}

const colleagueMakes = async (name: string): Promise<string> => {
  const key = { account_id: service.accountId, type: "secret" as const, name, scopes: ["accounts:read"] };
  return (await service.admin.createKey(key)).id;
};
const isThere = (id: string): Promise<boolean> => service.admin.holds(service.accountId, id);

test("a rotation with an older state keeps the newer key, which the run authenticates with, and a colleague's copy", async () => {
  const rotating = (trigger: string) => `
const rotation = { trigger: "${trigger}", overlapHours: 24 };
const ci = new RotatingApiKey("ci", { scopes: ["api_keys:read", "api_keys:write"], rotation });
exports.value = ci.value;
exports.current = ci.current;
`;
  const stack = await stackOf("older-state", rotating("a"));
  await stack.mustUp();
  const file = join(stack.folder, "older.json");
  await stack.must("stack", "export", "--file", file);
  stack.write(javascript(rotating("b")));
  await stack.mustUp();
  const { value, current } = (await stack.outputs("--show-secrets")) as {
    value: string;
    current: { id: string; name: string };
  };
  const copy = await colleagueMakes(`Copy of ${current.name}`);
  await stack.must("stack", "import", "--file", file);
  stack.env.PAYMENTS_API_KEY = value;
  stack.env.PAYMENTS_API_KEY_ID = current.id;

  const up = await stack.up();
  expect(rowOf(up.output, "ci")).toContain(current.id);
  expect(up.output).not.toContain(copy);
  expect([await isThere(current.id), await isThere(copy), await service.statusFor(value)]).toEqual([true, true, 200]);
});

test("a preview accuses no key that another stack named after one of its own", async () => {
  const one = await stackOf(
    "named-after",
    `const name = new pulumi.Config().get("name");
exports.name = new ApiKey("a", { type: "secret", scopes: ["accounts:read"], name }).name;`,
  );
  await one.mustUp();
  const { name } = await one.outputs();
  const two = await bench.sibling(one, "two");
  await connect(two, service, { "payments:baseUrl": silent.url });
  await two.configure({ "named-after:name": `svc-${String(name)}` });
  await two.mustUp();
  const theirs = (await two.state()).get("a")?.id ?? "no key";
  const preview = await one.preview();
  expect([preview.exitCode, preview.output.includes(theirs), preview.output.includes("left over")]).toEqual([
    0,
    false,
    false,
  ]);
});

test("two keys of one program with one declared name are refused by the preview, and by up, which makes one at the most", async () => {
  const args = `{ type: "secret", scopes: ["accounts:read"], name: "declared twice" }`;
  const stack = await stackOf("twice", `new ApiKey("a", ${args});\nnew ApiKey("b", ${args});`);
  const preview = await stack.preview();
  expect(preview.exitCode).toBe(1);
  expect(preview.output).toMatch(/::[ab] of this program also declares the name "declared twice"/);
  expect(await stack.up()).toMatchObject({ exitCode: 1 });
  const made = (await service.admin.keys(service.accountId)).filter((key) => key.name === "declared twice");
  expect(made.length).toBeLessThanOrEqual(1);
});

leavesNoSecret(() => ({ bench, service }));
