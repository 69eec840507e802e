import type { Sandbox } from "../../sandbox/index";
import { type Liar, startLiar } from "../adversarial/liar";
import { leavesNoSecret } from "./harness/leaves-no-secret";
import { javascript, plainJavascript } from "./harness/programs";
import { rowOf } from "./harness/rows";
import { type Service, startService } from "./harness/service";
import type { Stack } from "./harness/stack";
import { connect, type Workbench, workbench } from "./harness/workbench";

/** A service that shows `:read` beside each `:write`, as if it were part of it. */
let expanding: Liar;
let service: Service;
let bench: Workbench;
let stack: Stack;
beforeAll(async () => {
  [service, bench] = await Promise.all([startService(), workbench()]);
  expanding = await startLiar({ url: service.url } as Sandbox, {
    key: (key) => {
      const scopes = key.scopes as string[];
      return { ...key, scopes: [...new Set([...scopes, ...scopes.map((scope) => scope.replace(/:write$/, ":read"))])] };
    },
  });
  stack = await bench.stack({ name: "expanding", files: program(["accounts:write"]), yaml: plainJavascript });
  await connect(stack, { ...service, url: expanding.url });
});
afterAll(async () => {
  await expanding?.close();
  await service?.stop();
  bench?.remove();
});

const program = (scopes: string[]) =>
  javascript(`new ApiKey("ci", { type: "secret", name: "ci", scopes: ${JSON.stringify(scopes)} });`);

async function realScopes(): Promise<string[]> {
  const { id = "" } = (await stack.state()).get("ci") ?? {};
  return [...(await service.admin.key(id)).scopes].sort();
}

test("a program at a service that adds scopes by itself is clean after a creation and after each update", async () => {
  for (const scopes of [["accounts:write"], ["accounts:write", "api_keys:write"], ["api_keys:write"]]) {
    stack.write(program(scopes));
    const up = await stack.up();
    expect(up.exitCode).toBe(0);
    expect(up.output).not.toMatch(/somebody else/);
    expect(await realScopes()).toEqual(scopes);
    expect(await stack.preview()).toMatchObject({ exitCode: 0 });
  }
});

test("what a colleague adds there is drift all the same, and one up takes it away", async () => {
  const { id = "" } = (await stack.state()).get("ci") ?? {};
  await service.admin.changeKey(id, { scopes: ["api_keys:write", "accounts:delete"] });
  const preview = await stack.preview();
  expect(preview.exitCode).toBe(7);
  expect(rowOf(preview.output, "ci")).toMatch(/drift: scopes of .*accounts:delete/);
  expect(await stack.up()).toMatchObject({ exitCode: 0 });
  expect(await realScopes()).toEqual(["api_keys:write"]);
  expect(await stack.preview()).toMatchObject({ exitCode: 0 });
});

leavesNoSecret(() => ({ bench, service }));
