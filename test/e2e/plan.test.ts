import { readFileSync } from "node:fs";
import { join } from "node:path";
import { leavesNoSecret } from "./harness/leaves-no-secret";
import { javascript } from "./harness/programs";
import { rowOf } from "./harness/rows";
import type { Stack } from "./harness/stack";
import { bench, service, stackOf } from "./harness/started";

/** What `up` finds beyond its preview: it is said, and with a saved plan it stops. */

let stack: Stack;
beforeAll(async () => {
  const files = javascript('new ApiKey("ci", { type: "secret", name: "ci", scopes: ["accounts:read"] });');
  stack = await stackOf("planned", files);
  await stack.mustUp();
});

const idNow = async (): Promise<string> => (await stack.state()).get("ci")?.id ?? "";

test("up decides again: a change that came after the preview is said on the key's row and repaired", async () => {
  expect(await stack.preview()).toMatchObject({ exitCode: 0 });
  await service.admin.changeKey(await idNow(), { name: "renamed" });
  const up = await stack.mustUp();
  expect(rowOf(up.output, "ci")).toMatch(/drift: name of API key \S+ is "renamed", wanted "ci"/);
  expect((await service.admin.key(await idNow())).name).toBe("ci");
});

test("with a saved plan, up stops at a key that was deleted since: nothing is created in its place", async () => {
  await stack.must("preview", "--save-plan", "plan.json");
  const before = await idNow();
  await service.admin.deleteKey(before);
  await service.admin.forget();
  const up = await stack.up("--plan", "plan.json");
  expect(up.exitCode).not.toBe(0);
  expect(rowOf(up.output, "ci")).toMatch(/gone: API key/);
  expect(up.output).toMatch(/create-replacement is not allowed by the plan/);
  expect(await service.admin.writes()).toEqual([]);
  expect(await idNow()).toBe(before);
});

test("a plan that was saved after the deletion holds the replacement, and up makes it", async () => {
  await stack.must("preview", "--save-plan", "plan.json");
  expect(await stack.up("--plan", "plan.json")).toMatchObject({ exitCode: 0 });
  expect(await service.admin.holds(service.accountId, await idNow())).toBe(true);
  expect(readFileSync(join(stack.folder, "plan.json"), "utf8")).toContain("replace");
});

leavesNoSecret(() => ({ bench, service }));
