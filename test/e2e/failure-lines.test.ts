import { leavesNoSecret } from "./harness/leaves-no-secret";
import { javascript, plainJavascript } from "./harness/programs";
import { rowOf } from "./harness/rows";
import { type Service, startService } from "./harness/service";
import type { Stack } from "./harness/stack";
import { connect, type Workbench, workbench } from "./harness/workbench";

const key = 'new ApiKey("ci", { type: "secret", scopes: ["accounts:read"] });';

let service: Service;
let bench: Workbench;
let stack: Stack;
beforeAll(async () => {
  [service, bench] = await Promise.all([startService(), workbench()]);
  stack = await bench.stack({ name: "failures", files: javascript(key), yaml: plainJavascript });
  await connect(stack, service);
});
afterAll(async () => {
  await service?.stop();
  bench?.remove();
});

/** What the stack's row may hold: the engine's own lines, and that the credential came from the environment. */
const known =
  /^(?:$|warning: using pulumi-resource-|error: (?:update|preview) failed$|pulumi-payments: PAYMENTS_API_KEY is used)/;

test("every failure is told once, with its resource, and leaves no line of its own on the stack's row", async () => {
  await stack.mustUp();
  stack.env.PAYMENTS_API_KEY = "sk_of_nobody";
  const fromDiff = await stack.preview();
  const fromRead = await stack.refresh();
  const fromDelete = await stack.destroy();
  stack.write(javascript(key.replace('"ci"', '"other"')));
  const fromCheck = await stack.preview();
  const runs = [
    { name: "ci", ...fromDiff },
    { name: "ci", ...fromRead },
    { name: "ci", ...fromDelete },
    { name: "other", ...fromCheck },
  ];
  for (const { name, exitCode, output } of runs) {
    expect(exitCode).not.toBe(0);
    expect(rowOf(output, name).split("the credential was refused")).toHaveLength(2);
    const others = rowOf(output, "failures-dev").split("\n");
    expect(others.filter((line) => !known.test(line.trim()))).toEqual([]);
  }
});

leavesNoSecret(() => ({ bench, service }));
