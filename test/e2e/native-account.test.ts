import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { leavesNoSecret } from "./harness/leaves-no-secret";
import { native, plainJavascript } from "./harness/programs";
import { bench, service } from "./harness/started";
import { connect } from "./harness/workbench";

const scopes = ["accounts:read", "webhook_endpoints:read"];

test("two commands bring an account of 200 keys into a stack, whose program then previews clean", async () => {
  const ids: string[] = [];
  for (let number = 0; number < 200; number += 1) {
    const key = { account_id: service.accountId, type: "secret" as const, name: `by hand ${number}`, scopes };
    ids.push((await service.admin.createKey(key)).id);
  }
  const stack = await bench.stack({ name: "account", files: native(""), yaml: plainJavascript });
  await connect(stack, service, { "payments:deletionGuard": "off" });
  expect(await stack.payments("init")).toMatchObject({ exitCode: 0 });
  expect(readFileSync(join(stack.folder, "Pulumi.yaml"), "utf8")).toContain("path: ../node_modules/.bin\n");

  await service.admin.forget();
  const printed = await stack.payments("keys", "--stack", "dev", "--import-file", "all");
  expect(printed.exitCode).toBe(0);
  writeFileSync(join(stack.folder, "import.json"), printed.stdout);
  await stack.must("import", "--file", "import.json", "--yes", "--skip-preview", "--generate-code=false");

  const state = await stack.state();
  const found = [...state].filter(([, { id }]) => id !== undefined && ids.includes(id));
  expect(found.map(([, { id }]) => id).sort()).toEqual([...ids].sort());
  const declare = found.map(([name, { inputs = {} }]) => {
    const args = Object.fromEntries(Object.entries(inputs).filter(([argument]) => !argument.startsWith("__")));
    return `new ApiKey(${JSON.stringify(name)}, ${JSON.stringify(args)}, { protect: true });`;
  });
  stack.write(native(declare.join("\n")));
  expect(await stack.preview()).toMatchObject({ exitCode: 0 });
  expect(await service.admin.writes()).toEqual([]);
});

leavesNoSecret(() => ({ bench, service }));
