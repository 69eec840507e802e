import { cpSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../tools/set-up/places.js";
import { exampleIn, isToBeHad, languages, testIn } from "./harness/languages";
import { leavesNoSecret } from "./harness/leaves-no-secret";
import type { Stack } from "./harness/stack";
import { bench, service } from "./harness/started";
import { connect } from "./harness/workbench";

/** What a program leaves at the service: its keys, without what differs in each stack, and the endpoint. */
interface Left {
  keys: { name: string; type: string; scopes: string[] }[];
  endpoint: string;
}

const left: Record<string, Left> = {};
let foreign: string[];
beforeAll(async () => {
  foreign = (await service.admin.keys()).map(({ id }) => id);
});

async function noteWhatIsLeft(form: string): Promise<void> {
  const keys = (await service.admin.keys(service.accountId)).filter(({ id }) => !foreign.includes(id));
  const shown = keys.map(({ name, type, scopes }) => ({ name: name.replace(/(-[^-]+){2}$/, ""), type, scopes }));
  shown.sort((a, b) => (a.name < b.name ? -1 : 1));
  left[form] = { keys: shown, endpoint: await service.admin.endpointStatus(service.webhookEndpointId) };
}

/** The life of a program in any language: up, secrets, clean, a colleague's change, gone. `look` is called while live differs. */
async function lives(stack: Stack, form: string, look?: (keyId: string) => Promise<void>): Promise<void> {
  await service.admin.setEndpoint(service.webhookEndpointId, "disabled");
  await stack.mustUp();
  await noteWhatIsLeft(form);
  const { checkoutKeyId, checkoutKey } = await stack.outputs("--show-secrets");
  expect(await service.statusFor(String(checkoutKey))).toBe(403);
  expect(await stack.outputs()).toEqual({ checkoutKeyId, checkoutKey: "[secret]" });
  expect(await stack.preview()).toMatchObject({ exitCode: 0 });
  const { scopes } = await service.admin.key(String(checkoutKeyId));
  await service.admin.changeKey(String(checkoutKeyId), { scopes: [...scopes, "accounts:delete"] });
  const drift = await stack.preview();
  expect(drift.output).toMatch(/drift: scopes of API key .*"accounts:delete"/);
  expect(drift.exitCode).toBe(7);
  await look?.(String(checkoutKeyId));
  expect(await stack.destroy()).toMatchObject({ exitCode: 0 });
  expect((await service.admin.keys()).map(({ id }) => id)).toEqual(foreign);
}

const life =
  "makes keys with secret values, previews clean, shows a colleague's change with exit 7, and removes its keys";

testIn("python", `a program in Python ${life}`, async () => lives(await exampleIn("python"), "python"));

testIn("go", `a program in Go ${life}`, async () => lives(await exampleIn("go"), "go"));

describe("YAML", () => {
  let stack: Stack;
  let program: string;
  beforeAll(async () => {
    if (!isToBeHad("yaml")) return;
    stack = await exampleIn("yaml");
    program = readFileSync(join(stack.folder, "Pulumi.yaml"), "utf8");
  });
  const write = (text: string) => stack.write({ "Pulumi.yaml": text });
  afterEach(() => stack && write(program));

  testIn("yaml", "a misspelled property is reported with its line", async () => {
    const line = program.split("\n").findIndex((each) => each.includes("delegatedScopes:")) + 1;
    write(program.replace("delegatedScopes:", "delegatedScope:"));
    const preview = await stack.pulumi("preview");
    expect(preview.exitCode).not.toBe(0);
    expect(preview.output).toContain("Property delegatedScope does not exist on 'payments:index:ApiKey'");
    expect(preview.output).toContain(`on Pulumi.yaml line ${line}:`);
  });

  testIn("yaml", "the policy pack checks the keys by the same rules", async () => {
    write(program.replace("[accounts:read, api_keys:read]", '["*"]'));
    const pack = join(stack.folder, "node_modules", ".bin", "pulumi-payments-policy");
    const refused = await stack.pulumi("preview", "--policy-pack", pack);
    expect(refused.exitCode).not.toBe(0);
    expect(refused.output).toMatch(/\[mandatory\] {2}no-wildcard-scope {2}\(payments:index:ApiKey: reports\)/);
  });

  testIn("yaml", `a program ${life}; 'drift' and 'explain' know it`, async () => {
    await lives(stack, "yaml", async (keyId) => {
      const drift = await stack.payments("drift", "--stack", "dev", "--format", "json");
      const { findings } = JSON.parse(drift.stdout) as { findings: object[] };
      expect([drift.exitCode, findings]).toEqual([2, [expect.objectContaining({ tier: "changed", id: keyId })]]);
      const explained = await stack.payments("explain", "checkout", "--stack", "dev");
      expect(explained.output).toContain("accounts:delete");
    });
  });
});

/** The quickstart, in either form of the package. */
async function quickstart(form: "dynamic" | "native"): Promise<Stack> {
  const folder = join(bench.installed, "examples", `quickstart-${form}`);
  cpSync(join(root, "examples", "quickstart"), folder, {
    recursive: true,
    filter: (file) => !/node_modules/.test(file),
  });
  symlinkSync(join("..", "..", "node_modules"), join(folder, "node_modules"));
  const [program, yaml] = [join(folder, "index.ts"), readFileSync(join(folder, "Pulumi.yaml"), "utf8")];
  const plugin = readFileSync(join(root, "examples", "yaml", "Pulumi.yaml"), "utf8").match(
    /^plugins:\n(?: .*\n)+/m,
  )?.[0];
  if (form === "native") {
    const text = readFileSync(program, "utf8");
    writeFileSync(program, text.replace('from "pulumi-payments"', 'from "pulumi-payments/native"'));
  }
  const files = { "Pulumi.yaml": form === "native" ? yaml + plugin : yaml };
  const stack = await bench.stack({ name: "quickstart", files, folder });
  await connect(stack, service);
  await stack.configure({ "quickstart:webhookEndpointId": service.webhookEndpointId });
  return stack;
}

test("the same program leaves the same keys in TypeScript, in both forms, and in every other language", async () => {
  for (const form of ["dynamic", "native"] as const) {
    const stack = await quickstart(form);
    await service.admin.setEndpoint(service.webhookEndpointId, "disabled");
    await stack.mustUp();
    await noteWhatIsLeft(form);
    const types = [...(await stack.state()).values()].map(({ type }) => type.split(":")[0]);
    expect(new Set(types)).toEqual(new Set([form === "native" ? "payments" : "pulumi-nodejs"]));
    await stack.must("destroy", "--yes", "--skip-preview", "--remove");
  }
  expect(left.dynamic).toEqual({
    keys: [
      {
        name: "checkout",
        type: "secret",
        scopes: ["accounts:read", "apple_pay_domains:read", "apple_pay_domains:write"],
      },
      { name: "reports", type: "secret", scopes: ["accounts:read", "api_keys:read"] },
    ],
    // Re-enabled: the service checks the URL before it says that the endpoint is active.
    endpoint: "pending",
  });
  const ran = ["dynamic", "native", ...languages.filter(isToBeHad)];
  expect(Object.keys(left).sort()).toEqual([...ran].sort());
  expect(ran.filter((form) => JSON.stringify(left[form]) !== JSON.stringify(left.dynamic))).toEqual([]);
});

leavesNoSecret(() => ({ bench, service }));
