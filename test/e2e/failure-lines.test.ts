import { leavesNoSecret } from "./harness/leaves-no-secret";
import { javascript } from "./harness/programs";
import { rowOf } from "./harness/rows";
import type { Stack } from "./harness/stack";
import { bench, service, stackOf } from "./harness/started";

const key = 'new ApiKey("ci", { type: "secret", scopes: ["accounts:read"] });';

let stack: Stack;
beforeAll(async () => {
  stack = await stackOf("failures", key);
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
